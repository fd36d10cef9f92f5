// An expression in an answer → SQL that produces its JSON as text: the server sends it without parsing. A key with a
// hidden value is left out of its object.

import * as build from '../../expression/build.ts'
import { allOf, isFalse, isTrue, ofEverything, substitute, TRUE } from '../../expression/conditions.ts'
import type { Expression, ValueType } from '../../expression/expression.ts'
import { type Keyed, keyedIn } from '../../expression/keyed.ts'
import { memberName } from '../../expression/members.ts'
import { DATE, isAnswered } from '../../expression/value-types.ts'
import { insideList, readable, seeing, type Viewer } from '../../rights/readable.ts'
import { visibleRecords } from '../../rights/roles.ts'
import { collectionRows, conditionSql, expressionSql, freshAlias } from './expression-sql.ts'
import { isSameSql, joinSql, rawSql, type Sql, sql, textLiteral, variable } from './sql.ts'
import type { SqlContext } from './sql-context.ts'
import { conditionsSql } from './conditions.ts'
import { whereSql } from './list-sql.ts'
import { row, table } from './statement-scope.ts'
import { currencyPlaces } from '../../model/currencies.ts'
import { entityNamed } from '../../model/find.ts'

type Of<Kind extends Expression['kind']> = Extract<Expression, { kind: Kind }>

/** JSON text of the expression, never NULL: empty values, and hidden ones outside of objects, are `null`. */
export function outputSql(viewer: Viewer, expression: Expression, context: SqlContext): Sql {
  const visible = visibility(viewer, expression)
  const json = jsonSql(viewer, expression, context)
  return isTrue(visible) ? json : sql`CASE WHEN ${conditionSql(visible, context)} THEN ${json} ELSE 'null' END`
}

/** The same, if the caller has already checked that the value is visible. */
function jsonSql(viewer: Viewer, expression: Expression, context: SqlContext): Sql {
  switch (expression.kind) {
    case 'object':
      return objectSql(viewer, expression, context)
    case 'shape':
      return sql`coalesce(${shapeSql(viewer, expression, context)}, 'null')`
    case 'conditional': {
      if (expression.type.kind !== 'object' && expression.type.kind !== 'list') break
      const condition = conditionSql(readable(viewer, expression.condition).value, context)
      const [then, otherwise] = [expression.then, expression.otherwise].map((part) => outputSql(viewer, part, context))
      return sql`CASE WHEN ${condition} THEN ${then ?? sql``} ELSE ${otherwise ?? sql``} END`
    }
    case 'list': {
      if (!isOfObjects(expression.type) || expression.items.length === 0) break
      const items = expression.items.map((item) => outputSql(viewer, item, context))
      return sql`('[' || concat_ws(',', ${joinSql(items, ', ')}) || ']')`
    }
    case 'binary':
      if (!isOfObjects(expression.type)) break
      return chained(outputSql(viewer, expression.left, context), outputSql(viewer, expression.right, context))
    case 'call': {
      const keyed = keyedIn(expression)
      if (keyed !== null) return keyedSql(viewer, keyed, keyed.pairs.over, context)
      const [list, most] = expression.arguments
      const { function: end } = expression
      if ((end !== 'first' && end !== 'last') || list === undefined || !isOfObjects(list.type)) break
      if (most === undefined) return itemOfJson(end, outputSql(viewer, list, context))
      return endOfJson(end, outputSql(viewer, list, context), expressionSql(readable(viewer, most).value, context))
    }
    case 'comprehension':
      if (expression.operation === 'map') return arraySql(viewer, expression, context)
      break
    // An object named by `let` is bound as its JSON.
    case 'variable':
      if (isAnswered(expression.type)) return variable(expression.name, 'text')
      break
  }
  if (expression.type.kind === 'group') return groupSql(viewer, expression, context)
  if (expression.type.kind === 'list' && expression.type.of.kind === 'group')
    return arraySql(viewer, itself(expression, expression.type.of), context)
  const { value } = readable(viewer, expression)
  const known = viewer.known?.(value) ?? value
  if (known.kind === 'literal' && isWord(known)) return textLiteral(JSON.stringify(known.value))
  return scalarJson(expressionSql(known, context), expression.type, expression.isOptional)
}

function isOfObjects(type: ValueType): boolean {
  return type.kind === 'list' && type.of.kind === 'object'
}

