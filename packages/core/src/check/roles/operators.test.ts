// The label "Operated by": model, diagnostics and plan.

import { expect, it } from 'vitest'
import { compile } from '../../compile.ts'
import { differences } from '../../evolution/difference.ts'
import { evolve } from '../../evolution/evolve.ts'
import { planTables } from '../../plan/schema/tables.ts'
import { usersText } from '../specification-for-tests.ts'

function textWith(operators: string): string {
  return usersText({ above: operators === '' ? '' : `**Operated by:** ${operators}` })
}

function operatorsIn(text: string) {
  const { model, diagnostics } = compile(text)
  const place = text.indexOf('**Operated by:**')
  const said = diagnostics.filter(
    ({ span }) => place >= 0 && span.start >= place && span.end <= text.indexOf('\n', place),
  )
  return {
    roles: model?.roles.operators?.roles ?? null,
    said: said.map(({ number, message, span }) => `${number} ${text.slice(span.start, span.end)}: ${message}`),
  }
}

it('is nobody where nothing is said, and has the stated roles', () => {
  for (const none of ['', 'none', 'not shown']) expect(operatorsIn(textWith(none)).roles, none).toBeNull()
  expect(operatorsIn(textWith('Admin, Member'))).toEqual({ roles: ['Admin', 'Member'], said: [] })
})

it('is refused where nobody signed in has the role', () => {
  expect(operatorsIn(textWith('Admn')).said).toEqual([expect.stringMatching(/^N601 Admn: /)])
  expect(operatorsIn(textWith('Admin, Admin')).said).toEqual([expect.stringMatching(/^N008 Admin: /)])
  expect(operatorsIn(textWith('Guest')).said).toEqual([expect.stringMatching(/^N011 Guest: .*an operator signs in/)])
})

/** Roles of a text with tenants. */
function inTenants(roles: string, operators: string): ReturnType<typeof operatorsIn> {
  return operatorsIn(`# Example

**Ninefold:** 1

## 3. Entities and their fields

**Records belong to:** Organisation via Membership

### Entity: Organisation

| Field | Type | Rules | Default | Meaning |
| --- | --- | --- | --- | --- |
| name | text up to 80 | required, unique | | |
| isOurs | yes/no | required | no | |

### Entity: Person

| Field | Type | Rules | Default | Meaning |
| --- | --- | --- | --- | --- |
| email | email | required, unique | | |
| password | password 10 to 200 | required, hidden | | |
| isStaff | yes/no | required | no | |
| memberships | list of Membership via person | | | |

### Entity: Membership

| Field | Type | Rules | Default | Meaning |
| --- | --- | --- | --- | --- |
| person | Person | required, deleted together | | |
| isOwner | yes/no | required | no | |

## 6. Roles and permissions

**Operated by:** ${operators}

### Signing in

- **Users are:** Person
- **Sign in with:** email and password
- **Session:** cookie, ends 30 days after last use
- **Sign up:** open, gives Visitor

| Role | Includes | A user gets it |
| --- | --- | --- |
| Guest | | by not being signed in |
| Visitor | | by signing up |
| Owner | Visitor | when \`memberships.exists(m, m.organisation == organisation && m.isOwner)\` |
${roles}

| Who | May | Entity | Only where | Fields |
| --- | --- | --- | --- | --- |
| Guest | create | Person | | email, password |
| Visitor | see | Person | | email |
| Visitor | see, create | Organisation | | name |
| Visitor | see, create | Membership | | person |
| Owner | give roles | Person | in every tenant | |
`)
}

it('is no role that somebody has, or gives, because of one tenant', () => {
  expect(inTenants('', 'Owner').said).toEqual([
    'N651 Owner: "Owner" is had by a condition on a membership, and operators see things of every Organisation.',
  ])
  const including =
    '| Technician | | from a Technician |\n| Head | Technician | when `organisation != null && organisation.isOurs` |'
  expect(inTenants(including, 'Technician').said).toEqual([
    'N651 Technician: "Head" is had by a condition on a membership, and operators see things of every Organisation.',
  ])
  const given = '| Deputy | | from an Owner |\n| Technician | | from a Deputy |'
  expect(inTenants(given, 'Technician').said).toEqual([
    'N651 Technician: "Deputy" is given by "Owner", which is had by a condition on a membership, and operators see things of every Organisation.',
  ])
})

it('is any other role where there are tenants', () => {
  for (const role of ['from a Technician; the first user who signs up', 'when `isStaff`']) {
    const found = inTenants(`| Technician | Visitor | ${role} |`, 'Technician')
    expect(found, role).toEqual({ roles: ['Technician'], said: [] })
  }
})

it('is told of by plan, in a sentence for each role', () => {
  const said = (before: string, after: string): string[] => {
    const [old, now] = [compile(textWith(before)).model, compile(textWith(after)).model]
    if (old === null || now === null) throw new Error('A text has errors.')
    const { changes } = evolve({ schema: planTables(old), model: old, identities: null }, now, null)
    return differences(old, now, changes).map(({ kind, sentence }) => `${kind}: ${sentence}`)
  }
  expect(said('', 'Member')).toEqual([
    'review: Member may now see the page for operators: the audit log, messages, waiting work and the health of the application.',
  ])
  expect(said('Member', 'Admin')).toEqual([
    expect.stringMatching(/^review: Admin may now see the page for operators/),
    'review: Member may no longer see the page for operators.',
  ])
  expect(said('Member, Admin', 'Admin, Member')).toEqual([expect.stringMatching(/^safe: /)])
})
