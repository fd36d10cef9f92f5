// Archived data of earlier edits → a text that has it again, and its values after the restoration.

import { type Chance, FIELDS_MAX, oneOf } from './evolution-edits.ts'
import { fits } from './evolution-records.ts'
import { type Gone, isRelation, settled, withEntity, withRows, type World } from './evolution-world.ts'

export interface BringingBack {
  readonly what: string
  /** Before the restoration: the data has no values. */
  readonly world: World
  readonly name: string
  /** Null: it is refused, because it has values that a shorter limit keeps until their next change. */
  readonly restored: { readonly world: World; readonly records: number } | null
}

/** Null: nothing can be restored. */
export function bringingBack(world: World, chance: Chance): BringingBack | null {
  const gone = oneOf(world.gone, chance)
  if (gone === undefined) return null
  const before = settled({ ...world, gone: world.gone.filter((each) => each !== gone) })
  return gone.field === null ? entityBack(before, gone) : fieldBack(before, gone)
}

function fieldBack(world: World, { entity: { key, rows }, field }: Gone): BringingBack | null {
  const entity = world.entities.find((each) => each.key === key)
  if (entity === undefined || field === null || isRelation(field.kind)) return null
  if (entity.fields.length >= FIELDS_MAX || entity.fields.some(({ name }) => name === field.name)) return null
  const nothing = field.kind === 'words' ? [] : null
  // A restored value that violates the field's limits would be refused, so the limits are relaxed.
  const now = { ...field, isRequired: false, lengthMax: 200 }
  const there = withEntity(world, key, (each) =>
    withRows({ ...each, fields: [...each.fields, now] }, (row) => ({ ...row, [field.name]: nothing })),
  )
  const had = (id: string) => rows.get(id)?.[field.name] ?? null
  return {
    what: `${entity.name}.${field.name} is brought back`,
    world: there,
    name: `${entity.name}.${field.name}`,
    restored: {
      world: withEntity(there, key, (each) =>
        withRows(each, (row, id) => ({ ...row, [field.name]: had(id) ?? nothing })),
      ),
      records: [...entity.rows.keys()].filter((id) => had(id) !== null).length,
    },
  }
}

/** Records that point to missing records stay in the archive. */
function entityBack(world: World, { entity }: Gone): BringingBack | null {
  if (entity.rows.size === 0 || world.entities.some(({ key, name }) => key === entity.key || name === entity.name))
    return null
  const relations = entity.fields.filter(({ kind }) => isRelation(kind))
  const targets = relations.map(({ target }) => world.entities.find(({ name }) => name === target))
  if (entity.partOf !== null || relations.some(({ kind }) => kind === 'many') || targets.includes(undefined))
    return null
  const rows = [...entity.rows].filter(([, row]) =>
    relations.every(({ name }, index) => row[name] === null || targets[index]?.rows.has(String(row[name])) === true),
  )
  const empty = { ...entity, was: null, rows: new Map() }
  const there = { ...world, entities: [...world.entities, empty] }
  return {
    what: `${entity.name} is brought back`,
    world: there,
    name: entity.name,
    restored: rows.every(([, row]) => fits(entity, row))
      ? {
          world: withEntity(there, entity.key, (each) => ({ ...each, rows: new Map(rows) })),
          records: rows.length,
        }
      : null,
  }
}
