import { expect, it } from 'vitest'
import { compile } from '../../compile.ts'
import { withoutMarks } from '../../read/testing.ts'
import { FIELDS } from '../specification-for-tests.ts'

interface Changes {
  readonly signIn?: readonly string[]
  readonly roles?: readonly string[]
  readonly permissions?: readonly string[]
}

const SIGN_IN = [
  'Users are: User',
  'Sign in with: email and password',
  'Session: cookie, ends 30 days after last use',
  'Sign up: open, gives Member',
]
const ROLES = ['Guest | | by not being signed in', 'Member | | by signing up']
const PERMISSIONS = ['Guest | create | User | | name, email, password', 'Member | see | User | | all']

function check({ signIn = SIGN_IN, roles = ROLES, permissions = PERMISSIONS }: Changes) {
  const lines = (rows: readonly string[]): string => rows.map((row) => `| ${row} |\n`).join('')
  const { text, marks } = withoutMarks(`# Example

**Ninefold:** 1

## 3. Entities and their fields

### Entity: User

${FIELDS}
| name | text up to 80 | required, personal data | | |
| email | email | required, unique ignoring case, personal data | | |
| phone | phone | | | |
| department | choice: sales, support | | | |
| password | password 10 to 200 | required, hidden | | |

## 6. Roles and permissions

### Signing in

${signIn.map((line) => `- ${line}\n`).join('')}
| Role | Includes | A user gets it |
| --- | --- | --- |
${lines(roles)}
| Who | May | Entity | Only where | Fields |
| --- | --- | --- | --- | --- |
${lines(permissions)}`)
  const { model, diagnostics } = compile(text)
  const start = text.indexOf('## 6.')
  const said = diagnostics.filter(
    ({ span, severity, number }) => span.start > start && severity !== 'note' && number !== 'N012',
  )
  return {
    roles: model?.roles ?? null,
    said: said.map(({ number, span }) => `${number} ${text.slice(span.start, span.end)}`),
    marked: marks.map((span) => text.slice(span.start, span.end)),
  }
}

function expectSaid(number: string, changes: Changes): void {
  const { said, marked } = check(changes)
  expect(said).toEqual(marked.map((words) => `${number} ${words}`))
}

const withSignIn = (...lines: readonly string[]): Changes => {
  const labels = lines.map((line) => line.split(':')[0])
  return { signIn: [...SIGN_IN.filter((line) => !labels.includes(line.split(':')[0])), ...lines] }
}

it('keeps everything that is said about signing in', () => {
  const { roles, said } = check(
    withSignIn(
      'Session: cookie, ends 1 day after last use, at the latest 7 days after sign-in',
      'Forgotten password: link by email, valid 1 hour',
      'Change of password: asks for the old one, keeps other sessions',
    ),
  )
  expect(said).toEqual([])
  expect(roles?.signIn).toMatchObject({
    session: { lengthMs: 86_400_000, lengthMaxMs: 604_800_000 },
    forgottenPassword: { field: 'email', validMs: 3_600_000 },
    changeOfPassword: { asksForOldOne: true, endsOtherSessions: false },
  })
})

it('keeps signing in by a link, where nobody has a password', () => {
  const { roles, said } = check(withSignIn('Sign in with: link by email, valid 10 minutes'))
  expect(said).toEqual([])
  expect(roles).toMatchObject({ signIn: null, linkSignIn: { identifier: 'email', link: { validMs: 600_000 } } })
  expectSaid('N621', withSignIn('Sign in with: link by email', 'Forgotten password: ⟪link by email⟫'))
})

it('keeps signing in by calls alone, which has no page and no password', () => {
  const calls = withSignIn('Sign in with: calls by email')
  expect(check(calls)).toMatchObject({
    said: [],
    roles: { signIn: null, linkSignIn: null, callSignIn: { identifier: 'email', signUp: { gives: 'Member' } } },
  })
  expectSaid('N621', withSignIn('Sign in with: calls by ⟪name⟫'))
  expectSaid('N011', withSignIn('Sign in with: ⟪calls by email⟫, passkey'))
  expectSaid('N621', withSignIn('Sign in with: calls by email', 'Forgotten password: ⟪link by email⟫'))
  expectSaid('N621', withSignIn('Sign in with: calls by email', 'Session: cookie or ⟪HTTP Basic⟫'))
})

it('says that nobody gets a role by signing up where no line opens that', () => {
  const closed = SIGN_IN.filter((line) => !line.startsWith('Sign up'))
  expectSaid('N630', { signIn: closed, roles: ['Guest | | by not being signed in', 'Member | | ⟪by signing up⟫'] })
  expectSaid('N630', {
    signIn: [...closed, 'Sign up: closed'],
    roles: ['Guest | | by not being signed in', 'Member | | ⟪by signing up⟫'],
  })
  expect(check({ signIn: [...closed, 'Sign up: not shown'] }).said).not.toContain('N630 by signing up')
})

it('takes each carrier of a session once, and a password only where users have one', () => {
  expectSaid('N008', withSignIn('Session: cookie or header `X-A: <token>` or ⟪header `x-a: <token>`⟫'))
  expectSaid('N011', withSignIn('Session: ⟪cookie `ninefold_session`⟫'))
  expectSaid('N621', withSignIn('Sign in with: link by email', 'Session: cookie or ⟪HTTP Basic⟫'))
})

it('refuses links to what is no address', () => {
  expectSaid('N621', withSignIn('Forgotten password: link by ⟪name⟫, valid 1 hour'))
  expectSaid('N320', withSignIn('Forgotten password: link by ⟪mail⟫'))
})

it('says once what of signing in nobody has said, and that is no error', () => {
  const without = (label: string): string[] => SIGN_IN.filter((line) => !line.startsWith(label))
  expect(check({ signIn: without('Sign in with') })).toMatchObject({
    said: ['N623 Signing in'],
    roles: { signIn: null },
  })
  expect(check({ signIn: [...without('Sign in with'), 'Sign in with: not shown'] }).said).toEqual(['N007 not shown'])
})

it('gives a role by a condition on the user', () => {
  const { roles, said } = check({ roles: [...ROLES, 'Seller | Member | when `department == "sales"`'] })
  expect(said).toEqual([])
  expect(roles?.roles[2]?.when).toHaveLength(1)
  expectSaid('N051', { roles: [...ROLES, 'Seller | Member | when `⟪departmet⟫ == "sales"`'] })
  expectSaid('N051', { roles: [...ROLES, 'Seller | Member | when `⟪me⟫.department == "sales"`'] })
})

it('warns of whoever may appoint themselves', () =>
  expectSaid('N608', {
    roles: [...ROLES, 'Seller | Member | when `department == "sales"`'],
    permissions: [...PERMISSIONS, 'Member | change | User | `id == me.id` | name, ⟪department⟫'],
  }))

it('takes several roles in a row for a row too few, and says nothing that follows from it', () => {
  const rows = [
    ...PERMISSIONS,
    '⟪Guest, Member⟫ | see | User | | name',
    'Member | change | User | `id == me.id` | name',
  ]
  const { said, marked } = check({ permissions: rows.filter((row) => row !== 'Member | see | User | | all') })
  expect(said).toEqual(marked.map((text) => `N601 ${text}`))
})