/** Concatenates two arrays of objects. Hidden objects are left out. */
function chained(one: Sql, other: Sql): Sql {
  const inside = (list: string): Sql =>
    rawSql(`nullif(substr(nullif(lists.${list}, 'null'), 2, length(lists.${list}) - 2), '')`)
  return sql`(SELECT '[' || concat_ws(',', ${inside('one')}, ${inside('other')}) || ']' FROM (SELECT ${one} AS one, ${other} AS other) AS lists)`
}

function itemOfJson(end: 'first' | 'last', list: Sql): Sql {
  return sql`coalesce((nullif(${list}, 'null')::json -> ${rawSql(end === 'first' ? '0' : '-1')})::text, 'null')`
}

function endOfJson(end: 'first' | 'last', list: Sql, most: Sql): Sql {
  const items = sql`json_array_elements(nullif(${list}, 'null')::json) WITH ORDINALITY AS item (value, place)`
  const counted = sql`(SELECT item.value, item.place, count(*) OVER () AS size FROM ${items}) AS item`
  const kept = end === 'first' ? sql`item.place <= ${most}` : sql`item.place > item.size - ${most}`
  return sql`('[' || coalesce((SELECT string_agg(item.value::text, ',' ORDER BY item.place) FROM ${end === 'first' ? items : counted} WHERE ${kept}), '') || ']')`
}

/** A sent object, with each part in its answer form; `null` if it was not sent. */
function groupSql(viewer: Viewer, group: Expression, context: SqlContext): Sql {
  if (group.type.kind !== 'group') throw new Error('Defect: what is no group has no parts.')
  const { span } = group
  const entries = group.type.parts.map(({ name, key = name, type, isOptional }) => ({
    key,
    value: build.call(memberName(name), [group], type, span, isOptional),
  }))
  const object = objectSql(viewer, build.object(entries, span), context)
  if (!group.isOptional) return object
  return sql`CASE WHEN ${expressionSql(readable(viewer, group).value, context)} IS NULL THEN 'null' ELSE ${object} END`
}

/** A list as a mapping of its items, so that each is laid out. */
function itself(over: Expression, type: ValueType): Of<'comprehension'> {
  const { span } = over
  const body = build.variable('sent item', type, span)
  return build.comprehension('map', { over, variable: 'sent item', body }, over.type, span, false)
}

/** True for null and texts, whose JSON is known when planning. */
function isWord({ value, type }: Of<'literal'>): boolean {
  return value === null || (typeof value === 'string' && ['text', 'choice'].includes(type.kind))
}

/** `concat_ws` skips NULL, so a hidden key disappears with its comma. */
function objectSql(viewer: Viewer, { entries }: Of<'object'>, context: SqlContext): Sql {
  const parts = entries.flatMap(({ key, value, condition, isStated }): Members[] => {
    // The product evaluates its own conditions, so they read data without rights.
    const asked = condition === undefined ? TRUE : isStated ? seenToHold(viewer, condition) : ofEverything(condition)
    const visible = allOf([asked, visibility(viewer, value)])
    if (isFalse(visible)) return []
    const member = sql`(${textLiteral(`${JSON.stringify(key)}:`)} || ${jsonSql(viewer, value, context)})`
    return [{ members: [member], visible: isTrue(visible) ? null : conditionSql(visible, context) }]
  })
  if (parts.length === 0) return sql`'{}'`
  return sql`('{' || ${listedSql(seenTogether(parts).flatMap(membersSql))} || '}')`
}

/** The condition on data that the caller sees, so that the presence of a key tells nothing else. */
function seenToHold(viewer: Viewer, condition: Expression): Expression {
  const { value, visible } = readable(viewer, condition)
  return allOf([visible, value])
}

/** `"key":value` of adjacent members with the same condition. Null: always present. */
interface Members {
  readonly members: readonly Sql[]
  readonly visible: Sql | null
}

/** Evaluates a condition once for all adjacent members that share it. */
function seenTogether(parts: readonly Members[]): Members[] {
  const together: Members[] = []
  for (const next of parts) {
    const last = together.at(-1)
    if (last?.visible && next.visible && isSameSql(last.visible, next.visible))
      together[together.length - 1] = { ...last, members: [...last.members, ...next.members] }
    else together.push(next)
  }
  return together
}

function membersSql({ members, visible }: Members): readonly Sql[] {
  const [only] = members
  if (only === undefined || visible === null) return members
  const shown = members.length === 1 ? only : sql`nullif(${listedSql(members)}, '')`
  return [sql`CASE WHEN ${visible} THEN ${shown} END`]
}

