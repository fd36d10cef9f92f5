// The label "Second factor": model, diagnostics and plan.

import { expect, it } from 'vitest'
import { compile } from '../../compile.ts'
import { openApiDocument } from '../../contract/open-api/document.ts'
import { differences } from '../../evolution/difference.ts'
import { evolve } from '../../evolution/evolve.ts'
import { planTables } from '../../plan/schema/tables.ts'
import { usersText } from '../specification-for-tests.ts'

const textWith = (factor: string): string =>
  usersText({ mayChange: true, lines: factor === '' ? '' : `- **Second factor:** ${factor}\n` })
const compiledWith = (factor: string) => compile(textWith(factor))

/** Without diagnostics about missing points. */
const numbersIn = (text: string): string[] =>
  compile(text).diagnostics.flatMap(({ number }) => (number === 'N014' ? [] : [number]))

it.each([
  ['required for Admin', ['Admin']],
  ['required for Admin, Member', ['Admin', 'Member']],
  ['required for everybody', 'everybody'],
  ['possible', []],
])('takes "%s"', (written, requiredFor) => {
  const { model } = compiledWith(written)
  expect(numbersIn(textWith(written))).toEqual([])
  expect(model?.roles.signIn?.secondFactor).toMatchObject({ requiredFor })
})

it.each([
  ['by phone', 'N011'],
  ['required for Chief', 'N601'],
  ['required for Guest', 'N011'],
  ['required for Admin, Admin', 'N008'],
])('refuses "%s"', (written, number) => {
  expect(compiledWith(written).diagnostics.map((each) => each.number)).toContain(number)
})

it('takes no password with every request beside it', () => {
  const text = textWith('possible').replace('cookie, ends', 'cookie or HTTP Basic, ends')
  expect(numbersIn(text)).toEqual(['N655'])
})

function told(before: string, after: string): string[] {
  const [old, now] = [compiledWith(before).model, compiledWith(after).model]
  if (old === null || now === null) throw new Error('The texts are good.')
  const { changes } = evolve({ schema: planTables(old), model: old, identities: null }, now, null)
  return differences(old, now, changes).map(({ sentence }) => sentence)
}

it('says in the plan who has to set one up, and what else is different', () => {
  const setUp = 'Those of them who have none set one up before anything else, and their sessions without one end.'
  expect(told('', 'required for Admin')).toEqual([expect.stringContaining(`required for Admin. ${setUp}`)])
  expect(told('possible', 'required for everybody')).toEqual([expect.stringContaining('required for everybody.')])
  expect(told('required for Admin', 'possible')).toEqual(['A second factor is not required any more.'])
  expect(told('', 'possible')).toEqual(['Users can have a second factor, and are asked for it then.'])
  expect(told('possible', '')).toEqual([expect.stringContaining('Users are not asked for a second factor any more')])
})

it('names the refusal in the description of writes, where one is asked for', () => {
  const described = (factor: string): string => {
    const { model } = compiledWith(factor)
    return JSON.stringify(model === null ? null : openApiDocument(model, 'test'))
  }
  expect(described('possible')).toContain('SECOND_FACTOR_NEEDED')
  expect(described('')).not.toContain('SECOND_FACTOR_NEEDED')
})

it('says in the plan that passkeys let users in, and count as one', () => {
  const withPasskey = (text: string): string => text.replace(/^(- \*\*Sign in with:\*\*.*)$/m, '$1, passkey')
  const [old, now] = [compile(textWith('')).model, compile(withPasskey(textWith(''))).model]
  if (old === null || now === null) throw new Error('The texts are good.')
  const saidOf = (before: typeof old, after: typeof old): string[] => {
    const { changes } = evolve({ schema: planTables(before), model: before, identities: null }, after, null)
    return differences(before, after, changes).map(({ sentence }) => sentence)
  }
  expect(now.roles.signIn?.hasPasskeys).toBe(true)
  expect(saidOf(old, now)).toEqual([
    'Users can make passkeys and sign in by them. A passkey counts as a second factor.',
  ])
  expect(saidOf(now, old)).toEqual(['Users cannot sign in by a passkey any more.'])
})
