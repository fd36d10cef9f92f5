// Renamed entities and fields → the new names in the engine's own rows: histories, clocks, files, loaded data. Rows
// that live for a day at most are not changed.

import { inPublic, quotedText, typeKey } from '../schema/ddl.ts'
import { type MigrationStep, safe } from './migration-step.ts'
import type { Schema } from '../schema/schema.ts'
import type { SchemaChanges } from './schema-changes.ts'
import type { Pair } from './table-pairs.ts'

/** Engine tables whose rows name an entity. */
const OF_ENTITIES = [
  'change',
  'file_use',
  'loaded_data',
  'notification',
  'following',
  'issued_document',
  'event',
  'deletion',
  'deleted_row',
] as const
/** Those that name a field as well. */
const OF_FIELDS = ['change', 'file_use'] as const

export function renamedRows(from: Schema, { entities, fields, roles }: SchemaChanges): MigrationStep[] {
  const known = entities.filter((each) => from.tables.some(({ entity }) => entity === each.from))
  return [
    ...known.map((each) => renamedEntity(each.from, each.to)),
    ...(fields.length === 0 ? [] : [renamedFields(fields)]),
    ...(roles.length === 0 ? [] : [renamedRoles(roles)]),
  ]
}

/** Uses temporary names, so that roles can swap names. */
function renamedRoles(roles: SchemaChanges['roles']): MigrationStep {
  const is = (name: string): string => `role = ${quotedText(name)}`
  const statements = [
    ...roles.map(({ from }) => `UPDATE ninefold.user_role SET ${is(`$${from}`)} WHERE ${is(from)}`),
    // Leftovers of another role with that name.
    ...roles.map(({ to }) => `DELETE FROM ninefold.user_role WHERE ${is(to)}`),
    ...roles.map(({ from, to }) => `UPDATE ninefold.user_role SET ${is(to)} WHERE ${is(`$${from}`)}`),
  ]
  const sentences = roles.map(({ from, to }) => `Users with the role ${from} have ${to} now.`)
  return safe(statements.join(';\n'), sentences.join(' '))
}

function renamedEntity(from: string, to: string): MigrationStep {
  const [old, now] = [quotedText(from), quotedText(to)]
  const statements = [
    ...OF_ENTITIES.flatMap((table) => [
      // Leftovers of another entity with that name.
      `DELETE FROM ninefold.${table} WHERE entity = ${now}`,
      `UPDATE ninefold.${table} SET entity = ${now} WHERE entity = ${old}`,
    ]),
    // Archived values are restored into the renamed entity.
    `UPDATE ninefold.archived SET entity = ${now} WHERE entity = ${old} AND restored_at IS NULL`,
    ...moved('clock', 'machine', `${from}.`, `${to}.`),
    ...moved('recurring', 'name', `clock ${from}.`, `clock ${to}.`),
  ]
  return safe(statements.join(';\n'), `Histories, files, clocks and archived data of ${from} move to ${to}.`)
}

/** Uses temporary names, so that fields can swap names. */
function renamedFields(fields: SchemaChanges['fields']): MigrationStep {
  const aside = fields.map(({ entity, from }) => ({ entity, from, to: `$${from}` }))
  const back = fields.map(({ entity, from, to }) => ({ entity, from: `$${from}`, to }))
  return safe(
    [...aside.flatMap(movedField), ...fields.flatMap(leftOver), ...back.flatMap(movedField)].join(';\n'),
    fields
      .map(
        ({ entity, from, to }) => `Histories, files and archived values of ${entity}.${from} move to ${entity}.${to}.`,
      )
      .join(' '),
  )
}

function movedField({ entity, from, to }: SchemaChanges['fields'][number]): string[] {
  const [of, old, now] = [entity, from, to].map(quotedText)
  return [
    ...OF_FIELDS.map((table) => `UPDATE ninefold.${table} SET field = ${now} WHERE entity = ${of} AND field = ${old}`),
    // Archived values are restored into the renamed field.
    `UPDATE ninefold.archived SET field = ${now} WHERE entity = ${of} AND field = ${old} AND restored_at IS NULL`,
    `UPDATE ninefold.clock SET machine = ${quotedText(`${entity}.${to}`)} WHERE machine = ${quotedText(`${entity}.${from}`)}`,
    begunWith('recurring', 'name', `clock ${entity}.${from} `, `clock ${entity}.${to} `),
  ]
}

