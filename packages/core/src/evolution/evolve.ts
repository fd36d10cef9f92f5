// A database's content, the model to serve, and known names → the change between the two: renames, treatment of values,
// intended losses; and the new identities of names.

import type { Entity, Field, VersionChange } from '../model/entities.ts'
import { machineOf } from '../model/find.ts'
import type { Model } from '../model/model.ts'
import { valueTypeOfField } from '../model/value-type-of-field.ts'
import type { Schema } from '../plan/schema/schema.ts'
import { NO_CHANGES, type SchemaChanges, type ValueChange, type WordChange } from '../plan/migration/schema-changes.ts'
import { advance, type Identities, renamedBetween, replacedBetween } from './identities.ts'
import { namesOf, namesOfTables, roleName, wordsOf } from './names.ts'
import { alreadySaid, type IsDone, statedRenames, withParts, wordIn } from './renames.ts'
import { type Problem, statedValue } from './stated-values.ts'

/** The version of a database's tables. */
export interface Former {
  readonly schema: Schema
  /** Null: its text is unknown, or no longer valid. */
  readonly model: Model | null
  /** Null: none were stored. */
  readonly identities: Identities | null
}

export interface Evolved {
  readonly changes: SchemaChanges
  readonly identities: Identities
  readonly problems: readonly Problem[]
}

/** `lock`: the file beside the text; null: there is none. */
export function evolve(former: Former | null, model: Model, lock: Identities | null): Evolved {
  const names = namesOf(model)
  if (former === null) {
    const identities = lock === null ? advance(null, names, new Map(), true) : nextLock(lock, model, true)
    return { changes: NO_CHANGES, identities, problems: [] }
  }
  const formerNames = former.model === null ? namesOfTables(former.schema) : namesOf(former.model)
  const known = former.identities ?? advance(null, formerNames, new Map(), true)
  const isDone = alreadySaid(former.model, new Set(formerNames), former.identities)
  const here = lock === null ? lockAfter(known, model, true, isDone) : nextLock(lock, model, true)
  const renamed = renamedSince(known, here, model, formerNames, isDone)
  const changes = { ...NO_CHANGES, ...renamesOf(renamed), replaced: replacedOf(known, here, renamed) }
  const rows = model.entities.changes.flatMap((version) => version.changes)
  const found = rows.map((each) => changeOf(each, former, model, changes))
  return {
    changes: {
      ...changes,
      words: [...changes.words, ...found.flatMap(({ word }) => word ?? [])],
      values: found.flatMap(({ value }) => value ?? []),
      kept: found.flatMap(({ kept }) => kept ?? []),
      removed: found.flatMap(({ removed }) => removed ?? []),
    },
    identities: here,
    problems: found.flatMap(({ problem }) => problem ?? []),
  }
}

/** Content of the file after the model is applied. */
export function nextLock(lock: Identities | null, model: Model, isSettled: boolean): Identities {
  return lockAfter(lock, model, isSettled, alreadySaid(null, living(lock), lock))
}

function lockAfter(lock: Identities | null, model: Model, isSettled: boolean, isDone: IsDone): Identities {
  const known = living(lock)
  const renamed = withParts(statedRenames(model, known, isDone), known)
  return advance(lock, namesOf(model), renamed, isSettled)
}

function living(identities: Identities | null): Set<string> {
  return new Set(Object.values(identities?.things ?? {}).flatMap((names) => names.at(-1)?.[1] ?? []))
}

/** Excludes parts that take over another's name by a rename. */
function replacedOf(
  known: Identities,
  here: Identities,
  renamed: ReadonlyMap<string, string>,
): SchemaChanges['replaced'] {
  const taken = new Set(renamed.values())
  return replacedBetween(known, here)
    .filter((name) => !taken.has(name) && !renamed.has(name))
    .map(partsOf)
    .filter(({ kind }) => kind === 'entity' || kind === 'field')
    .map(({ kind, entity, field }) => ({ entity, field: kind === 'entity' ? null : field }))
}

/** By identity; or by the text itself, for a database without identities. */
function renamedSince(
  known: Identities,
  here: Identities,
  model: Model,
  formerNames: readonly string[],
  isDone: IsDone,
): Map<string, string> {
  const there = new Set(formerNames)
  const stated = withParts(statedRenames(model, there, isDone), there)
  const now = new Set(namesOf(model))
  const renamed = new Map([...stated, ...renamedBetween(known, here)])
  return new Map([...renamed].filter(([from, to]) => there.has(from) && now.has(to)))
}

function renamesOf(
  renamed: ReadonlyMap<string, string>,
): Pick<SchemaChanges, 'entities' | 'fields' | 'words' | 'roles'> {
  const parts = [...renamed].map(([from, to]) => ({ from: partsOf(from), to: partsOf(to) }))
  const of = (kind: string) => parts.filter(({ from, to }) => from.kind === kind && to.kind === kind)
  const role = roleName('')
  return {
    roles: [...renamed]
      .filter(([from, to]) => from.startsWith(role) && to.startsWith(role))
      .map(([from, to]) => ({ from: from.slice(role.length), to: to.slice(role.length) })),
    entities: of('entity').map(({ from, to }) => ({ from: from.entity, to: to.entity })),
    fields: of('field')
      .filter(({ from, to }) => from.field !== to.field)
      .map(({ from, to }) => ({ entity: to.entity, from: from.field, to: to.field })),
    words: of('word')
      .filter(({ from, to }) => from.word !== to.word)
      .map(({ from, to }) => ({
        entity: to.entity,
        field: to.field,
        from: from.word,
        to: to.word,
        isRename: true,
      })),
  }
}

