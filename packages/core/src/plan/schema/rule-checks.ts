// A rule over several records → the checks of one record and its group, as the body of a trigger and as a query over
// existing rows. Both call the record `this_record`.

import * as build from '../../expression/build.ts'
import type { Expression } from '../../expression/expression.ts'
import { entityNamed, fieldNamed, isStored } from '../../model/find.ts'
import type { Model } from '../../model/model.ts'
import { fieldOf } from '../../model/paths.ts'
import { isAskedOfWhatWasLeft } from '../../model/rules/rule-sources.ts'
import type { HeldRule } from '../../model/rules/held-rules.ts'
import type { Viewer } from '../../rights/readable.ts'
import { ignoringCase } from '../sql/columns.ts'
import { columnName, tableName } from '../sql/database-names.ts'
import { inPublic, quoted, quotedText } from './ddl.ts'
import { conditionSql, expressionSql } from '../sql/expression-sql.ts'
import { renderSql } from '../sql/sql.ts'
import { row, sqlContext } from '../sql/statement-scope.ts'

/** The checked row: a variable of a trigger, or a row of a query. */
export const RECORD = 'this_record'
const MEMBER = 'member'
/** Number of lock rows. Groups that share one wait for each other without need, but correctly. */
const TURNS = 65_536

export interface RuleQuestion {
  /** Statements that raise an error if the rule is broken. */
  readonly ask: string
  /** Locks the record's group against concurrent counting. */
  readonly turn: string
  /** Tells whether the group that a record has left is checked too. */
  readonly isAskedOfWhatWasLeft: boolean
  /** Conditions on the row `alias` without which it cannot break the rule. */
  counts(alias: string): readonly string[]
}

export function guardedRule(model: Model, rule: HeldRule, name: string): RuleQuestion {
  const { applies, broken } = conditionsOf(model, rule)
  const turn = `INSERT INTO ninefold.rule_turn AS known (rule, slot, turn) VALUES (${quotedText(name)}, ${slotOf(model, rule)}, 1) ON CONFLICT (rule, slot) DO UPDATE SET turn = known.turn + 1;`
  const refuse = `RAISE EXCEPTION USING ERRCODE = 'check_violation', MESSAGE = ${quotedText(name)}, CONSTRAINT = ${quotedText(name)}, SCHEMA = 'public', TABLE = ${quotedText(tableName(rule.entity))}, DETAIL = ${RECORD}."id"::text;`
  const guarded = `IF ${applies} THEN\n${turn}`
  return {
    ask: `${guarded}\nIF ${broken} THEN ${refuse} END IF;\nEND IF;`,
    turn: `${guarded}\nEND IF;`,
    isAskedOfWhatWasLeft: isAskedOfWhatWasLeft(rule),
    counts: (alias) => countsOf(model, rule, alias),
  }
}

/** Counts the existing records that break the rule. */
export function brokenSql(model: Model, rule: HeldRule): string {
  const { applies, broken } = conditionsOf(model, rule)
  return `SELECT count(*) FROM ${inPublic(tableName(rule.entity))} AS ${RECORD} WHERE (${applies}) AND (${broken})`
}

function conditionsOf(model: Model, rule: HeldRule): { readonly applies: string; readonly broken: string } {
  const entity = entityNamed(model, rule.entity)
  const same = rule.same.map((name) => fieldNamed(entity, name))
  const present = same.map((field) => `${sameText(model, rule, RECORD, field.name)} IS NOT NULL`)
  // A group ends with its parent record.
  const parents = same.flatMap(({ name, type }) =>
    isAskedOfWhatWasLeft(rule) && type.kind === 'reference'
      ? [
          `EXISTS (SELECT FROM ${inPublic(tableName(type.entity))} AS parent WHERE parent."id" = ${sameText(model, rule, RECORD, name)})`,
        ]
      : [],
  )
  const applies = [...present, ...parents, ...countsOf(model, rule, RECORD)]
  return { applies: applies.length === 0 ? 'TRUE' : applies.join(' AND '), broken: brokenText(model, rule) }
}

/** If only additional records can break the rule, records that do not count are not checked. */
function countsOf(model: Model, rule: HeldRule, alias: string): string[] {
  if (rule.countingOnly === null || isAskedOfWhatWasLeft(rule)) return []
  return [textOf(model, rule.entity, alias, rule.countingOnly, true)]
}

