// Rights over users: diagnostics and plan.

import { expect, it } from 'vitest'
import { compile } from '../../compile.ts'
import { differences } from '../../evolution/difference.ts'
import { evolve } from '../../evolution/evolve.ts'
import { planTables } from '../../plan/schema/tables.ts'

interface Around {
  readonly name?: string
  readonly fields?: string
  readonly signUp?: string
}

function textWith(
  rows: string,
  { name = 'required, personal data', fields = '', signUp = 'by invitation' }: Around = {},
) {
  return `# Club

**Ninefold:** 1

## 3. Entities and their fields

### Entity: User

| Field | Type | Rules | Default | Meaning |
| --- | --- | --- | --- | --- |
| name | text up to 80 | ${name} | | |
| email | email | required, unique ignoring case | | |
| password | password 10 to 200 | required, hidden | | |
${fields}
### Entity: Note

| Field | Type | Rules | Default | Meaning |
| --- | --- | --- | --- | --- |
| text | text up to 80 | required | | |

## 6. Roles and permissions

### Signing in

- **Users are:** User
- **Sign in with:** email and password
- **Session:** cookie, ends 30 days after last use
- **Sign up:** ${signUp}

### Roles

| Role | Includes | A user gets it |
| --- | --- | --- |
| Guest | | by not being signed in |
| Reader | | from an Admin |
| Admin | Reader | from an Admin |

### Permissions

| Who | May | Entity | Only where | Fields |
| --- | --- | --- | --- | --- |
| Reader | see | User | | all |
| Reader | see, create | Note | | all |
${rows}
`
}

const INVITES = '| Admin | give roles, invite | User | | |'

function said(rows: string, around?: Around): string[] {
  const text = textWith(rows, around)
  return compile(text)
    .diagnostics.filter(({ severity }) => severity !== 'note')
    .map(({ number, span }) => `${number} ${text.slice(span.start, span.end)}`)
    .filter((each) => /^N6[36]/.test(each))
}

it('is said of the entity of users, to roles that sign in', () => {
  expect(said(INVITES)).toEqual([])
  expect(said(`${INVITES}\n| Admin | suspend | Note | | |`)).toEqual(['N660 suspend'])
  expect(said(`${INVITES}\n| Admin | give roles | Note | | |`)).toEqual(['N660 give roles'])
  expect(said(`${INVITES}\n| Guest | forget | User | | |`)).toContain('N660 forget')
})

it('asks no condition of somebody who is no user yet', () => {
  expect(said('| Admin | give roles | User | | |\n| Admin | invite | User | `id != me.id` | |')).toEqual([
    'N661 id != me.id',
  ])
  expect(said(`${INVITES}\n| Nobody | invite | User | | |`)).not.toContain('N661')
})

it('refuses to forget what cannot be emptied', () => {
  const forget = `${INVITES}\n| Admin | forget | User | | |`
  const field = (row: string): Around => ({ fields: `| ${row} | | |\n` })
  expect(said(forget)).toEqual([])
  expect(said(forget, field('phone | phone | personal data'))).toEqual([])
  expect(said(forget, field('phone | phone | required, personal data'))).toEqual(['N662 forget'])
  expect(said(forget, field('bornAt | date | required, personal data'))).toEqual(['N662 forget'])
  expect(said(forget, field('nick | text up to 53 | required, personal data'))).toEqual(['N662 forget'])
  expect(said(forget, field('nick | text up to 54 | required, personal data'))).toEqual([])
  expect(said(forget, field('nick | text up to 80 | required, personal data, pattern `[a-z]+`'))).toEqual([
    'N662 forget',
  ])
  expect(said(forget, field('page | slug from name | required'))).toEqual(['N662 forget'])
  expect(said(forget, { name: 'required' })).toEqual(['N663 forget'])
})

it('warns of invitations that nobody can make', () => {
  expect(said('| Admin | give roles | User | | |')).toEqual(['N664 by invitation'])
  expect(said('| Admin | give roles | User | | |', { signUp: 'closed' })).toEqual([])
  expect(said(`${INVITES}\n| Reader | invite | User | | |`)).toEqual(['N664 invite'])
  const reference = (rules: string): Around => ({ fields: `| note | Note | ${rules} | | |\n` })
  expect(said(INVITES, reference('required, blocks deletion'))).toEqual(['N664 invite'])
  expect(said(INVITES, reference('cleared on deletion'))).toEqual([])
})

it('is told of by plan, in a sentence for each role', () => {
  const changes = (before: string, after: string): string[] => {
    const [old, now] = [compile(textWith(before)).model, compile(textWith(after)).model]
    if (old === null || now === null) throw new Error('A text has errors.')
    const evolved = evolve({ schema: planTables(old), model: old, identities: null }, now, null)
    return differences(old, now, evolved.changes).map(({ kind, sentence }) => `${kind}: ${sentence}`)
  }
  const more = `${INVITES}\n| Admin | suspend, forget | User | \`id != me.id\` | |`
  expect(changes(INVITES, more)).toEqual([
    'review: Admin may now suspend some User.',
    'review: Admin may now forget some User.',
  ])
  expect(changes(more, INVITES)).toEqual([
    'review: Admin may no longer suspend any User.',
    'review: Admin may no longer forget any User.',
  ])
  expect(changes('| Admin | give roles | User | | |', INVITES)).toEqual(['review: Admin may now invite every User.'])
})
