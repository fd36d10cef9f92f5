import { expect, it } from 'vitest'
import { readFragment, saidAbout } from '../testing.ts'

const ROLES = '| Role | Includes | A user gets it |\n| --- | --- | --- |'
const PERMISSIONS = '| Who | May | Entity | Only where | Fields |\n| --- | --- | --- | --- | --- |'

it('reads how a user gets a role', () => {
  const read = readFragment(
    'roles',
    `${ROLES}\n| A | B, C | by not being signed in |\n| D | | by signing up |\n| E | | from an Admin; the first user who signs up |\n| F | none | by magic |\n| G | | when \`a\` |`,
  )
  expect(read.draft.roles.roles.map((role) => role.gained.map((gain) => gain.kind))).toEqual([
    ['not signed in'],
    ['signing up'],
    ['from', 'first user'],
    [],
    ['when'],
  ])
  expect(read.draft.roles.roles[0]?.includes.map((role) => role.text)).toEqual(['B', 'C'])
  expect(read.draft.roles.roles[2]?.gained[0]).toMatchObject({ role: { text: 'Admin' } })
  expect(saidAbout(read)).toEqual(['N011 by magic'])
  expect(read.draft.roles.roles[4]?.gained[0]).toMatchObject({ condition: { text: 'a' } })
})

it.each([
  ['given by Admin', 'from an Admin'],
  ['by a Manager', 'from a Manager'],
  ['invited by a Head of Choir', 'from a Head of Choir'],
  ['registration', 'by signing up'],
  ['First user', 'the first user who signs up'],
])('knows what is meant by "%s"', (written, meant) => {
  const { said } = readFragment('roles', `${ROLES}\n| A | | ${written} |`)
  expect(said[0]).toMatchObject({ number: 'N011', hint: `Did you mean "${meant}"?` })
  expect(readFragment('roles', `${ROLES}\n| A | | ${meant} |`).said).toEqual([])
})

it('reads permissions', () => {
  const { draft, said } = readFragment(
    'roles',
    `${PERMISSIONS}\n| Owner of ticket | see | Comment | \`!internal\` | all |\n| Nobody | change, delete | Comment | | |\n| Agent | change | Ticket | \`a\`, may hand over | subject, team |\n| Agent | see | Ticket | | all except dueAt, late |\n| Writer | add, remove | Article.fans | \`item == me\` | |`,
  )
  expect(said).toEqual([])
  const [first, second, third, fourth, fifth] = draft.roles.permissions
  expect(first).toMatchObject({
    who: { kind: 'role of', role: { text: 'Owner' }, field: { text: 'ticket' } },
    onlyWhere: { text: '!internal' },
    fields: { kind: 'all', except: [] },
  })
  expect(second).toMatchObject({
    who: { kind: 'nobody' },
    may: [{ action: 'change' }, { action: 'delete' }],
    fields: { kind: 'unstated' },
  })
  expect(third).toMatchObject({ mayHandOver: true, onlyWhere: { text: 'a' }, fields: { kind: 'only' } })
  expect(fourth).toMatchObject({ fields: { kind: 'all', except: [{ text: 'dueAt' }, { text: 'late' }] } })
  expect(fifth).toMatchObject({ entity: { text: 'Article' }, relation: { text: 'fans' } })
})

it('takes a role by its whole name before it takes it for a role of a field', () => {
  const { draft } = readFragment(
    'roles',
    `${ROLES}\n| Head of sales | | by signing up |\n\n${PERMISSIONS}\n| Head of sales | see | A | | all |`,
  )
  expect(draft.roles.permissions[0]?.who).toMatchObject({ kind: 'role', role: { text: 'Head of sales' } })
})

it('allows nothing by a row of which something is unknown or unreadable', () => {
  const read = readFragment(
    'roles',
    `${PERMISSIONS}\n| Agent | look | A | | all |\n| Agent | see | A | not shown | all |\n| Agent | see | A | | not shown |\n| not shown | see | A | | all |\n| Agent | see | A | same as ticket | all |`,
  )
  expect(read.draft.roles.permissions).toEqual([])
  expect(saidAbout(read)).toEqual([
    'N011 look',
    'N007 not shown',
    'N007 not shown',
    'N007 not shown',
    'N013 same as ticket',
  ])
})

it('says that no body carries a session yet', () => {
  for (const carrier of ['body `token`', 'form `api_key`', 'JSON body `token=<apiKey>`', 'cookie or input `token`']) {
    const read = readFragment('roles', `### Signing in\n\n- **Session:** ${carrier}, ends 30 days after last use`)
    expect(saidAbout(read)).toEqual([`N013 ${carrier.split(' or ').at(-1) ?? ''}`])
    expect(read.draft.roles.signIn?.session).toBe(null)
  }
})