function partsOf(name: string) {
  const [, kind = '', entity = '', field = '', word = ''] = /^(\w+) (\w+)(?:\.(\w+))?(?: (.*))?$/.exec(name) ?? []
  return { kind, entity, field, word }
}

interface Found {
  readonly word?: WordChange
  readonly value?: ValueChange
  readonly kept?: { readonly entity: string; readonly field: string }
  readonly removed?: { readonly entity: string; readonly field: string | null }
  readonly problem?: Problem
}

/** Effect of a row on this database: none if its change has already happened. */
function changeOf(change: VersionChange, former: Former, model: Model, changes: SchemaChanges): Found {
  const { entity, field, word, was, existing, span } = change
  if (was.kind === 'removed') {
    if (word === null || field === null) return { removed: { entity, field } }
    return removedWord(change, former, model, changes)
  }
  if (field === null || word !== null || existing === null) return {}
  if (existing.kind === 'must pass first') return {}
  if (existing.kind === 'kept until next change') return { kept: { entity, field } }
  const target = model.entities.entities.find(({ name }) => name === entity)
  const targetField = target?.fields.find(({ name }) => name === field)
  if (target === undefined || targetField === undefined) return {}
  const formerName = changes.entities.find(({ to }) => to === entity)?.from ?? entity
  const table = former.schema.tables.find((each) => each.entity === formerName && each.field === null)
  if (table === undefined) return {}
  const source = was.kind === 'known' && was.name !== null ? (was.name.split('.').at(-1) ?? was.name) : null
  const isThere = table.columns.some((column) => column.field === field)
  // Already done: its source is gone, or its result exists.
  if (source !== null && !table.columns.some((column) => column.field === source)) return {}
  if (was.kind === 'new' && isThere) return {}
  if (former.model === null)
    return {
      problem: {
        sentence: `The present version cannot be read, so no values can be computed from its records for ${entity}.${field}.`,
        span,
      },
    }
  const formerEntity = former.model.entities.entities.find(({ name }) => name === formerName)
  if (formerEntity === undefined) return {}
  if (was.kind === 'known' && source === null && isSameField(former.model, formerEntity, model, target, targetField))
    return {}
  const expected = expectedType(model, target, targetField, changes)
  const stated = statedValue(former.model, formerEntity, targetField, expected, change)
  if (stated === null) return {}
  if ('problem' in stated) return { problem: { sentence: `${entity}.${field}: ${stated.problem}`, span } }
  const removed = source !== null && source !== field ? { removed: { entity, field: source } } : {}
  return { value: { entity, field, sql: stated.sql }, ...removed }
}

/** An unchanged rule affects no values. */
function isSameField(before: Model, formerEntity: Entity, model: Model, entity: Entity, field: Field): boolean {
  const former = formerEntity.fields.find(({ name }) => name === field.name)
  const rules = (of: Model, owner: Entity, each: Field | undefined): string =>
    JSON.stringify([
      each?.type,
      each?.isRequired,
      each?.unique,
      each?.min,
      each?.max,
      each?.pattern,
      each === undefined ? null : machineOf(of, owner.name, each.name)?.states.map(({ name }) => name),
    ])
  return rules(before, formerEntity, former) === rules(model, entity, field)
}

/** A record of another entity is identified by that entity's name in the version of the expression. */
function expectedType(model: Model, entity: Entity, field: Field, { entities }: SchemaChanges) {
  const states = machineOf(model, entity.name, field.name)?.states.map(({ name }) => name)
  const type = valueTypeOfField(field.type, states)
  if (type.kind !== 'record') return type
  return { kind: 'record', entity: entities.find(({ to }) => to === type.entity)?.from ?? type.entity } as const
}

/** Tells whether the word belongs to the present version; unknown if its text is invalid. */
function hadWord({ entity, field, word }: VersionChange, { model }: Former, changes: SchemaChanges): boolean {
  if (model === null) return true
  const owner = changes.entities.find(({ to }) => to === entity)?.from ?? entity
  const place = changes.fields.find((each) => each.entity === entity && each.to === field)?.from ?? field
  const found = model.entities.entities.find(({ name }) => name === owner)
  const of = found?.fields.find(({ name }) => name === place)
  return found !== undefined && of !== undefined && wordsOf(model, found, of).includes(word ?? '')
}

function removedWord(change: VersionChange, former: Former, model: Model, changes: SchemaChanges): Found {
  const { entity, field, word, becomes, span } = change
  if (field === null || word === null) return {}
  const formerEntity = changes.entities.find(({ to }) => to === entity)?.from ?? entity
  const isKnown = former.schema.tables.some((table) => table.entity === formerEntity && table.field === null)
  if (!isKnown) return {}
  const target = model.entities.entities.find(({ name }) => name === entity)?.fields.find(({ name }) => name === field)
  if (target === undefined || !hadWord(change, former, changes)) return {}
  const to = becomes === null ? null : wordIn(becomes)
  const words =
    target.type.kind === 'choice' || target.type.kind === 'choices'
      ? target.type.values
      : (machineOf(model, entity, field)?.states.map(({ name }) => name) ?? [])
  if (to === null || to === 'archived' || !words.includes(to))
    return {
      problem: {
        sentence: `${entity}.${field} "${word}": say in "Becomes" which of ${words.join(', ')} takes its place.`,
        span,
      },
    }
  return { word: { entity, field, from: word, to, isRename: false } }
}
