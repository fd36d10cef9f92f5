// Random edits of fields and words, each with its expected effect on every present value: kept, converted as stated, or
// archived by consent.

import {
  archiveOf,
  type Cell,
  type EntitySeen,
  type FieldSeen,
  newField,
  withEntity,
  withField,
  withRows,
  type World,
} from './evolution-world.ts'

export type Chance = (below: number) => number

/** The expected outcome of an edit. */
export interface Edited {
  /** For messages. */
  readonly what: string
  readonly world: World
  /** Names of losses that need consent. */
  readonly losses?: readonly string[]
  /** True: the records do not fit, so the migration is refused despite any consent. */
  readonly isRefused?: boolean
  /** True: names rotate. The same rows would have a different meaning in the next version. */
  readonly isRound?: boolean
}

/** Drawn at random, and then the same for any records. Null: no such edit is possible. */
export type Edit = (world: World, chance: Chance, number: number) => ((world: World) => Edited) | null

export function oneOf<Item>(items: readonly Item[], chance: Chance): Item | undefined {
  return items[chance(items.length)]
}

export interface Place {
  readonly entity: EntitySeen
  readonly field: FieldSeen
}

export function anyField(world: World, chance: Chance, fits: (field: FieldSeen) => boolean): Place | undefined {
  const places = world.entities.flatMap((entity) =>
    entity.fields.filter((field) => fits(field) && field.name !== entity.partOf).map((field) => ({ entity, field })),
  )
  return oneOf(places, chance)
}

export function entityOf(world: World, key: string): EntitySeen {
  const found = world.entities.find((each) => each.key === key)
  if (found === undefined) throw new Error(`Defect: the world has no ${key}.`)
  return found
}

/** More fields would make the walk slower without finding more. */
export const FIELDS_MAX = 9

function edit(
  what: string,
  key: string,
  change: (entity: EntitySeen) => EntitySeen,
  more: Partial<World> | ((entity: EntitySeen) => Partial<World>) = {},
  isRound = false,
): (world: World) => Edited {
  return (world) => {
    const before = entityOf(world, key)
    const said = typeof more === 'function' ? more(before) : more
    return { what, isRound, world: { ...withEntity(world, key, change), ...said } }
  }
}

const addOptional: Edit = (world, chance, number) => {
  const entity = oneOf(world.entities, chance)
  if (entity === undefined || entity.fields.length >= FIELDS_MAX) return null
  const kind = (['text', 'whole', 'word', 'words'] as const)[chance(4)] ?? 'text'
  const words = kind === 'word' || kind === 'words' ? ['low', 'mid', 'high', `word${number}`] : []
  const field = newField(`field${number}`, kind, { words })
  const empty: Cell = kind === 'words' ? [] : null
  return edit(`a ${kind} comes`, entity.key, (each) =>
    withRows({ ...each, fields: [...each.fields, field] }, (row) => ({ ...row, [field.name]: empty })),
  )
}

const addRequired: Edit = (world, chance, number) => {
  const entity = oneOf(world.entities, chance)
  if (entity === undefined || entity.fields.length >= FIELDS_MAX) return null
  const field = newField(`field${number}`, 'text', { isRequired: true })
  const value = `filled ${number}`
  return edit(
    'a required text comes',
    entity.key,
    (each) => withRows({ ...each, fields: [...each.fields, field] }, (row) => ({ ...row, [field.name]: value })),
    { changes: [`${entity.name}.${field.name} | new, required | | "${value}"`] },
  )
}

const renameField: Edit = (world, chance, number) => {
  const place = anyField(world, chance, () => true)
  if (place === undefined) return null
  const { name } = place.field
  return edit(`${name} is renamed`, place.entity.key, (each) =>
    withField(each, name, { name: `field${number}`, was: name }),
  )
}

/** Rotates the names of two or three fields. */
const rotateNames: Edit = (world, chance) => {
  const entity = oneOf(world.entities, chance)
  const around = (entity?.fields ?? []).filter(({ name }) => name !== entity?.partOf).slice(-2 - chance(2))
  if (entity === undefined || around.length < 2) return null
  const names = around.map(({ name }) => name)
  const next = new Map(names.map((name, index) => [name, names[(index + 1) % names.length] ?? name]))
  return edit(
    `${names.join(', ')} go round`,
    entity.key,
    (each) => ({
      ...each,
      fields: each.fields.map((field) => {
        const now = next.get(field.name)
        return now === undefined ? field : { ...field, name: now, was: field.name }
      }),
      rows: new Map(
        [...each.rows].map(([id, row]) => [
          id,
          Object.fromEntries(Object.entries(row).map(([name, cell]) => [next.get(name) ?? name, cell])),
        ]),
      ),
    }),
    {},
    true,
  )
}

