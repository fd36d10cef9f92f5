// Point 6: sign-in, roles, and their permissions.

import type { Draft } from '../draft/draft.ts'
import type { EntityDraft } from '../draft/entities.ts'
import { entityPart } from './entities.ts'
import { bullets, type Piece, type Suggestion, table } from './suggestion.ts'
import { rolesOf, subjectsOf, usersEntityOf } from './known-facts.ts'

const QUESTION = 'Roles and permissions'

/** Visitors who do not sign in. */
const GUEST = 'Guest'

export function suggestRoles(draft: Draft): Suggestion[] {
  const entities = subjectsOf(draft).map(({ name }) => name.text)
  const roles = rolesOf(draft)
  const responsible = roles.at(-1) ?? 'Member'
  const first = roles[0] ?? responsible
  const kept = entities.join(', ')
  const everything = entities.map((entity) => [first, 'see, create, change, delete', entity, '', 'all'])
  const added = entities.flatMap((entity) => [
    [first, 'create', entity, '', 'all'],
    [responsible, 'change, delete', entity, '', 'all'],
  ])
  const divided = entities.flatMap((entity) => [
    [first, 'see, create', entity, '', 'all'],
    [responsible, 'change, delete', entity, '', 'all'],
  ])
  const careful: Suggestion = {
    title: `Everybody adds, the ${responsible.toLowerCase()} changes`,
    note: `Who signs in may see and add ${kept}. Only the ${responsible.toLowerCase()} changes and deletes.`,
    pieces: signedIn(draft, roles, divided),
  }
  const own: Suggestion = {
    title: `Only their own, the ${responsible.toLowerCase()} everything`,
    note: `Who signs in adds ${kept}, and sees and changes only their own. The ${responsible.toLowerCase()} sees and changes all of them.`,
    pieces: [...signedIn(draft, roles, ownRights(draft, first, responsible)), ...ownerRows(draft)],
  }
  const open: Suggestion = {
    title: 'Who signs in may do everything',
    note: `Everybody with an account sees, adds, changes and deletes ${kept}.`,
    pieces: signedIn(draft, roles, everything),
  }
  const watched: Suggestion = {
    title: 'Everybody sees, who signs in adds',
    note: `Whoever opens it sees ${kept}. Who signs in adds, and the ${responsible.toLowerCase()} changes and deletes.`,
    pieces: signedIn(draft, roles, [...entities.map((entity) => [GUEST, 'see', entity, '', 'all']), ...added]),
  }
  if (entities.length === 0) return []
  // If people have roles, they need an entity of users.
  const last = draft.purpose.users.some(({ role }) => role !== null && role.text !== '') ? watched : unsigned(entities)
  return [...(roles.length > 1 ? [careful, own] : []), open, last]
}

/** The field with a record's owner. A field `owner` may already exist with another meaning. */
function ownerOf({ fields }: EntityDraft): string {
  return fields.some(({ name }) => name.text === 'owner') ? 'addedBy' : 'owner'
}

function ownRights(draft: Draft, first: string, responsible: string): string[][] {
  return subjectsOf(draft).flatMap((entity) => {
    const { text } = entity.name
    const owner = ownerOf(entity)
    return [
      [first, 'see', text, `\`${owner} == me\``, 'all'],
      [first, 'change', text, `\`${owner} == me\``, `all except ${owner}`],
      [first, 'create', text, '', `all except ${owner}`],
      [responsible, 'see, change, delete', text, '', 'all'],
    ]
  })
}

function ownerRows(draft: Draft): Piece[] {
  return subjectsOf(draft).map((entity) => ({
    kind: 'row',
    place: { question: 'Entities and fields', part: entity.name.text, header: 'Field' },
    cells: {
      Field: ownerOf(entity),
      Type: usersOf(draft),
      Rules: 'required, set once, deleted together',
      Default: '`me`',
      Meaning: 'whose it is',
    },
  }))
}

