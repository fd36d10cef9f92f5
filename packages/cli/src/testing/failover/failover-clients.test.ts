// A read that is older than another one, or than a write, is noticed.

import { expect, it } from 'vitest'
import { type Answers, judgeRead } from './failover-clients.ts'

it('notices a read that knows less than was known before it began', () => {
  const answers: Answers = { acknowledged: new Set(), wrong: [], refused: 0, reads: 0, most: 0, longestMs: 0 }
  judgeRead(answers, 'one', { total: 5 }, 4)
  judgeRead(answers, 'two', { total: 5 }, answers.most)
  expect(answers).toMatchObject({ reads: 2, most: 5, wrong: [] })
  judgeRead(answers, 'three', { total: 4 }, answers.most)
  expect(answers.wrong).toEqual(['three: tells 4 parcels of 5'])
})
