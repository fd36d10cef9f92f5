import { expect, it } from 'vitest'
import type { BuiltInError } from '../../model/errors.ts'
import { GERMAN_REASONS } from './reasons-german.ts'
import { filledReason, type Reason, REASONS } from './reasons.ts'
import { suppliedWords } from './refusal-language.ts'
import { SUPPLIED_REFUSALS } from './refusal-words.ts'

/** Every template with a list of one name for each value; in a sentence, such a list reads like its name. */
const FILLED = Object.entries(REASONS).map(([id, template]) => {
  const names = Array.from({ length: template.length }, (_, index) => `value${index}`)
  const values = id === 'only when' ? [{ en: 'value0', de: 'value0' }] : names.map((name) => [name])
  return { id, names, reason: [id, ...values] as unknown as Reason }
})

it('says each reason as a whole sentence with all its values, in English and in German', () => {
  for (const { id, names, reason } of FILLED.filter((each) => each.id !== 'as the text says')) {
    const [english, german] = [filledReason(REASONS, reason), filledReason(GERMAN_REASONS, reason)]
    expect(german).not.toBe(english)
    for (const sentence of [english, german]) {
      expect(sentence).toMatch(/^[\p{Lu}v].*\.$|^[^.]*: .*\.$/u)
      for (const name of names) expect(sentence, id).toContain(name)
    }
  }
})

it('leaves the words of a text as they stand', () => {
  expect(filledReason(GERMAN_REASONS, ['as the text says', 'Only on weekdays.'])).toBe('Only on weekdays.')
})

it('fills the same placeholders in both languages of a built-in error', () => {
  const placeholders = (words: string): string[] => words.match(/\{\w+\}/g) ?? []
  for (const error of Object.keys(SUPPLIED_REFUSALS) as BuiltInError[])
    expect(placeholders(suppliedWords(error, 'de')), error).toEqual(placeholders(suppliedWords(error, 'en')))
})
