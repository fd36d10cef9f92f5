// A rule over several records → what is asked about one record and its group, as the text of a trigger's body and as a
// query over rows that exist. In both, the record is called `this_record`.

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

/** The row that is looked at: a variable of a trigger, or a row of a query. */
export const RECORD = 'this_record'
const MEMBER = 'member'
/** Groups share so many turns: two that meet in one only wait for each other without need. */
const TURNS = 65_536

export interface RuleQuestion {
  /** Statements that refuse when the rule is broken. */
  readonly ask: string
  /** Takes the turn of the record's group, so that nobody else counts it at the same time. */
  readonly turn: string
  /** Is the group asked too that a record has left? */
  readonly isAskedOfWhatWasLeft: boolean
  /** Conditions on the row `alias`: only such a record can break the rule. */
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

/** Counts the records that break the rule, of those that are there. */
export function brokenSql(model: Model, rule: HeldRule): string {
  const { applies, broken } = conditionsOf(model, rule)
  return `SELECT count(*) FROM ${inPublic(tableName(rule.entity))} AS ${RECORD} WHERE (${applies}) AND (${broken})`
}

function conditionsOf(model: Model, rule: HeldRule): { readonly applies: string; readonly broken: string } {
  const entity = entityNamed(model, rule.entity)
  const same = rule.same.map((name) => fieldNamed(entity, name))
  const present = same.map((field) => `${sameText(model, rule, RECORD, field.name)} IS NOT NULL`)
  // A group is gone with the record that it belongs to.
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

/** Where one record more is what can break a rule, one that does not count is not asked. */
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

/** The records of the group that count. */
function membersOf(model: Model, rule: HeldRule): string[] {
  const same = rule.same.map(
    (name) => `${sameText(model, rule, MEMBER, name)} = ${sameText(model, rule, RECORD, name)}`,
  )
  const counts = rule.countingOnly === null ? [] : [textOf(model, rule.entity, MEMBER, rule.countingOnly, true)]
  return [...same, ...counts]
}

function slotOf(model: Model, rule: HeldRule): string {
  const { form } = rule
  // A circle may close through any of the records.
  const keys =
    form.kind === 'never below'
      ? [`${RECORD}."id"`]
      : form.kind === 'never in a circle'
        ? []
        : rule.same.map((name) => sameText(model, rule, RECORD, name))
  if (keys.length === 0) return '0'
  return `abs(hashtextextended(jsonb_build_array(${keys.join(', ')})::text, 0) % ${TURNS})::int`
}

/** By the column itself where there is one, so that its index serves. */
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
  // Nobody asks: it is the same rule for all.
  const viewer: Viewer = { model, caller: { roles: new Set(), isSignedIn: false } }
  const context = sqlContext(viewer, { this: row(entity, alias) })
  const { text, parameters } = renderSql((isCondition ? conditionSql : expressionSql)(expression, context))
  if (parameters.length > 0) throw new Error(`Defect: a rule over ${entity} depends on more than its records.`)
  return text
}