/** PostgreSQL limits a function to a hundred arguments, of which the separator is one. */
const LISTED_MAX = 99

/** Joins the present members with commas, in nested calls if there are many. */
function listedSql(members: readonly Sql[]): Sql {
  if (members.length <= LISTED_MAX) return sql`concat_ws(',', ${joinSql(members, ', ')})`
  const parts = Array.from({ length: Math.ceil(members.length / LISTED_MAX) }, (_, at) =>
    members.slice(at * LISTED_MAX, (at + 1) * LISTED_MAX),
  )
  return listedSql(parts.map((part) => sql`nullif(${listedSql(part)}, '')`))
}

/** The condition under which a value is visible. A record with a shape has to be visible itself. */
function visibility(viewer: Viewer, value: Expression): Expression {
  const condition = rightTo(viewer, value)
  return viewer.known?.(condition) ?? condition
}

function rightTo(viewer: Viewer, value: Expression): Expression {
  const { visible } = readable(viewer, value)
  if (value.kind !== 'shape' || value.of.type.kind !== 'record') return visible
  if (isSeen(viewer, value.of)) return visible
  const condition = substitute(
    visibleRecords(viewer.model, viewer.caller, value.of.type.entity),
    'this',
    readable(viewer, value.of).value,
  )
  return allOf([visible, condition])
}

/** Tells whether the same statement has found the record with the check of its visibility. */
function isSeen(viewer: Viewer, record: Expression): boolean {
  return record.kind === 'variable' && viewer.seen?.has(record.name) === true
}

/** NULL if the record is missing or hidden. */
function shapeSql(viewer: Viewer, { shape: name, of }: Of<'shape'>, context: SqlContext): Sql {
  const shape = viewer.model.calls.shapes.find((candidate) => candidate.name === name)
  if (shape === undefined) throw new Error(`The model has no shape "${name}".`)
  const object = (variable: string) =>
    build.object(
      shape.keys.map(({ key, value, condition, isStated, until }) => {
        const ofRecord = (part: Expression): Expression =>
          variable === 'this' ? part : substitute(part, 'this', build.recordVariable(variable, shape.entity))
        const conditions = [
          ...(condition === undefined ? [] : [ofRecord(condition)]),
          ...(until === undefined ? [] : [notAfter(until)]),
        ]
        if (conditions.length === 0) return { key, value: ofRecord(value) }
        return { key, value: ofRecord(value), condition: allOf(conditions), ...(isStated && { isStated }) }
      }),
      shape.span,
    )
  if (of.kind === 'variable' && context.variables.get(of.name)?.kind === 'row')
    return objectSql(viewer, object(of.name), context)
  const alias = freshAlias(context)
  const entity = entityNamed(viewer.model, shape.entity)
  const inner: SqlContext = { ...context, variables: new Map([...context.variables, [alias, row(entity.name, alias)]]) }
  const visible = isSeen(viewer, of)
    ? TRUE
    : substitute(
        visibleRecords(viewer.model, viewer.caller, entity.name),
        'this',
        build.recordVariable(alias, entity.name),
      )
  const conditions = [
    sql`${rawSql(alias)}."id" = ${expressionSql(readable(viewer, of).value, context)}`,
    ...conditionsSql([visible], inner),
  ]
  return sql`(SELECT ${objectSql(seeing(viewer, alias), object(alias), inner)} FROM ${table(entity)} AS ${rawSql(alias)}${whereSql(conditions)})`
}

/** A key that is answered until the end of a day. */
function notAfter(day: string): Expression {
  return build.binary('<=', build.variable('today', DATE), build.literal(day, DATE))
}

function arraySql(viewer: Viewer, expression: Of<'comprehension'>, context: SqlContext): Sql {
  const chosen = chosenList(expression.over)
  if (chosen !== null) {
    const of = (over: Expression): Expression => ({ ...expression, over })
    return jsonSql(
      viewer,
      { ...chosen, then: of(chosen.then), otherwise: of(chosen.otherwise), type: expression.type },
      context,
    )
  }
  const over = readable(viewer, expression.over).value
  const inside = insideList(viewer, over, expression.variable)
  const rows = collectionRows(over, expression.variable, context)
  const item = jsonSql(inside, expression.body, rows.context)
  // A hidden element that is not an object is left out.
  const conditions = [...rows.where, ...conditionsSql([visibility(inside, expression.body)], rows.context)]
  return sql`('[' || coalesce((SELECT string_agg(${item}, ',' ORDER BY ${rows.order}) FROM ${rows.from}${whereSql(conditions)}), '') || ']')`
}