function brokenText(model: Model, rule: HeldRule): string {
  const { form, entity } = rule
  const table = inPublic(tableName(entity))
  switch (form.kind) {
    case 'never overlaps': {
      const [own, other] = [RECORD, MEMBER].map((alias) => fieldText(model, rule, alias, form.field))
      const others = [...membersOf(model, rule), `${MEMBER}."id" <> ${RECORD}."id"`, `${other} && ${own}`]
      return `EXISTS (SELECT FROM ${table} AS ${MEMBER} WHERE ${others.join(' AND ')})`
    }
    case 'never below':
      return `${fieldText(model, rule, RECORD, form.field)} < ${textOf(model, entity, RECORD, form.bound)}`
    case 'never in a circle': {
      const field = fieldNamed(entityNamed(model, entity), form.field)
      const next = quoted(columnName(field.name, field.type))
      return `EXISTS (WITH RECURSIVE way(id) AS (SELECT ${RECORD}.${next} UNION SELECT ${MEMBER}.${next} FROM way JOIN ${table} AS ${MEMBER} ON ${MEMBER}."id" = way.id) SELECT FROM way WHERE way.id = ${RECORD}."id")`
    }
    default: {
      const members = membersOf(model, rule)
      const where = members.length === 0 ? '' : ` WHERE ${members.join(' AND ')}`
      const counted =
        form.kind === 'sum' ? `coalesce(sum(${fieldText(model, rule, MEMBER, form.field)}), 0)` : 'count(*)'
      const value = `(SELECT ${counted} FROM ${table} AS ${MEMBER}${where})`
      return `${value} ${BREAKING[form.kind === 'sum' ? form.comparison : form.kind]} ${textOf(model, entity, RECORD, form.bound)}`
    }
  }
}

const BREAKING = { 'at most': '>', exactly: '<>', is: '<>', 'at least': '<' } as const

/** The counted records of the group. */
function membersOf(model: Model, rule: HeldRule): string[] {
  const same = rule.same.map(
    (name) => `${sameText(model, rule, MEMBER, name)} = ${sameText(model, rule, RECORD, name)}`,
  )
  const counts = rule.countingOnly === null ? [] : [textOf(model, rule.entity, MEMBER, rule.countingOnly, true)]
  return [...same, ...counts]
}

function slotOf(model: Model, rule: HeldRule): string {
  const { form } = rule
  // A cycle may close through any record.
  const keys =
    form.kind === 'never below'
      ? [`${RECORD}."id"`]
      : form.kind === 'never in a circle'
        ? []
        : rule.same.map((name) => sameText(model, rule, RECORD, name))
  if (keys.length === 0) return '0'
  return `abs(hashtextextended(jsonb_build_array(${keys.join(', ')})::text, 0) % ${TURNS})::int`
}

/** Compares the column itself if there is one, so that its index serves. */
function sameText(model: Model, rule: HeldRule, alias: string, name: string): string {
  const field = fieldNamed(entityNamed(model, rule.entity), name)
  const text = isStored(field)
    ? `${alias}.${quoted(columnName(field.name, field.type))}`
    : fieldText(model, rule, alias, name)
  return rule.unique?.isIgnoringCase === true && name === rule.same[0] ? ignoringCase(`(${text})`) : text
}

function fieldText(model: Model, rule: HeldRule, alias: string, name: string): string {
  const entity = entityNamed(model, rule.entity)
  const expression = fieldOf(model, build.recordVariable('this', entity.name), entity.name, fieldNamed(entity, name))
  return textOf(model, rule.entity, alias, expression)
}

function textOf(model: Model, entity: string, alias: string, expression: Expression, isCondition = false): string {
  // There is no caller, because the rule is the same for all.
  const viewer: Viewer = { model, caller: { roles: new Set(), isSignedIn: false } }
  const context = sqlContext(viewer, { this: row(entity, alias) })
  const { text, parameters } = renderSql((isCondition ? conditionSql : expressionSql)(expression, context))
  if (parameters.length > 0) throw new Error(`Defect: a rule over ${entity} depends on more than its records.`)
  return text
}