/** Leftovers of another field with that name. */
function leftOver({ entity, to }: SchemaChanges['fields'][number]): string[] {
  const [of, now] = [entity, to].map(quotedText)
  return [
    ...OF_FIELDS.map((table) => `DELETE FROM ninefold.${table} WHERE entity = ${of} AND field = ${now}`),
    `DELETE FROM ninefold.clock WHERE machine = ${quotedText(`${entity}.${to}`)}`,
    `DELETE FROM ninefold.recurring WHERE starts_with(name, ${quotedText(`clock ${entity}.${to} `)})`,
  ]
}

/** Replaces the prefix of texts. */
function moved(table: string, column: string, from: string, to: string): string[] {
  return [
    `DELETE FROM ninefold.${table} WHERE starts_with(${column}, ${quotedText(to)})`,
    begunWith(table, column, from, to),
  ]
}

function begunWith(table: string, column: string, from: string, to: string): string {
  return `UPDATE ninefold.${table} SET ${column} = ${quotedText(to)} || substr(${column}, ${from.length + 1}) WHERE starts_with(${column}, ${quotedText(from)})`
}

/** Restorable deleted records are stored by the names of their tables and columns. */
export function renamedInDeletions({ old, name, target, columns }: Pair): string[] {
  const moved = columns
    .filter((each) => each.column.name !== each.name)
    .map((each): RenamedKey => [each.column.name, each.name])
  const types = columns
    .map((each): RenamedKey => [typeKey(old, each.column.name), typeKey({ name }, each.name)])
    .filter(([was, now]) => was !== now)
  const [table, now] = [inPublic(old.name), inPublic(name)].map(quotedText)
  return [
    ...renamedKeys('deleted_row', 'data', moved, `table_name = ${table}`),
    ...(target.field === null ? renamedKeys('deletion', 'columns', moved, `entity = ${quotedText(old.entity)}`) : []),
    ...renamedKeys('deletion', 'columns', types, 'TRUE'),
    ...(table === now ? [] : [`UPDATE ninefold.deleted_row SET table_name = ${now} WHERE table_name = ${table}`]),
  ]
}

type RenamedKey = readonly [was: string, now: string]

/** Columns that were added after the deletion are not among its values. */
function renamedKeys(table: string, column: string, keys: readonly RenamedKey[], where: string): string[] {
  if (keys.length === 0) return []
  const [before, after] = [0, 1].map((side) => `ARRAY[${keys.map((key) => quotedText(key[side] ?? '')).join(', ')}]`)
  const renamed = `SELECT jsonb_object_agg(pair.now, ${column} -> pair.was) FROM unnest(${before}, ${after}) AS pair(was, now) WHERE ${column} ? pair.was`
  return [
    `UPDATE ninefold.${table} SET ${column} = (${column} - ${before}) || coalesce((${renamed}), '{}') WHERE ${where} AND ${column} ?| ${before}`,
  ]
}

/** Replaces words of states and choices in histories and clocks, all words of a field at once. */
export function renamedWords(words: SchemaChanges['words']): string[] {
  const [first] = words
  if (first === undefined) return []
  const [of, name] = [first.entity, first.field].map(quotedText)
  const cases = (to: (word: string) => string): string =>
    words.map((each) => `WHEN ${to(each.from)} THEN ${to(each.to)}`).join(' ')
  const old = (to: (word: string) => string): string => words.map((each) => to(each.from)).join(', ')
  const json = (word: string): string => `to_jsonb(${quotedText(word)}::text)`
  return [
    ...['before', 'after'].map(
      (side) =>
        `UPDATE ninefold.change SET ${side} = CASE ${side} ${cases(json)} END WHERE entity = ${of} AND field = ${name} AND ${side} IN (${old(json)})`,
    ),
    `UPDATE ninefold.clock SET state = CASE state ${cases(quotedText)} END WHERE machine = ${quotedText(`${first.entity}.${first.field}`)} AND state IN (${old(quotedText)})`,
  ]
}