/** A key and a value per item; an item with a hidden key or value is left out. */
function keyedSql(viewer: Viewer, { pairs, key, value }: Keyed, list: Expression, context: SqlContext): Sql {
  const chosen = chosenList(list)
  if (chosen !== null) {
    const [then, otherwise] = [chosen.then, chosen.otherwise].map((of) =>
      keyedSql(viewer, { pairs, key, value }, of, context),
    )
    const condition = conditionSql(readable(viewer, chosen.condition).value, context)
    return sql`CASE WHEN ${condition} THEN ${then ?? sql``} ELSE ${otherwise ?? sql``} END`
  }
  const over = readable(viewer, list).value
  const inside = insideList(viewer, over, pairs.variable)
  const rows = collectionRows(over, pairs.variable, context)
  const name = scalarText(expressionSql(readable(inside, key).value, rows.context), key.type)
  const member = sql`${name} || ':' || ${jsonSql(inside, value, rows.context)}`
  const visible = [visibility(inside, key), visibility(inside, value)]
  const conditions = [...rows.where, ...conditionsSql(visible, rows.context)]
  return sql`('{' || coalesce((SELECT string_agg(${member}, ',' ORDER BY ${rows.order}) FROM ${rows.from}${whereSql(conditions)}), '') || '}')`
}

/** A conditional list, with its filter moved inside. */
function chosenList(list: Expression): Of<'conditional'> | null {
  if (list.kind === 'conditional') return list
  if (list.kind !== 'comprehension' || list.operation !== 'filter') return null
  const chosen = chosenList(list.over)
  if (chosen === null) return null
  return { ...chosen, then: { ...list, over: chosen.then }, otherwise: { ...list, over: chosen.otherwise } }
}

/** A scalar as JSON text. */
function scalarJson(value: Sql, type: ValueType, isOptional: boolean): Sql {
  const text = scalarText(value, type)
  return isOptional ? sql`coalesce(${text}, 'null')` : text
}

function scalarText(value: Sql, type: ValueType): Sql {
  switch (type.kind) {
    case 'boolean':
    case 'integer':
    case 'duration':
      return sql`(${value})::text`
    // As text by default, because a JSON number would lose digits.
    case 'decimal':
      return type.isNumber === true ? sql`(${value})::text` : decimalJson(value, type.places ?? 0)
    case 'money':
      return type.currency === null ? sql`(${value})::text` : decimalJson(value, currencyPlaces(type.currency) ?? 0)
    case 'period': {
      const [from, to] = ['lower', 'upper'].map((end) => scalarText(sql`${rawSql(end)}(${value})`, { kind: type.of }))
      return sql`('{"start":' || ${from ?? sql``} || ',"end":' || ${to ?? sql``} || '}')`
    }
    // Only whether there is one; the text is read separately.
    case 'secret':
      return sql`CASE WHEN (${value}) IS NOT NULL THEN 'true' END`
    // The same result as `to_char` in less than half the time: the fourth digit keeps trailing zeros of the first
    // three.
    case 'timestamp':
      return sql`(left(to_json(((${value}) AT TIME ZONE 'UTC')::timestamp(3) + interval '100 microseconds')::text, 24) || 'Z"')`
    case 'list':
      return SAME_IN_ARRAYS.has(type.of.kind) ? sql`to_json(${value})::text` : itemsText(value, type.of)
    default:
      return sql`to_json(${value})::text`
  }
}

/** With at least these places: a sum of decimals has the places of the one that has more. */
function decimalJson(value: Sql, places: number): Sql {
  return places === 0
    ? sql`to_json((${value})::text)::text`
    : sql`to_json((${value} + ${rawSql((0).toFixed(places))})::text)::text`
}

/** Kinds whose array elements have the same JSON as single values. */
const SAME_IN_ARRAYS: ReadonlySet<ValueType['kind']> = new Set([
  'text',
  'choice',
  'integer',
  'duration',
  'boolean',
  'date',
  'time',
  'record',
  'file',
  'json',
  'map',
  'object',
  'empty',
])

function itemsText(list: Sql, of: ValueType): Sql {
  const item = scalarText(rawSql('listed.item'), of)
  return sql`(SELECT '[' || coalesce(string_agg(${item}, ',' ORDER BY listed.place), '') || ']' FROM unnest(${list}) WITH ORDINALITY AS listed (item, place))`
}
