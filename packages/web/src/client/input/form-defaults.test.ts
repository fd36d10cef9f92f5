// The inputs of a new form that are marked as required, and their initial days, for the sales application.

import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { compile } from '@ninefold/core/compile.ts'
import { creationInputs, operationsOf, statedInputs } from '@ninefold/core/contract/calls/calls.ts'
import type { InputField } from '@ninefold/core/contract/wire/inputs.ts'
import { entityNamed } from '@ninefold/core/model/find.ts'
import { bodyOf, initialEntered } from './form-values.ts'
import { withFormDefaults } from './form-defaults.ts'

const ADA = '0192f3a0-0000-7000-8000-000000000001'
const OPENED = { today: '2026-11-26', me: ADA }

const { model } = compile(readFileSync(new URL('../../../../../examples/crm/app.md', import.meta.url), 'utf8'))
if (model === null) throw new Error('The sales application has errors.')

function starsOf(fields: readonly InputField[]): string[] {
  return fields.filter(({ isNeeded, isRequired }) => isNeeded || isRequired).map(({ path }) => path.join('.'))
}

it('does not tell an input as needed that the call does not need', () => {
  const call = operationsOf(model).find(({ path }) => path === '/api/leads/:number/convert')
  if (call?.kind !== 'stated') throw new Error('There is no such call.')
  const inputs = statedInputs(call.call)
  const optional = call.call.inputs.filter(({ isNeeded }) => !isNeeded).map(({ path }) => path.join('.'))
  // Required fields of the record that need no input; they were marked as required before.
  expect(starsOf(inputs).filter((name) => optional.includes(name))).not.toEqual([])
  expect(starsOf(withFormDefaults(inputs, OPENED)).filter((name) => optional.includes(name))).toEqual([])
})

it('begins with a day that is reckoned from today, and sends it', () => {
  const quote = creationInputs(entityNamed(model, 'Quote'), new Set(['deal', 'validUntil']))
  const asked = withFormDefaults(quote, OPENED)
  expect(asked.find(({ path }) => path[0] === 'validUntil')).toMatchObject({ initial: '2026-12-26', isRequired: true })
  expect(bodyOf(asked, initialEntered(asked, 'Europe/Berlin'), null, 'Europe/Berlin')).toEqual({
    validUntil: '2026-12-26',
  })
})

it('begins with the user of the form where that is the default, and with nobody for a guest', () => {
  const deal = creationInputs(entityNamed(model, 'Deal'), new Set(['title', 'owner']))
  const owner = (me: string | null) => withFormDefaults(deal, { ...OPENED, me }).find(({ path }) => path[0] === 'owner')
  expect(owner(ADA)).toMatchObject({ initial: ADA, isRequired: true })
  expect(owner(null)).toMatchObject({ initial: null, isRequired: false })
})
