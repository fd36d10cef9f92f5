// OpenID providers: model, diagnostics, plan and completions.

import { expect, it } from 'vitest'
import { compile } from '../../compile.ts'
import { differences } from '../../evolution/difference.ts'
import { evolve } from '../../evolution/evolve.ts'
import { formatSpecification } from '../../format/format-specification.ts'
import { signInOf } from '../../model/users/sign-in-of.ts'
import { rolesWithoutFirstHolder } from '../../model/users/first-holders.ts'
import { planTables } from '../../plan/schema/tables.ts'
import { completionsAt } from '../../service/completion.ts'
import { openDocument } from '../../service/document.ts'
import { referencesAt } from '../../service/names.ts'
import { renameAt } from '../../service/rename.ts'
import { FIELDS } from '../specification-for-tests.ts'

const PROVIDER = {
  Issuer: 'COMPANY_ISSUER',
  Client: 'COMPANY_CLIENT COMPANY_SECRET',
  'Sign up': 'addresses of Example.com, example.org, gives Member',
}

interface Written {
  readonly way?: string
  readonly signUp?: string
  readonly password?: string
  readonly provider?: Readonly<Record<string, string>>
  readonly fields?: readonly string[]
  readonly roles?: readonly string[]
  readonly more?: string
}

function textOf({
  way = 'email and password, OpenID Company',
  signUp = 'open, gives Member',
  password = 'hidden',
  provider = PROVIDER,
  fields = ['name | name'],
  roles = [],
  more = '',
}: Written = {}): string {
  const table = (header: string, rows: readonly string[]): string =>
    rows.length === 0
      ? ''
      : `\n| ${header} |\n|${' --- |'.repeat(header.split('|').length)}\n${rows.map((row) => `| ${row} |\n`).join('')}`
  const labels = Object.entries(provider).map(([label, value]) => `- **${label}:** ${value}\n`)
  return `# Example

**Ninefold:** 1

## 3. Entities and their fields

### Entity: User

${FIELDS}
| name | text up to 80 | required | | |
| email | email | required, unique ignoring case | | |
| second | email | | | |
| password | password 10 to 200 | ${password} | | |

## 6. Roles and permissions

### Signing in

- **Users are:** User
- **Sign in with:** ${way}
- **Session:** cookie, ends 30 days after last use
- **Sign up:** ${signUp}

### OpenID provider: Company

${labels.join('')}${table('Field | Claim', fields)}${table('Claim | Value | Role', roles)}
${more}
### Roles

| Role | Includes | A user gets it |
| --- | --- | --- |
| Guest | | by not being signed in |
| Member | | by signing up |
| Admin | Member | from an Admin |
| Tall | | when \`name == "Tall"\` |

### Permissions

| Who | May | Entity | Only where | Fields |
| --- | --- | --- | --- | --- |
| Guest | create | User | | name, email, password |
| Member | see | User | | name, email |
| Tall | see | User | | name |
| Admin | give roles | User | | |
`
}

/** Errors and warnings of point 6, each with its text. */
function saidOf(written: Written): string[] {
  const text = textOf(written)
  const start = text.indexOf('### Signing in')
  return compile(text)
    .diagnostics.filter(({ severity, span }) => severity !== 'note' && span.start > start)
    .map(({ number, span }) => `${number} ${text.slice(span.start, span.end)}`)
}

function modelOf(written: Written = {}) {
  const { model, diagnostics } = compile(textOf(written))
  if (model === null) throw new Error(diagnostics.map(({ number, message }) => `${number} ${message}`).join('\n'))
  return model
}