/** With a row that states the removal, or without one, so that it needs consent. */
const removeField: Edit = (world, chance) => {
  const place = anyField(world, chance, () => true)
  if (place === undefined) return null
  const { field, entity } = place
  const isSaid = chance(3) > 0
  return (before) => {
    const there = entityOf(before, entity.key)
    const archived = archiveOf(there, field)
    const after = withEntity(before, entity.key, (each) =>
      withRows(
        { ...each, fields: each.fields.filter(({ name }) => name !== field.name) },
        ({ [field.name]: _, ...row }) => row,
      ),
    )
    return {
      what: `${field.name} goes`,
      losses: isSaid || archived.length === 0 ? [] : [`${entity.name}.${field.name}`],
      world: {
        ...after,
        archived,
        gone: archived.length === 0 ? before.gone : [...before.gone, { entity: there, field }],
        changes: isSaid ? [`${entity.name}.${field.name} | removed | archived |`] : [],
      },
    }
  }
}

const convert: Edit = (world, chance, number) => {
  const place = anyField(world, chance, ({ kind }) => kind === 'whole')
  if (place === undefined) return null
  const { field, entity } = place
  const now = newField(`field${number}`, 'whole', { isRequired: true })
  const value = field.isRequired ? `${field.name} + 1` : `${field.name} == null ? 0 : ${field.name} + 1`
  return edit(
    `${now.name} is made from ${field.name}`,
    entity.key,
    (each) => withField(each, field.name, now, (cell) => (cell === null ? 0 : Number(cell) + 1)),
    (each) => ({
      archived: archiveOf(each, field),
      changes: [`${entity.name}.${now.name} | ${entity.name}.${field.name} | | \`${value}\``],
    }),
  )
}

/** A number becomes a text, or a word becomes a list of one. */
const widen: Edit = (world, chance) => {
  const place = anyField(world, chance, ({ kind }) => kind === 'whole' || kind === 'word')
  if (place === undefined) return null
  const { field, entity } = place
  const isWord = field.kind === 'word'
  return edit(`${field.name} becomes ${isWord ? 'several words' : 'a text'}`, entity.key, (each) =>
    withField(each, field.name, isWord ? { kind: 'words' } : { kind: 'text', lengthMax: 200 }, (cell) =>
      isWord ? (cell === null ? [] : [String(cell)]) : cell === null ? null : String(cell),
    ),
  )
}

/** A text that is not a number has no counterpart. */
const narrow: Edit = (world, chance) => {
  const place = anyField(world, chance, ({ kind, isRequired }) => kind === 'text' && !isRequired)
  if (place === undefined) return null
  const { field, entity } = place
  const isNumber = (cell: Cell): boolean => typeof cell === 'string' && /^-?[0-9]{1,15}$/.test(cell)
  return (before) => {
    const there = entityOf(before, entity.key)
    const isLost = [...there.rows.values()].some(
      (row) => (row[field.name] ?? null) !== null && !isNumber(row[field.name] ?? null),
    )
    return {
      what: `${field.name} becomes a number`,
      losses: isLost ? [`${entity.name}.${field.name}`] : [],
      world: {
        ...withEntity(before, entity.key, (each) =>
          withField(each, field.name, { kind: 'whole' }, (cell) => (isNumber(cell) ? Number(cell) : null)),
        ),
        archived: archiveOf(there, field),
      },
    }
  }
}

/** Records with longer texts are obstacles, are shortened, or stay as they are until somebody changes them. */
const shorten: Edit = (world, chance) => {
  const place = anyField(world, chance, ({ kind, lengthMax }) => kind === 'text' && lengthMax === 200)
  if (place === undefined) return null
  const { field, entity } = place
  const way = chance(3)
  const isLong = (cell: Cell | undefined): boolean => String(cell ?? '').length > 9
  const name = `${entity.name}.${field.name}`
  return (before) => {
    const breaks = [...entityOf(before, entity.key).rows.values()].some((row) => isLong(row[field.name]))
    const cut = way === 1 ? (cell: Cell): Cell => (isLong(cell) ? 'cut' : cell) : (cell: Cell): Cell => cell
    return {
      what: `${name} is shortened in way ${way}`,
      isRefused: breaks && way === 0,
      world: {
        ...withEntity(before, entity.key, (each) => withField(each, field.name, { lengthMax: 9 }, cut)),
        changes: way === 0 ? [] : [`${name} | | | ${way === 1 ? 'changed by `"cut"`' : 'kept until next change'}`],
      },
    }
  }
}

