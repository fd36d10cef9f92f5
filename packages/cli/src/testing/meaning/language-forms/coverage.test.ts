// Every form of the language is made up for the meaning machine, or left out for a reason. A form that is new fails here until
// the generator has it and the reference interpreter says what it means.

import { describe, expect, it } from 'vitest'
import { randomFrom } from '../../chance.ts'
import { madeUpSpecification } from '../made-up-specification.ts'
import { formsOfSeed } from './covering-seeds.ts'
import { formsInText } from './forms-in-text.ts'
import { formsOfLanguage } from './forms-of-language.ts'
import { LEFT_OUT } from './left-out.ts'

/** `npm run prove forms` finds them anew, which is needed after changes of the generator. */
const SEEDS: readonly number[] = [
  20176, 20044, 20367, 20041, 20345, 20109, 20239, 20353, 20015, 20098, 20129, 20185, 20211, 20160, 20278, 20143, 20382,
  20342, 20030, 20283, 20006, 20018, 20183, 20227, 20343, 20004, 20021, 20031, 20042, 20045, 20049, 20054, 20065, 20067,
  20097, 20114, 20306,
]

const LANGUAGE = formsOfLanguage()
const madeUp = new Set(SEEDS.flatMap((seed) => [...(formsOfSeed(seed) ?? [])]))
const reasonFor = (form: string): string | undefined => LEFT_OUT.find(({ forms }) => forms.test(form))?.because

it('has every form in a made-up specification, or leaves it out for a reason', () => {
  expect([...LANGUAGE].filter((form) => !madeUp.has(form) && reasonFor(form) === undefined)).toEqual([])
})

it('leaves out nothing that is made up, and gives no reason for nothing', () => {
  expect([...madeUp].filter((form) => !LANGUAGE.has(form))).toEqual([])
  expect([...madeUp].flatMap((form) => (reasonFor(form) === undefined ? [] : [form]))).toEqual([])
  const unused = LEFT_OUT.filter(({ forms }) => ![...LANGUAGE].some((form) => forms.test(form)))
  expect(unused.map(({ because }) => because)).toEqual([])
})

describe('a form that the generator no longer makes is told', () => {
  const { text } = madeUpSpecification(randomFrom(SEEDS[0] ?? 1), true)
  const forms = (changed: string): ReadonlySet<string> => formsInText(changed) ?? new Set()
  it.each([
    ['table fields: Rules | set once', /, set once|set once,? ?/g],
    ['label entity: Only grows | yes', /- \*\*Only grows:\*\* yes\n/g],
  ])('%s', (form, written) => {
    expect(forms(text)).toContain(form)
    expect(forms(text.replace(written, ''))).not.toContain(form)
  })
})