it('are read and checked, with and without another way to sign in', () => {
  const model = modelOf({ roles: ['groups | `admins` | Admin'] })
  expect(model.roles.signIn?.providers).toMatchObject([
    {
      name: 'Company',
      issuer: 'COMPANY_ISSUER',
      clientId: 'COMPANY_CLIENT',
      clientSecret: 'COMPANY_SECRET',
      scopes: [],
      signUp: { gives: 'Member', domains: ['example.com', 'example.org'] },
      linksByAddress: false,
      rolesAre: 'taken anew',
      fields: [
        { field: 'email', claim: 'email' },
        { field: 'name', claim: 'name' },
      ],
      roles: [{ claim: 'groups', value: 'admins', role: 'Admin' }],
    },
  ])
  const alone = modelOf({ way: 'OpenID Company', signUp: 'closed' })
  expect(alone.roles).toMatchObject({ signIn: null, linkSignIn: null, openIdSignIn: { identifier: 'email' } })
  expect(signInOf(alone.roles)?.signUp).toBeNull()
  const byLink = modelOf({ way: 'link by email, valid 10 minutes, OpenID Company' })
  expect(byLink.roles.linkSignIn).toMatchObject({ link: { validMs: 600_000 }, providers: [{ name: 'Company' }] })
  const whole = { Scopes: 'groups, roles', 'Existing accounts': 'linked by confirmed address' }
  const stated = { ...PROVIDER, ...whole, 'Roles are': 'given at the first sign-in', 'Sign up': 'open, gives Member' }
  expect(modelOf({ provider: stated }).roles.signIn?.providers).toMatchObject([
    { scopes: ['groups', 'roles'], linksByAddress: true, rolesAre: 'given once', signUp: { domains: null } },
  ])
})

it('say what is wrong, at the words to be written anew', () => {
  expect(saidOf({})).toEqual([])
  expect(saidOf({ way: 'email and password, OpenID Compny' })).toEqual(['N639 Compny'])
  expect(saidOf({ way: 'email and password' })).toEqual(['N640 Company'])
  expect(saidOf({ way: 'OpenID' })).toContain('N011 OpenID')
  expect(saidOf({ way: 'email and password, OpenID Company, OpenID Company' })).toEqual(['N008 Company'])
  expect(saidOf({ way: 'OpenID Company' })).toEqual(['N621 open, gives Member'])
  expect(saidOf({ provider: {} })).toEqual(['N011 Company', 'N011 Company'])
  const provider = (more: Record<string, string>): string[] => saidOf({ provider: { ...PROVIDER, ...more } })
  expect(provider({ Issuer: 'https://login.example.com' })).toEqual(['N011 https://login.example.com'])
  expect(provider({ Client: 'COMPANY_CLIENT' })).toEqual(['N011 COMPANY_CLIENT'])
  expect(provider({ Client: 'abc s3cr3t-of-ours' })).toEqual(['N011 abc s3cr3t-of-ours'])
  expect(provider({ Scopes: 'groups, two words' })).toEqual(['N011 two words'])
  expect(provider({ 'Sign up': 'everybody' })).toEqual(['N011 everybody'])
  for (const domain of ['example', '@example.com', '*.example.com', 'example.com/x', '10.0.0.1'])
    expect(provider({ 'Sign up': `addresses of ${domain}, gives Member` }), domain).toEqual([`N011 ${domain}`])
  expect(provider({ 'Sign up': 'open, gives Membr' })).toEqual(['N601 Membr'])
  expect(provider({ 'Sign up': 'open, gives Guest' })).toEqual(['N011 Guest'])
  expect(provider({ 'Existing accounts': 'linked' })).toEqual(['N011 linked'])
  expect(provider({ 'Roles are': 'never' })).toEqual(['N011 never'])
  expect(saidOf({ roles: ['groups | tall | Tall'] })).toEqual(['N011 Tall'])
  expect(saidOf({ roles: ['groups | x | Membr'] })).toEqual(['N601 Membr'])
  expect(saidOf({ fields: ['nme | name'] })).toContain('N320 nme')
  expect(saidOf({ fields: ['name | name', 'name | nickname'] })).toEqual(['N008 name'])
})

