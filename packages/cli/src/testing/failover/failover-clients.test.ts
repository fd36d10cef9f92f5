// A read that is older than another one, or than a write, is noticed.

import { expect, it } from 'vitest'
import { type Answers, judgeRead } from './failover-clients.ts'

it('notices a read that knows less than was known before it began', () => {
  const answers: Answers = { acknowledged: new Set(), wrong: [], refused: 0, reads: 0, most: 0, longestMs: 0 }
  judgeRead(answers, 'one', { total: 5 }, { acknowledged: 4, told: 0 })
  judgeRead(answers, 'two', { total: 5 }, { acknowledged: 4, told: 5 })
  expect(answers).toMatchObject({ reads: 2, most: 5, wrong: [] })
  judgeRead(answers, 'three', { total: 4 }, { acknowledged: 4, told: 5 })
  judgeRead(answers, 'four', { total: 3 }, { acknowledged: 4, told: 0 })
  expect(answers.wrong).toEqual([
    'three: tells 4 parcels, after 5 were told',
    'four: tells 3 of 4 acknowledged parcels',
  ])
})
