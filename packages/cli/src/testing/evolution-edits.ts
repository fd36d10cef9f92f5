// Random edits of a small specification, each with what it must come to for every value that is there: kept, worked
// out as stated, or in the archive because somebody said so.

import type { Version } from './versions.ts'

export type Cell = string | number | null

export interface FieldSeen {
  readonly name: string
  readonly kind: 'text' | 'whole'
  readonly isRequired: boolean
  readonly was?: string
}

/** What a specification says, and what every record holds under it. */
export interface World {
  readonly entity: string
  readonly wasEntity: string | null
  readonly fields: readonly FieldSeen[]
  readonly states: readonly string[]
  readonly rows: ReadonlyMap<string, Readonly<Record<string, Cell>>>
  readonly changes: readonly string[]
  /** Values in the archive, by the name that they had: sorted. */
  readonly archived: readonly (readonly [name: string, values: readonly string[]])[]
}

export const EMPTY_WORLD: World = {
  entity: 'Thing',
  wasEntity: null,
  fields: [
    { name: 'first', kind: 'text', isRequired: false },
    { name: 'second', kind: 'whole', isRequired: false },
  ],
  states: ['new', 'open', 'done'],
  rows: new Map(),
  changes: [],
  archived: [],
}

export function versionOf({ entity, wasEntity, fields, states, changes }: World): Version {
  const rules = (field: FieldSeen): string =>
    [...(field.isRequired ? ['required'] : []), ...(field.was === undefined ? [] : [`was ${field.was}`])].join(', ')
  return {
    entities: [
      {
        name: entity,
        labels: ['- **History:** every change', ...(wasEntity === null ? [] : [`- **was:** ${wasEntity}`])],
        fields: [
          'status | state | | |',
          ...fields.map((field) => `${field.name} | ${TYPES[field.kind]} | ${rules(field)} | |`),
        ],
      },
    ],
    states: { [`${entity}.status`]: states },
    changes,
  }
}

const TYPES = { text: 'text up to 200', whole: 'whole number' } as const

export type Chance = (below: number) => number

/** The world after one edit of its text; whatever was said of names the last time is said no more. */
export function edited(before: World, chance: Chance, number: number): World {
  const world: World = {
    ...before,
    wasEntity: null,
    changes: [],
    fields: before.fields.map(({ name, kind, isRequired }) => ({ name, kind, isRequired })),
  }
  const edits = [
    addOptional,
    addRequired,
    renameField,
    renameEntity,
    removeField,
    convert,
    retype,
    renameState,
    removeState,
  ]
  return (edits[chance(edits.length)] ?? addOptional)(world, chance, number)
}

type Edit = (world: World, chance: Chance, number: number) => World

function withCells(world: World, cell: (row: Readonly<Record<string, Cell>>) => Readonly<Record<string, Cell>>): World {
  return { ...world, rows: new Map([...world.rows].map(([id, row]) => [id, cell(row)])) }
}

function any({ fields }: World, chance: Chance): FieldSeen | undefined {
  return fields[chance(fields.length)]
}

/** More fields than people look at make the walk slow, and find nothing more. */
const FIELDS_MAX = 12

const addOptional: Edit = (world, chance, number) => {
  if (world.fields.length > FIELDS_MAX) return removeField(world, chance, number)
  const kind = chance(2) === 0 ? 'text' : 'whole'
  const field: FieldSeen = { name: `field${number}`, kind, isRequired: false }
  return withCells({ ...world, fields: [...world.fields, field] }, (row) => ({ ...row, [field.name]: null }))
}

const addRequired: Edit = (world, chance, number) => {
  if (world.fields.length > FIELDS_MAX) return removeField(world, chance, number)
  const field: FieldSeen = { name: `field${number}`, kind: 'text', isRequired: true }
  const changes = [`${world.entity}.${field.name} | new, required | | "filled ${number}"`]
  const next = { ...world, changes, fields: [...world.fields, field] }
  return withCells(next, (row) => ({ ...row, [field.name]: `filled ${number}` }))
}

const renameField: Edit = (world, chance, number) => {
  const field = any(world, chance)
  if (field === undefined) return addOptional(world, chance, number)
  const now = { ...field, name: `field${number}`, was: field.name }
  const fields = world.fields.map((each) => (each === field ? now : each))
  return withCells({ ...world, fields }, ({ [field.name]: value = null, ...row }) => ({ ...row, [now.name]: value }))
}

const renameEntity: Edit = (world, _, number) => ({ ...world, entity: `Thing${number}`, wasEntity: world.entity })

function archive(world: World, field: FieldSeen): World['archived'] {
  const values = [...world.rows.values()].flatMap((row) => (row[field.name] === null ? [] : [String(row[field.name])]))
  return values.length === 0 ? world.archived : [...world.archived, [`${world.entity}.${field.name}`, values.sort()]]
}

const removeField: Edit = (world, chance, number) => {
  const field = any(world, chance)
  if (field === undefined) return addOptional(world, chance, number)
  const fields = world.fields.filter((each) => each !== field)
  const changes = [`${world.entity}.${field.name} | removed | archived |`]
  const next = { ...world, fields, changes, archived: archive(world, field) }
  return withCells(next, ({ [field.name]: _, ...row }) => row)
}

const convert: Edit = (world, chance, number) => {
  const field = world.fields.find(({ kind }) => kind === 'whole')
  if (field === undefined) return addOptional(world, chance, number)
  const now: FieldSeen = { name: `field${number}`, kind: 'whole', isRequired: true }
  const value = field.isRequired ? `${field.name} + 1` : `${field.name} == null ? 0 : ${field.name} + 1`
  const changes = [`${world.entity}.${now.name} | ${world.entity}.${field.name} | | \`${value}\``]
  const fields = world.fields.map((each) => (each === field ? now : each))
  return withCells(
    { ...world, fields, changes, archived: archive(world, field) },
    ({ [field.name]: old = null, ...row }) => ({
      ...row,
      [now.name]: old === null ? 0 : Number(old) + 1,
    }),
  )
}

/** A number means the same as a text. */
const retype: Edit = (world, chance, number) => {
  const field = world.fields.find(({ kind }) => kind === 'whole')
  if (field === undefined) return addOptional(world, chance, number)
  const fields = world.fields.map((each) => (each === field ? ({ ...field, kind: 'text' } as const) : each))
  return withCells({ ...world, fields }, (row) => {
    const value = row[field.name] ?? null
    return { ...row, [field.name]: value === null ? null : String(value) }
  })
}

const renameState: Edit = (world, chance, number) => {
  const state = world.states[chance(world.states.length)] ?? 'new'
  const now = `state${number}`
  const states = world.states.map((each) => (each === state ? now : each))
  // In full, because "new" alone would say that the word is new.
  const changes = [`${world.entity}.status ${now} | ${world.entity}.status ${state} | |`]
  return withCells({ ...world, states, changes }, (row) => (row['status'] === state ? { ...row, status: now } : row))
}

const removeState: Edit = (world, chance, number) => {
  if (world.states.length < 3) {
    const states = [...world.states, `state${number}`]
    return { ...world, states }
  }
  const gone = world.states[1 + chance(world.states.length - 1)] ?? ''
  const states = world.states.filter((each) => each !== gone)
  const to = states[0] ?? ''
  const changes = [`${world.entity}.status ${gone} | removed | ${to} |`]
  return withCells({ ...world, states, changes }, (row) => (row['status'] === gone ? { ...row, status: to } : row))
}