it('make no users of whom something is missing, and read no address that nobody confirms', () => {
  expect(saidOf({ fields: [] })).toEqual(['N641 addresses of Example.com, example.org, gives Member'])
  expect(saidOf({ password: 'required, hidden' })).toEqual(['N641 Company'])
  expect(saidOf({ fields: ['name | name', 'second | upn'] })).toEqual(['N641 upn'])
  expect(saidOf({ fields: ['name | name', 'email | preferred_username'] })).toContain('N641 preferred_username')
  expect(saidOf({ fields: ['name | name', 'password | name'] })).toEqual(['N011 password'])
  // Linking clears the password, so it may be missing there too.
  const linking = { ...PROVIDER, 'Sign up': 'closed', 'Existing accounts': 'linked by confirmed address' }
  expect(saidOf({ provider: linking, password: 'required, hidden' })).toEqual(['N641 Company'])
  expect(saidOf({ provider: linking, fields: [] })).toEqual([])
})

it('are a way to a role, for the first who has it too', () => {
  expect(rolesWithoutFirstHolder(modelOf({}))).toEqual(['Admin'])
  expect(rolesWithoutFirstHolder(modelOf({ roles: ['groups | admins | Admin'] }))).toEqual([])
  expect(saidOf({ signUp: 'closed' })).toEqual([])
})

it('are told of by plan', () => {
  const said = (before: Written, after: Written): string[] => {
    const [old, now] = [modelOf(before), modelOf(after)]
    const { changes } = evolve({ schema: planTables(old), model: old, identities: null }, now, null)
    return differences(old, now, changes).map(({ kind, sentence }) => `${kind}: ${sentence}`)
  }
  const without = { way: 'email and password' }
  const partner = { ...PROVIDER, 'Sign up': 'open, gives Member' }
  expect(said(without, { roles: ['groups | admins | Admin'] })).toEqual([
    'review: Users sign in by OpenID Company: it needs COMPANY_ISSUER, COMPANY_CLIENT and COMPANY_SECRET.',
    'review: Everybody there with an address of example.com and example.org can sign up by OpenID Company, and gets Member.',
    'review: A user who has "admins" in "groups" of OpenID Company is Admin.',
  ])
  expect(said({}, without)).toEqual(['review: Users cannot sign in by OpenID Company any more.'])
  expect(said({}, { provider: partner })).toEqual([
    'review: Everybody there can sign up by OpenID Company, and gets Member.',
  ])
  expect(said({}, { provider: { ...PROVIDER, 'Existing accounts': 'linked by confirmed address' } })).toEqual([
    expect.stringMatching(/^review: An account belongs to the user of OpenID Company whose address is confirmed there/),
  ])
  expect(said({}, { provider: { ...PROVIDER, 'Roles are': 'given at the first sign-in' } })).toEqual([
    'review: Roles by OpenID Company are given once: they stay when a claim goes.',
  ])
  expect(said({}, { provider: { ...PROVIDER, Issuer: 'ANOTHER' } })).toEqual([
    'contract: The address of OpenID Company is in ANOTHER: users of another issuer are others.',
  ])
  expect(said({ roles: ['groups | admins | Admin'] }, {})).toEqual([
    'review: It is not so any more that a user who has "admins" in "groups" of OpenID Company is Admin.',
  ])
  expect(said({}, { way: 'OpenID Company', signUp: 'closed' })).toContain(
    'review: Users cannot sign in with a password any more.',
  )
})

it('are known to an editor: forms, names and places', () => {
  const text = textOf({})
  const document = openDocument(text)
  const at = text.indexOf('OpenID Company') + 'OpenID '.length
  expect(referencesAt(document, at).map((span) => text.slice(span.start, span.end))).toEqual(['Company', 'Company'])
  const renamed = renameAt(document, at, 'Firm')
  expect(JSON.stringify(renamed)).toContain('Firm')
  const open = textOf({ way: 'email and password, OpenID ' })
  const offered = completionsAt(openDocument(open), open.indexOf('OpenID \n') + 'OpenID '.length)
  expect(offered.map(({ label }) => label)).toContain('Company')
  expect(formatSpecification(text)).toBe(formatSpecification(formatSpecification(text)))
  expect(JSON.stringify(compile(formatSpecification(text)).model?.roles.signIn?.providers, withoutSpans)).toBe(
    JSON.stringify(modelOf({}).roles.signIn?.providers, withoutSpans),
  )
})

function withoutSpans(key: string, value: unknown): unknown {
  return key === 'span' ? undefined : value
}
