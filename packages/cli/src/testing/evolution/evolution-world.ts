// The expected state of a small application in the evolution test: its specification, and the values of every record.

import type { EntityText, Version } from './versions.ts'

/** A field with several values holds its words or ids in alphabetical order. */
export type Cell = string | number | null | readonly string[]
export type Row = Readonly<Record<string, Cell>>
export type FieldKind = 'text' | 'whole' | 'word' | 'words' | 'one' | 'many'

export function isRelation(kind: FieldKind): boolean {
  return kind === 'one' || kind === 'many'
}

export interface FieldSeen {
  readonly name: string
  readonly kind: FieldKind
  readonly isRequired: boolean
  /** For a text. */
  readonly lengthMax: number
  /** For a choice. */
  readonly words: readonly string[]
  /** For a relation: its target entity. */
  readonly target: string
  readonly was?: string
}

export interface EntitySeen {
  /** Stays the same after a rename. */
  readonly key: string
  readonly name: string
  readonly was: string | null
  readonly fields: readonly FieldSeen[]
  readonly states: readonly string[]
  /** The required relation to its whole. */
  readonly partOf: string | null
  readonly rows: ReadonlyMap<string, Row>
}

/** Archived values of one field, by its name at that time: sorted. */
export interface Archived {
  readonly name: string
  readonly values: readonly string[]
}

/** Archived data that could be restored. */
export interface Gone {
  readonly entity: EntitySeen
  /** Null: the whole entity. */
  readonly field: FieldSeen | null
}

export interface World {
  readonly entities: readonly EntitySeen[]
  readonly ids?: 'random' | 'counting'
  readonly changes: readonly string[]
  readonly roles: readonly { readonly name: string; readonly was?: string }[]
  /** Archived by the last edit. */
  readonly archived: readonly Archived[]
  readonly gone: readonly Gone[]
}

export function newField(name: string, kind: FieldKind, more: Partial<FieldSeen> = {}): FieldSeen {
  return { name, kind, isRequired: false, lengthMax: 200, words: [], target: '', ...more }
}

export function newEntity(name: string, fields: readonly FieldSeen[]): EntitySeen {
  return { key: name, name, was: null, fields, states: ['new', 'open', 'done'], partOf: null, rows: new Map() }
}

export const FIRST_WORLD: World = {
  entities: [
    newEntity('Thing', [newField('first', 'text'), newField('second', 'whole')]),
    newEntity('Place', [newField('title', 'text'), newField('size', 'word', { words: ['low', 'mid', 'high'] })]),
  ],
  changes: [],
  roles: [{ name: 'Agent' }, { name: 'Keeper' }],
  archived: [],
  gone: [],
}

export function versionOf({ entities, ids = 'random', changes, roles }: World): Version {
  return {
    entities: [...entities.map(textOfEntity), USERS],
    ids,
    states: Object.fromEntries(entities.map(({ name, states }) => [`${name}.status`, states])),
    changes,
    more: ROLES.replace('ROWS', roles.map((role) => `| ${withFormer(role, ', ')} | | from an Admin |`).join('\n')),
  }
}

function withFormer({ name, was }: World['roles'][number], between: string): string {
  return was === undefined ? name : `${name}${between}was ${was}`
}

function textOfEntity({ name, was, fields, partOf }: EntitySeen): EntityText {
  const part = fields.find((field) => field.name === partOf)
  return {
    name,
    labels: [
      '- **History:** every change',
      ...(was === null ? [] : [`- **was:** ${was}`]),
      ...(part === undefined ? [] : [`- **Part of:** ${part.target} via ${part.name}`]),
    ],
    fields: [
      'status | state | | |',
      ...fields.map((field) => `${field.name} | ${typeOf(field)} | ${rulesOf(field, partOf)} | |`),
    ],
  }
}

function typeOf({ kind, lengthMax, words, target }: FieldSeen): string {
  switch (kind) {
    case 'text':
      return `text up to ${lengthMax}`
    case 'whole':
      return 'whole number'
    case 'word':
      return `choice: ${words.join(', ')}`
    case 'words':
      return `choices: ${words.join(', ')}`
    case 'one':
      return target
    case 'many':
      return `list of ${target}`
  }
}

function rulesOf({ name, kind, isRequired, was }: FieldSeen, partOf: string | null): string {
  const deletion = name === partOf ? 'deleted together' : isRequired ? 'blocks deletion' : 'cleared on deletion'
  return [
    ...(isRequired ? ['required'] : []),
    ...(kind === 'one' ? [deletion] : []),
    ...(was === undefined ? [] : [`was ${was}`]),
  ].join(', ')
}

const USERS: EntityText = {
  name: 'User',
  fields: ['email | email | required, unique | |', 'password | password 10 to 200 | required, hidden | |'],
}

const ROLES = `## 6. Roles and permissions

### Signing in

- **Users are:** User
- **Sign in with:** email and password
- **Session:** cookie, ends 30 days after last use
- **Sign up:** closed

### Roles

| Role | Includes | A user gets it |
| --- | --- | --- |
| Guest | | by not being signed in |
| Admin | | the first user who signs up |
ROWS
`

/** Forgets the statements about the former version. */
export function settled(world: World): World {
  return {
    ...world,
    changes: [],
    archived: [],
    roles: world.roles.map(({ name }) => ({ name })),
    entities: world.entities.map((entity) => ({ ...entity, was: null, fields: entity.fields.map(withoutFormer) })),
  }
}

function withoutFormer({ was: _, ...field }: FieldSeen): FieldSeen {
  return field
}

export function withEntity(world: World, key: string, change: (entity: EntitySeen) => EntitySeen): World {
  return { ...world, entities: world.entities.map((each) => (each.key === key ? change(each) : each)) }
}

export function withRows(entity: EntitySeen, change: (row: Row, id: string) => Row): EntitySeen {
  return { ...entity, rows: new Map([...entity.rows].map(([id, row]) => [id, change(row, id)])) }
}

/** Replaces the description of a field and its value in each record. */
export function withField(
  entity: EntitySeen,
  field: string,
  now: Partial<FieldSeen>,
  cell: (value: Cell) => Cell = (value) => value,
): EntitySeen {
  const fields = entity.fields.map((each) => (each.name === field ? { ...each, ...now } : each))
  return withRows({ ...entity, fields }, ({ [field]: value = null, ...row }) => ({
    ...row,
    [now.name ?? field]: cell(value),
  }))
}

/** Values that are archived when the field is removed; none if no record has a value. */
export function archiveOf({ name, rows }: EntitySeen, field: FieldSeen): Archived[] {
  const values = [...rows].flatMap(([id, { [field.name]: value = null }]) => {
    if (value === null) return []
    if (typeof value !== 'object') return [String(value)]
    return field.kind === 'many' ? value.map((item) => `${id} ${item}`) : [value.join(' ')]
  })
  return values.length === 0 ? [] : [{ name: `${name}.${field.name}`, values: values.sort() }]
}