it('reads signing in', () => {
  const read = readFragment(
    'roles',
    '### Signing in\n\n- **Users are:** User\n- **Sign in with:** email and password\n- **Session:** cookie, ends 30 days after last use\n- **Sign up:** open, gives Team lead\n- **Wrong password:** 5 in 15 minutes, then LOCKED',
  )
  expect(saidAbout(read)).toEqual([])
  expect(read.draft.roles.signIn).toMatchObject({
    usersAre: { text: 'User' },
    way: { kind: 'password', field: { text: 'email' } },
    session: { carriers: [{ kind: 'cookie' }], length: { text: '30 days' }, after: 'last use' },
    signUp: { kind: 'open', gives: { text: 'Team lead' } },
    wrongPassword: { attempts: { text: '5' }, window: { text: '15 minutes' }, otherwise: { text: 'LOCKED' } },
  })
})

it('reads a session in a header, and reports what it cannot read', () => {
  const signIn = (lines: string) => readFragment('roles', `### Signing in\n\n${lines}`)
  expect(
    signIn('- **Session:** header `Authorization: Token <token>`, ends `len` after sign-in').draft.roles.signIn
      ?.session,
  ).toMatchObject({
    carriers: [{ kind: 'header', name: 'Authorization', scheme: 'Token' }],
    length: { text: 'len' },
    after: 'sign-in',
  })
  expect(
    saidAbout(
      signIn(
        '- **Session:** cookies\n- **Sign up:** whoever\n- **Wrong password:** not shown\n- **Second factor:** by phone\n- **Sign in with:** link by email',
      ),
    ),
  ).toEqual(['N011 cookies', 'N011 whoever', 'N007 not shown', 'N011 by phone'])
})

it('reads several carriers of a session, and reports the one that it cannot read', () => {
  const session = (value: string) => readFragment('roles', `### Signing in\n\n- **Session:** ${value}`)
  const read = session(
    'header `X-Token: <token>` or cookie `token` or query `key` or cookie or HTTP Basic, ends 1 day after sign-in',
  )
  expect(saidAbout(read)).toEqual([])
  expect(read.draft.roles.signIn?.session).toMatchObject({
    carriers: [
      { kind: 'header', name: 'X-Token', scheme: null },
      { kind: 'named cookie', name: 'token' },
      { kind: 'query', name: 'key' },
      { kind: 'cookie' },
      { kind: 'basic' },
    ],
    length: { text: '1 day' },
    after: 'sign-in',
  })
  expect(saidAbout(session('cookie or Basic'))).toEqual(['N011 Basic'])
  expect(saidAbout(session('header `X-Token`'))).toEqual(['N011 header `X-Token`'])
  expect(saidAbout(session('cookie `a b` or query `1`'))).toEqual(['N011 cookie `a b`', 'N011 query `1`'])
})

it('reads links, changes of password and a latest end of sessions', () => {
  const signIn = (lines: string) => readFragment('roles', `### Signing in\n\n${lines}`)
  const read = signIn(
    '- **Sign in with:** link by email, valid 15 minutes\n- **Session:** cookie, ends 1 day after last use, at the latest `longest` after sign-in\n- **Forgotten password:** link by email, valid for `linkTime`\n- **Change of password:** asks for the old one, keeps other sessions',
  )
  expect(saidAbout(read)).toEqual([])
  expect(read.draft.roles.signIn).toMatchObject({
    way: { kind: 'link', field: { text: 'email' }, validFor: { text: '15 minutes' } },
    session: { length: { text: '1 day' }, lengthMax: { text: 'longest' } },
    forgottenPassword: { field: { text: 'email' }, validFor: { text: 'linkTime' } },
    changeOfPassword: { asksForOldOne: true, endsOtherSessions: false },
  })
  const wrong = signIn(
    '- **Forgotten password:** by mail\n- **Change of password:** asks for old\n- **Sign in with:** OpenID\n- **Sign up:** by invitation',
  )
  expect(saidAbout(signIn('- **Sign in with:** passkey'))).toEqual(['N012 passkey'])
  const { signIn: withPasskey } = signIn('- **Sign in with:** email and password, OpenID Company, passkey').draft.roles
  expect(withPasskey).toMatchObject({
    way: { kind: 'password' },
    providers: [{ text: 'Company' }],
    hasPasskeys: true,
  })
  expect(saidAbout(wrong)).toEqual(['N011 by mail', 'N011 asks for old', 'N011 OpenID'])
})

it('forbids all the more where the extent of a prohibition is not shown', () => {
  const { draft } = readFragment(
    'roles',
    `${PERMISSIONS}\n| Nobody | delete | A | not shown | |\n| Nobody | change | A | | not shown |`,
  )
  expect(draft.roles.permissions).toMatchObject([
    { who: { kind: 'nobody' }, onlyWhere: null },
    { who: { kind: 'nobody' }, fields: { kind: 'unstated' } },
  ])
})

it('reads roles and permissions with and without headings of their own', () => {
  const tables = (between: string) =>
    `${between === '' ? '' : `### Roles\n\n`}${ROLES}\n| A | | by signing up |\n\n${between}${PERMISSIONS}\n| A | see | B | | all |`
  for (const between of ['', '### Permissions\n\n']) {
    const { draft, said } = readFragment('roles', tables(between))
    expect([said, draft.roles.roles.length, draft.roles.permissions.length]).toEqual([[], 1, 1])
  }
})
