// The label "Agents act as": model, diagnostics and plan.

import { expect, it } from 'vitest'
import { compile } from '../../compile.ts'
import { differences } from '../../evolution/difference.ts'
import { evolve } from '../../evolution/evolve.ts'
import { planTables } from '../../plan/schema/tables.ts'
import { usersText } from '../specification-for-tests.ts'

interface Around {
  readonly keys?: string
  readonly session?: string
}

function textWith(agents: string, { keys = 'Admin, at most 90 days', session = 'cookie' }: Around = {}): string {
  const above = agents === '' ? '' : `**Agents act as:** ${agents}`
  return usersText({ above, session, lines: `- **API keys:** ${keys}\n` })
}

function agentsIn(agents: string, around?: Around) {
  const text = textWith(agents, around)
  const { model, diagnostics } = compile(text)
  const place = text.indexOf('**Agents act as:**')
  const said = diagnostics.filter(
    ({ span }) => place >= 0 && span.start >= place && span.end <= text.indexOf('\n', place),
  )
  return {
    roles: model?.roles.agents?.roles ?? null,
    said: said.map(({ number, span }) => `${number} ${text.slice(span.start, span.end)}`),
  }
}

it('is nobody where nothing is said, and has the stated roles', () => {
  for (const none of ['', 'none', 'not shown']) expect(agentsIn(none).roles, none).toBeNull()
  expect(agentsIn('Member, Guest')).toEqual({ roles: ['Member', 'Guest'], said: [] })
})

it('is refused where the line says something that no agent can be', () => {
  expect(agentsIn('Membr').said).toEqual(['N601 Membr'])
  expect(agentsIn('Member, Member').said).toEqual(['N008 Member'])
})

it('is warned of where no agent can show that its user has the role', () => {
  const member = { keys: 'Member, at most 90 days' }
  expect(agentsIn('Member, Admin', member)).toEqual({ roles: ['Member', 'Admin'], said: ['N650 Admin'] })
  expect(agentsIn('Member, Guest', { keys: 'none' }).said).toEqual(['N650 Member'])
  const header = { keys: 'none', session: 'header `Authorization: Bearer <token>`' }
  expect(agentsIn('Member, Admin', header).said).toEqual([])
})

it('is told of by plan, in a sentence for each role', () => {
  const said = (before: string, after: string): string[] => {
    const [old, now] = [compile(textWith(before)).model, compile(textWith(after)).model]
    if (old === null || now === null) throw new Error('A text has errors.')
    const { changes } = evolve({ schema: planTables(old), model: old, identities: null }, now, null)
    return differences(old, now, changes).map(({ kind, sentence }) => `${kind}: ${sentence}`)
  }
  expect(said('', 'Member')).toEqual(['review: Agents may use the application as Member, for users who have the role.'])
  expect(said('Member', 'Admin')).toEqual([
    'review: Agents may use the application as Admin, for users who have the role.',
    'contract: No agent may use the application as Member any more.',
  ])
  expect(said('Member, Admin', 'Admin, Member')).toEqual([expect.stringMatching(/^safe: /)])
})
