import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { german } from './words-german.ts'
import { speakIn, words } from './words.ts'

const folder = fileURLToPath(new URL('../..', import.meta.url))

/** Words stored when a module is loaded would keep the language of that moment. */
const KEPT = /^(?:export )?const \w+[^=\n]*= words\b/m

test('no module keeps words of one language', () => {
  const keeping = globSync('**/*.{ts,tsx}', { cwd: folder }).filter((file) =>
    KEPT.test(readFileSync(folder + file, 'utf8')),
  )
  expect(keeping).toEqual([])
  expect(KEPT.test('const text = words.notifications')).toBe(true)
  expect(KEPT.test('const text = (): string => words.yes')).toBe(false)
})

test('plural forms are those of the language', () => {
  expect([0, 1, 2].map(words.purpose.openQuestions)).toEqual([
    '0 open questions',
    '1 open question',
    '2 open questions',
  ])
  speakIn(german)
  expect([0, 1, 2].map((count) => words.purpose.openQuestions(count))).toEqual([
    '0 offene Fragen',
    '1 offene Frage',
    '2 offene Fragen',
  ])
  speakIn(null)
  expect(words.yes).toBe('Yes')
})
