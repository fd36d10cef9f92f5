// The label "API keys": model, diagnostics, plan and OpenAPI.

import { expect, it } from 'vitest'
import { compile } from '../../compile.ts'
import { openApiDocument } from '../../contract/open-api/document.ts'
import { differences } from '../../evolution/difference.ts'
import { evolve } from '../../evolution/evolve.ts'
import { planTables } from '../../plan/schema/tables.ts'
import { usersText } from '../specification-for-tests.ts'

const LIMITS = `
## 9. Business constants and limits

| Constant | Value | Used for |
| --- | --- | --- |
| keyLife | 2 weeks | keys |
`

const textWith = (keys: string): string =>
  usersText({ lines: keys === '' ? '' : `- **API keys:** ${keys}\n`, below: LIMITS })

function keysIn(keys: string) {
  const text = textWith(keys)
  const { model, diagnostics } = compile(text)
  const place = text.indexOf('**API keys:**')
  const line = { start: place, end: text.indexOf('\n', place) }
  const said = diagnostics.filter(({ span }) => place >= 0 && span.start >= line.start && span.end <= line.end)
  const { roles, lengthMaxMs } = model?.roles.signIn?.apiKeys ?? { roles: null, lengthMaxMs: null }
  return { roles, lengthMaxMs, said: said.map(({ number, span }) => `${number} ${text.slice(span.start, span.end)}`) }
}

const DAY_MS = 24 * 3_600_000

it('are none where nothing is said, and have the stated roles for the stated time', () => {
  expect(keysIn('')).toEqual({ roles: null, lengthMaxMs: null, said: [] })
  expect(keysIn('none')).toEqual({ roles: null, lengthMaxMs: null, said: [] })
  expect(keysIn('Member, at most 90 days')).toEqual({ roles: ['Member'], lengthMaxMs: 90 * DAY_MS, said: [] })
  expect(keysIn('Member, Admin, at most `keyLife`')).toEqual({
    roles: ['Member', 'Admin'],
    lengthMaxMs: 14 * DAY_MS,
    said: [],
  })
})

it('are given to apps by OAuth where it is said', () => {
  expect(keysIn('Member, Admin, at most 90 days, also by OAuth')).toEqual({
    roles: ['Member', 'Admin'],
    lengthMaxMs: 90 * DAY_MS,
    said: [],
  })
  expect(compile(textWith('Member, at most 90 days, also by OAuth')).model?.roles.signIn?.apiKeys?.alsoByOAuth).toBe(
    true,
  )
  expect(compile(textWith('Member, at most 90 days')).model?.roles.signIn?.apiKeys?.alsoByOAuth).toBe(false)
  expect(keysIn('Member, at most 90 days, by OAuth').said).toHaveLength(1)
})

it('are refused where the line says something that no key can be', () => {
  expect(keysIn('Membr, at most 90 days').said).toEqual(['N601 Membr'])
  expect(keysIn('Guest, at most 90 days').said).toEqual(['N011 Guest'])
  expect(keysIn('Member, Member, at most 90 days').said).toEqual(['N008 Member'])
  expect(keysIn('Member').said).toEqual(['N011 Member'])
  expect(keysIn('Member, at most ninety').said).toEqual([expect.stringMatching(/^N\d+ ninety$/)])
  for (const short of ['0 days', '3 hours']) expect(keysIn(`Member, at most ${short}`).said).toEqual([`N911 ${short}`])
})

it('are told of by plan, in a sentence for whoever has or makes one', () => {
  const said = (before: string, after: string): string[] => {
    const [old, now] = [compile(textWith(before)).model, compile(textWith(after)).model]
    if (old === null || now === null) throw new Error('A text has errors.')
    const { changes } = evolve({ schema: planTables(old), model: old, identities: null }, now, null)
    return differences(old, now, changes).map(({ kind, sentence }) => `${kind}: ${sentence}`)
  }
  expect(said('', 'Member, at most 90 days')).toEqual([
    'review: Users can make API keys with the roles Member, for at most 90 days.',
  ])
  expect(said('Member, at most 90 days', '')).toEqual([
    'contract: There are no API keys any more: programs that use one are refused.',
  ])
  expect(said('Member, at most 90 days', 'Admin, at most 30 days')).toEqual([
    'contract: No API key has the role Member any more.',
    'review: Users who have the role Admin can give it to API keys.',
    'review: A new API key lasts at most 30 days instead of 90 days.',
  ])
  expect(said('Member, at most 2 weeks', 'Member, at most `keyLife`')).toEqual([])
  const byOAuth = 'Member, at most 90 days, also by OAuth'
  const asked = 'review: Any app can ask users for access by OAuth, and gets what they allow.'
  expect(said('', byOAuth)).toEqual([expect.stringContaining('Users can make API keys'), asked])
  expect(said('Member, at most 90 days', byOAuth)).toEqual([asked])
  expect(said(byOAuth, 'Member, at most 90 days')).toEqual([
    'contract: No app gets access by OAuth any more, and those that have it are refused.',
  ])
})

it('are a security scheme of OpenAPI', () => {
  const described = (keys: string) => {
    const { model } = compile(textWith(keys))
    if (model === null) throw new Error('The text has errors.')
    return JSON.parse(JSON.stringify(openApiDocument(model, 'test')))
  }
  const { components, paths } = described('Member, at most 90 days')
  expect(components.securitySchemes).toMatchObject({ key: { type: 'http', scheme: 'bearer' } })
  expect(JSON.stringify(paths['/api/users'].get.security)).toContain('{"key":[]}')
  expect(Object.keys(described('').components.securitySchemes)).toEqual(['session'])
  const { oauth } = described('Member, at most 90 days, also by OAuth').components.securitySchemes
  expect(oauth).toMatchObject({
    type: 'oauth2',
    flows: { authorizationCode: { scopes: { Member: expect.any(String) } } },
  })
})