/** Records without a value are obstacles, or get the stated value. */
const require: Edit = (world, chance) => {
  const place = anyField(
    world,
    chance,
    ({ kind, isRequired }) => ['text', 'whole', 'one'].includes(kind) && !isRequired,
  )
  if (place === undefined) return null
  const { field, entity } = place
  const isGiven = field.kind === 'text' && chance(2) === 0
  const name = `${entity.name}.${field.name}`
  return (before) => {
    const isEmpty = [...entityOf(before, entity.key).rows.values()].some((row) => (row[field.name] ?? null) === null)
    return {
      what: `${name} is required`,
      isRefused: isEmpty && !isGiven,
      world: {
        ...withEntity(before, entity.key, (each) =>
          withField(each, field.name, { isRequired: true }, (cell) => (isGiven ? (cell ?? 'given') : cell)),
        ),
        changes: isGiven ? [`${name} | | | "given"`] : [],
      },
    }
  }
}

const loosen: Edit = (world, chance) => {
  const place = anyField(world, chance, ({ isRequired }) => isRequired)
  if (place === undefined) return null
  return edit(`${place.field.name} may be empty`, place.entity.key, (each) =>
    withField(each, place.field.name, { isRequired: false }),
  )
}

/** Renames one state, or swaps two names. */
const renameStates: Edit = (world, chance, number) => {
  const entity = oneOf(world.entities, chance)
  if (entity === undefined) return null
  const [first = '', second = ''] = entity.states
  const now = new Map(
    chance(2) === 0
      ? [[first, `state${number}`]]
      : [
          [first, second],
          [second, first],
        ],
  )
  return edit(
    `states of ${entity.name} are renamed`,
    entity.key,
    (each) =>
      withRows({ ...each, states: each.states.map((state) => now.get(state) ?? state) }, (row) => ({
        ...row,
        status: now.get(String(row['status'])) ?? row['status'] ?? null,
      })),
    // Written in full, because "new" alone would say that the word did not exist before.
    { changes: [...now].map(([from, to]) => `${entity.name}.status ${to} | ${entity.name}.status ${from} | |`) },
    true,
  )
}

const mergeStates: Edit = (world, chance, number) => {
  const entity = oneOf(world.entities, chance)
  if (entity === undefined) return null
  if (entity.states.length < 3)
    return edit('a state comes', entity.key, (each) => ({ ...each, states: [...each.states, `state${number}`] }))
  const gone = entity.states[1 + chance(entity.states.length - 1)] ?? ''
  const to = entity.states[0] ?? ''
  return edit(
    `a state of ${entity.name} goes into another`,
    entity.key,
    (each) =>
      withRows({ ...each, states: each.states.filter((state) => state !== gone) }, (row) => ({
        ...row,
        status: row['status'] === gone ? to : (row['status'] ?? null),
      })),
    { changes: [`${entity.name}.status ${gone} | removed | ${to} |`] },
  )
}

/** Edits the words of a choice: renames one, swaps two, or merges one into another. */
const changeWords: Edit = (world, chance, number) => {
  const place = anyField(world, chance, ({ words, kind }) => words.length > 2 && (kind === 'word' || kind === 'words'))
  if (place === undefined) return null
  const { field, entity } = place
  const [first = '', second = '', third = ''] = field.words
  const way = chance(3)
  const now = new Map(
    way === 0
      ? [[first, `word${number}`]]
      : way === 1
        ? [
            [first, second],
            [second, first],
          ]
        : [[third, first]],
  )
  const words =
    way === 2 ? field.words.filter((word) => word !== third) : field.words.map((word) => now.get(word) ?? word)
  const name = `${entity.name}.${field.name}`
  const cellNow = (cell: Cell): Cell =>
    cell === null
      ? null
      : typeof cell === 'object'
        ? [...new Set(cell.map((word) => now.get(word) ?? word))].sort()
        : (now.get(String(cell)) ?? cell)
  return edit(
    `words of ${name} change in way ${way}`,
    entity.key,
    (each) => withField(each, field.name, { words }, cellNow),
    {
      changes: [...now].map(([from, to]) =>
        way === 2 ? `${name} ${from} | removed | ${to} |` : `${name} ${to} | ${name} ${from} | |`,
      ),
    },
    true,
  )
}

const renameRoles: Edit = (world, chance, number) => {
  const [first, second] = world.roles
  if (first === undefined || second === undefined) return null
  const roles =
    chance(2) === 0
      ? [{ name: `Role${number}`, was: first.name }, second]
      : [
          { name: second.name, was: first.name },
          { name: first.name, was: second.name },
        ]
  return (before) => ({ what: 'roles are renamed', isRound: true, world: { ...before, roles } })
}

/** Every record keeps its id, because links and addresses use it. */
const changeIds: Edit = () => (before) => ({
  what: 'ids are of another kind',
  isRefused: true,
  world: { ...before, ids: 'counting' },
})

export const EDITS_OF_FIELDS: readonly Edit[] = [
  addOptional,
  addRequired,
  renameField,
  rotateNames,
  removeField,
  convert,
  widen,
  narrow,
  shorten,
  require,
  loosen,
  renameStates,
  mergeStates,
  changeWords,
  renameRoles,
  changeIds,
]