function unsigned(entities: readonly string[]): Suggestion {
  const rows = entities.map((entity) => [GUEST, 'see, create, change', entity, '', 'all'])
  return {
    title: 'Nobody signs in',
    note: `Whoever opens it sees, adds and changes ${entities.join(', ')}.`,
    pieces: [
      {
        kind: 'parts',
        question: QUESTION,
        text: `${rolesPart([[GUEST, '', 'by not being signed in']])}\n\n${permissionsPart(rows)}`,
      },
    ],
  }
}

function usersOf(draft: Draft): string {
  const isTaken = draft.entities.entities.some(({ name }) => name.text === 'User')
  return usersEntityOf(draft) ?? (isTaken ? 'Account' : 'User')
}

function signedIn(draft: Draft, roles: readonly string[], rights: readonly (readonly string[])[]): Piece[] {
  const known = usersEntityOf(draft)
  const users = usersOf(draft)
  const first = roles[0] ?? 'Member'
  const responsible = roles.at(-1) ?? first
  const signingIn = bullets({
    'Users are': users,
    'Sign in with': 'email and password',
    Session: 'cookie, ends 30 days after last use',
    'Sign up': `open, gives ${first}`,
  })
  const shown = known === null ? 'name, email' : 'email'
  const rows = [
    [GUEST, 'create', users, '', `${shown}, password`],
    [first, 'see', users, '', shown],
    [responsible, 'give roles', users, '', ''],
    ...rights,
  ]
  const text = `### Signing in\n\n${signingIn}\n\n${rolesPart(roleRows(roles))}\n\n${permissionsPart(rows)}`
  const rightsOf: Piece = { kind: 'parts', question: QUESTION, text }
  return known === null ? [usersPiece(users, roles), rightsOf] : [rightsOf]
}

function roleRows(roles: readonly string[]): string[][] {
  const [first = 'Member'] = roles
  const responsible = roles.at(-1) ?? first
  const ways = (role: string): string => {
    const own = role === first ? ['by signing up'] : []
    const given = role === responsible ? ['the first user who signs up'] : []
    return [...own, ...given, `from ${article(responsible)}`].join('; ')
  }
  return [
    [GUEST, '', 'by not being signed in'],
    ...roles.map((role, index) => [role, index === 0 ? '' : first, ways(role)]),
  ]
}

function article(name: string): string {
  return `${/^[aeiou]/i.test(name) ? 'an' : 'a'} ${name}`
}

function rolesPart(rows: readonly (readonly string[])[]): string {
  return `### Roles\n\n${table(['Role', 'Includes', 'A user gets it'], rows)}`
}

function permissionsPart(rows: readonly (readonly string[])[]): string {
  return `### Permissions\n\n${table(['Who', 'May', 'Entity', 'Only where', 'Fields'], rows)}`
}

/** An entity of users, and a sample user to try it with. */
function usersPiece(users: string, roles: readonly string[]): Piece {
  const part = entityPart({
    name: users,
    fields: [
      ['name', 'text up to 80', 'required', '', ''],
      ['email', 'email', 'required, unique ignoring case', '', ''],
      ['password', 'password 10 to 200', 'required, hidden', '', ''],
    ],
  })
  const people = roles.map((role, index) => {
    const name = NAMES[index % NAMES.length] ?? 'Ada'
    const number = index < NAMES.length ? '' : ` ${index + 1}`
    return [
      `${name}${number}`,
      `${name.toLowerCase()}${number.trim()}@example.test`,
      `correct-horse-${index + 1}`,
      role,
    ]
  })
  const sample = `### Sample data: ${users}\n\n${table(['name', 'email', 'password', 'roles'], people)}`
  return { kind: 'besides', question: 'Entities and fields', text: `${part}\n\n${sample}` }
}

const NAMES = ['Ada', 'Ben', 'Cleo', 'Dora']
