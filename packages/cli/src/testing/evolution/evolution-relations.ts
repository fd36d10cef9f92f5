// Random edits of entities and relations, each with its expected effect on every record and link.

import { type Edit, entityOf, anyField, FIELDS_MAX, oneOf } from './evolution-edits.ts'
import {
  archiveOf,
  type EntitySeen,
  newEntity,
  newField,
  withEntity,
  withField,
  withRows,
  type World,
} from './evolution-world.ts'

const ENTITIES_MAX = 5

const addEntity: Edit = (world, chance, number) => {
  if (world.entities.length >= ENTITIES_MAX) return null
  const around = oneOf(world.entities, chance)
  const fields = [newField(`title${number}`, 'text'), newField(`size${number}`, 'whole')]
  const isPart = around !== undefined && chance(2) === 0
  const part = newField(`part${number}`, 'one', { isRequired: true, target: around?.name ?? '' })
  const made = newEntity(`Thing${number}`, isPart ? [part, ...fields] : fields)
  return (before) => ({
    what: `${made.name} comes${isPart ? ` as a part of ${part.target}` : ''}`,
    world: { ...before, entities: [...before.entities, { ...made, partOf: isPart ? part.name : null }] },
  })
}

const renameEntity: Edit = (world, chance, number) => {
  const entity = oneOf(world.entities, chance)
  if (entity === undefined) return null
  const now = `Thing${number}`
  const led = <Part extends { readonly target: string }>(field: Part): Part =>
    field.target === entity.name ? { ...field, target: now } : field
  return (before) => ({
    what: `${entity.name} is renamed`,
    world: {
      ...before,
      entities: before.entities.map((each) => ({
        ...each,
        ...(each.key === entity.key ? { name: now, was: entity.name } : {}),
        fields: each.fields.map(led),
      })),
    },
  })
}

/** Removes an entity and all relations to it. */
const removeEntity: Edit = (world, chance) => {
  const entity = world.entities.length < 3 ? undefined : oneOf(world.entities, chance)
  if (entity === undefined) return null
  const leads = world.entities.filter(({ key }) => key !== entity.key)
  if (leads.some(({ partOf, fields }) => fields.some((each) => each.target === entity.name && each.name === partOf)))
    return null
  return (before) => {
    const there = entityOf(before, entity.key)
    const gone = before.entities
      .filter(({ key }) => key !== entity.key)
      .flatMap((each) => each.fields.filter(({ target }) => target === entity.name).map((field) => ({ each, field })))
    const own = there.fields.filter(({ kind }) => kind === 'many').flatMap((field) => archiveOf(there, field))
    return {
      what: `${entity.name} goes`,
      world: {
        ...before,
        entities: before.entities
          .filter(({ key }) => key !== entity.key)
          .map((each) => withoutFields(each, ({ target }) => target === entity.name)),
        archived: [
          ...(there.rows.size === 0 ? [] : [{ name: entity.name, values: [...there.rows.keys()].sort() }]),
          ...own,
          ...gone.flatMap(({ each, field }) => archiveOf(each, field)),
        ],
        gone: [...before.gone, { entity: there, field: null }],
        changes: [
          `${entity.name} | removed | archived |`,
          ...gone.map(({ each, field }) => `${each.name}.${field.name} | removed | archived |`),
        ],
      },
    }
  }
}

function withoutFields(entity: EntitySeen, isGone: (field: EntitySeen['fields'][number]) => boolean): EntitySeen {
  const names = new Set(entity.fields.filter(isGone).map(({ name }) => name))
  return withRows({ ...entity, fields: entity.fields.filter(({ name }) => !names.has(name)) }, (row) =>
    Object.fromEntries(Object.entries(row).filter(([name]) => !names.has(name))),
  )
}

const addRelation: Edit = (world, chance, number) => {
  const [entity, target] = [oneOf(world.entities, chance), oneOf(world.entities, chance)]
  if (entity === undefined || target === undefined || entity.fields.length >= FIELDS_MAX) return null
  const kind = chance(2) === 0 ? 'one' : 'many'
  const field = newField(`relation${number}`, kind, { target: target.name })
  return (before) => ({
    what: `${entity.name} leads to ${kind} ${target.name}`,
    world: withEntity(before, entity.key, (each) =>
      withRows({ ...each, fields: [...each.fields, field] }, (row) => ({
        ...row,
        [field.name]: kind === 'one' ? null : [],
      })),
    ),
  })
}

/** The relation gets another target entity. */
const retarget: Edit = (world, chance) => {
  const place = anyField(world, chance, ({ kind, isRequired }) => (kind === 'one' || kind === 'many') && !isRequired)
  const target = oneOf(world.entities, chance)
  if (place === undefined || target === undefined || target.name === place.field.target) return null
  const { field, entity } = place
  return (before) => {
    const archived = archiveOf(entityOf(before, entity.key), field)
    return {
      what: `${entity.name}.${field.name} leads to ${target.name}`,
      losses: archived.length === 0 ? [] : [`${entity.name}.${field.name}`],
      world: {
        ...withEntity(before, entity.key, (each) =>
          withField(each, field.name, { target: target.name }, () => (field.kind === 'one' ? null : [])),
        ),
        archived,
      },
    }
  }
}

/** Each record keeps its single link as a list. */
const oneToMany: Edit = (world, chance) => {
  const place = anyField(world, chance, ({ kind }) => kind === 'one')
  if (place === undefined) return null
  const { field, entity } = place
  return (before) => ({
    what: `${entity.name}.${field.name} holds several`,
    world: withEntity(before, entity.key, (each) =>
      withField(each, field.name, { kind: 'many', isRequired: false }, (cell) => (cell === null ? [] : [String(cell)])),
    ),
  })
}

/** Turns a required relation into a composition, so that deleting the whole deletes its parts; or the reverse. */
const compose: Edit = (world, chance) => {
  const parts = world.entities.filter(({ partOf }) => partOf !== null)
  const part = chance(2) === 0 ? oneOf(parts, chance) : undefined
  if (part !== undefined)
    return (before) => ({
      what: `${part.name} is no part any more`,
      world: withEntity(before, part.key, (each) => ({ ...each, partOf: null })),
    })
  const place = anyField(world, chance, ({ kind, isRequired }) => kind === 'one' && isRequired)
  if (place === undefined || place.entity.partOf !== null || place.field.target === place.entity.name) return null
  if (isWithin(world, place.field.target, place.entity.name)) return null
  return (before) => ({
    what: `${place.entity.name} is a part of ${place.field.target}`,
    world: withEntity(before, place.entity.key, (each) => ({ ...each, partOf: place.field.name })),
  })
}

/** Tells whether it is a part of the other, directly or indirectly. */
function isWithin(world: World, name: string, other: string): boolean {
  const entity = world.entities.find((each) => each.name === name)
  const above = entity?.fields.find((field) => field.name === entity.partOf)?.target
  return name === other || (above !== undefined && isWithin(world, above, other))
}

export const EDITS_OF_RELATIONS: readonly Edit[] = [
  addEntity,
  renameEntity,
  removeEntity,
  addRelation,
  addRelation,
  retarget,
  oneToMany,
  compose,
]
