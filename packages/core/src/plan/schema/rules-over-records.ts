// Rules over several records → constraint triggers that check at the end of the call, and PostgreSQL's own constraint
// where there is one.
//
// A trigger that counts other rows sees only committed ones. So it first locks its group: a row that two transactions
// cannot both change. The second transaction waits, and is retried with the result of the first.

import type { Entity } from '../../model/entities.ts'
import { entityNamed, fieldNamed, isStored } from '../../model/find.ts'
import type { Model } from '../../model/model.ts'
import { isRowCondition } from '../../model/rules/row-condition.ts'
import { type RuleSource, ruleSources } from '../../model/rules/rule-sources.ts'
import { type HeldRule, heldRules } from '../../model/rules/held-rules.ts'
import { columnName, compositeName, tableName } from '../sql/database-names.ts'
import { inPublic, quoted, quotedText } from './ddl.ts'
import { brokenSql, guardedRule, RECORD, type RuleQuestion } from './rule-checks.ts'
import { leadsTo, pairTable } from './rule-paths.ts'
import type { RecordRule } from './schema.ts'
import { rowConditionText } from './unique-together.ts'

export function planRecordRules(model: Model): RecordRule[] {
  return heldRules(model).map((rule, number) => {
    const sources = ruleSources(model, rule)
    if (typeof sources === 'string') throw new Error(`Defect: nothing can tell when "${rule.name}" is broken.`)
    return planRecordRule(model, rule, number, sources)
  })
}

function planRecordRule(model: Model, rule: HeldRule, number: number, sources: readonly RuleSource[]): RecordRule {
  // Two rules may have the same name.
  const name = compositeName(rule.entity, rule.name, 'rule', String(number + 1))
  const table = tableName(rule.entity)
  const question = guardedRule(model, rule, name)
  const watched = sources.filter((source) => eventsOf(model, source, question).length > 0)
  const named = watched.map((source, place) => ({
    source,
    name: compositeName(name, 'asked', String(place + 1)),
    trigger: triggerName(model, name, source, watched.slice(0, place)),
  }))
  const triggers = named.flatMap((each) => triggerParts(model, rule, question, each))
  const exclusion = overlapParts(model, rule, name, question, sources)
  const parts = [...triggers, ...(exclusion ?? [])]
  return {
    name,
    rule: rule.name,
    entity: rule.entity,
    fields: 'field' in rule.form ? [rule.form.field] : rule.same,
    table,
    tables: [...new Set([table, ...sources.map((source) => tableOf(model, source))])],
    triggers: [...new Set(named.map(({ trigger }) => trigger))],
    create: parts.map(({ create }) => create),
    drop: parts
      .map(({ drop }) => drop)
      .filter((drop) => drop !== '')
      .reverse(),
    brokenSql: brokenSql(model, rule),
    ...(exclusion === null ? {} : { exclusion: exclusionName(name) }),
    otherwise: rule.otherwise,
    ...(rule.unique === undefined
      ? {}
      : { unique: { ignoringCase: rule.unique.isIgnoringCase, within: rule.same.slice(1) } }),
  }
}

interface Part {
  readonly create: string
  readonly drop: string
}

/**
 * One name for the triggers of all tables, so that they are checked together; two triggers on one table get different
 * names.
 */
function triggerName(model: Model, name: string, source: RuleSource, earlier: readonly RuleSource[]): string {
  const before = earlier.filter((other) => tableOf(model, other) === tableOf(model, source)).length
  return before === 0 ? name : compositeName(name, String(before + 1))
}

interface Watched {
  readonly source: RuleSource
  readonly name: string
  readonly trigger: string
}

/** A function and its trigger, for one table whose writes affect the rule. */
function triggerParts(
  model: Model,
  rule: HeldRule,
  question: RuleQuestion,
  { source, name, trigger }: Watched,
): Part[] {
  const onTable = inPublic(tableOf(model, source))
  const functionName = `ninefold.${quoted(name)}`
  const events = eventsOf(model, source, question)
  return [
    triggerFunction(functionName, rule, bodyOf(model, rule, question, source)),
    {
      create: `CREATE CONSTRAINT TRIGGER ${quoted(trigger)} AFTER ${events.join(' OR ')} ON ${onTable} DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION ${functionName}()`,
      drop: `DROP TRIGGER IF EXISTS ${quoted(trigger)} ON ${onTable}`,
    },
  ]
}

function tableOf(model: Model, { entity, pairs }: RuleSource): string {
  return pairs === null ? tableName(entity) : pairTable(model, pairs).table
}

/**
 * INSERT and DELETE matter only for the rule's own records and for records that refer back, because nothing else refers
 * to a new or deleted record.
 */
function eventsOf(model: Model, source: RuleSource, question: RuleQuestion): string[] {
  if (source.pairs !== null) return ['INSERT', 'UPDATE', 'DELETE']
  const columns = columnsOf(entityNamed(model, source.entity), source.fields)
  const end = source.way.at(-1)
  const isWatchedForLeaving = end === undefined && question.isAskedOfWhatWasLeft
  return [
    ...(end === undefined || end.kind === 'items' ? ['INSERT'] : []),
    ...(isWatchedForLeaving ? ['UPDATE'] : columns.length === 0 ? [] : [`UPDATE OF ${columns.join(', ')}`]),
    ...(end?.kind === 'items' || isWatchedForLeaving ? ['DELETE'] : []),
  ]
}

function columnsOf(entity: Entity, fields: readonly string[]): string[] {
  return fields
    .map((field) => fieldNamed(entity, field))
    .filter(isStored)
    .map((field) => quoted(columnName(field.name, field.type)))
}

function ownColumns(entity: Entity, sources: readonly RuleSource[]): string[] {
  return sources.flatMap((source) => (isOwn(source) ? columnsOf(entity, source.fields) : []))
}

function triggerFunction(functionName: string, rule: HeldRule, body: string): Part {
  const text = `\nDECLARE ${RECORD} ${inPublic(tableName(rule.entity))}%ROWTYPE;\nBEGIN\n${body}\nEND\n`
  return {
    create: `CREATE FUNCTION ${functionName}() RETURNS trigger LANGUAGE plpgsql SET search_path TO public AS ${quotedText(text)}`,
    drop: `DROP FUNCTION IF EXISTS ${functionName}()`,
  }
}

/** Tells whether it is the rule's own entity. */
function isOwn({ way, pairs }: RuleSource): boolean {
  return way.length === 0 && pairs === null
}

function bodyOf(model: Model, rule: HeldRule, question: RuleQuestion, source: RuleSource): string {
  if (isOwn(source)) return ownBody(model, rule, question, source)
  const events = eventsOf(model, source, question)
  const loops = (['NEW', 'OLD'] as const).flatMap((row) => {
    const unless = row === 'NEW' ? 'DELETE' : 'INSERT'
    // The old row matters only if it led to another record.
    if (row === 'OLD' && !events.includes('DELETE')) return []
    return [
      `IF TG_OP <> '${unless}' THEN FOR ${RECORD} IN ${concerned(model, rule, question, source, row)} LOOP\n${question.ask} END LOOP; END IF;`,
    ]
  })
  return [...loops, 'RETURN NULL;'].join('\n')
}

/**
 * This is the record's first change in the transaction, so OLD is the state before it. A group that the record was in
 * only during the transaction does not count as left.
 */
const WAS_THERE_BEFORE = 'OLD.xmin IS DISTINCT FROM pg_current_xact_id()::xid'

function ownBody(model: Model, rule: HeldRule, question: RuleQuestion, { fields }: RuleSource): string {
  // The record may have been changed again since, or deleted.
  const written = (row: 'NEW' | 'OLD'): string =>
    `SELECT * INTO ${RECORD} FROM ${inPublic(tableName(rule.entity))} WHERE "id" = ${row}."id";`
  const now = `${written('NEW')} IF FOUND THEN\n${question.ask} END IF;`
  if (!question.isAskedOfWhatWasLeft) return `${now}\nRETURN NULL;`
  const watched = distinct(columnsOf(entityNamed(model, rule.entity), fields), 'NEW')
  const same = sameColumns(model, rule)
  // Whether a computed value has changed is found by evaluating it.
  const hasLeft = same.length < rule.same.length ? 'TRUE' : `NOT FOUND OR ${distinct(same, RECORD)}`
  return [
    `IF TG_OP = 'INSERT' THEN ${now}`,
    `ELSIF TG_OP = 'UPDATE' THEN IF ${watched} THEN ${now} END IF;`,
    'END IF;',
    `IF TG_OP <> 'INSERT' THEN IF ${WAS_THERE_BEFORE} THEN ${written('OLD')}`,
    `IF ${hasLeft} THEN ${RECORD} := OLD;\n${question.ask} END IF; END IF; END IF;`,
    'RETURN NULL;',
  ].join('\n')
}

/** Compares columns with their values before the change. */
function distinct(columns: readonly string[], row: string): string {
  return columns.length === 0
    ? 'FALSE'
    : columns.map((each) => `OLD.${each} IS DISTINCT FROM ${row}.${each}`).join(' OR ')
}

/** The affected records: one per group if the check is the same for the whole group. */
function concerned(
  model: Model,
  rule: HeldRule,
  question: RuleQuestion,
  source: RuleSource,
  row: 'NEW' | 'OLD',
): string {
  const same = sameColumns(model, rule)
  const isByRecord = isOfEachRecord(rule) || same.length === 0 || same.length < rule.same.length
  const keys = (isByRecord ? ['"id"'] : same).map((column) => `candidate.${column}`).join(', ')
  const where = [leadsTo(model, source, rule.entity, 'candidate', row), ...question.counts('candidate')].join(' AND ')
  return `SELECT DISTINCT ON (${keys}) candidate.* FROM ${inPublic(tableName(rule.entity))} AS candidate WHERE ${where} ORDER BY ${keys}`
}

function isOfEachRecord({ form }: HeldRule): boolean {
  return form.kind === 'never overlaps' || form.kind === 'never below' || form.kind === 'never in a circle'
}

function sameColumns(model: Model, rule: HeldRule): string[] {
  return columnsOf(entityNamed(model, rule.entity), rule.same)
}

function exclusionName(name: string): string {
  return compositeName(name, 'exclusion')
}

/** Kinds that cannot be part of an exclusion constraint. */
const NOT_IN_EXCLUSIONS: readonly string[] = ['choices', 'file', 'map', 'json', 'money', 'period']

/**
 * PostgreSQL's exclusion constraint, preceded by a lock of the group: without it, two transactions that wait for each
 * other would end as a deadlock, which is detected only after a second.
 */
function overlapParts(
  model: Model,
  rule: HeldRule,
  name: string,
  question: RuleQuestion,
  sources: readonly RuleSource[],
): Part[] | null {
  const entity = entityNamed(model, rule.entity)
  const { form } = rule
  if (form.kind !== 'never overlaps') return null
  if (!canExclude(entity, rule)) return null
  const table = inPublic(tableName(rule.entity))
  const period = fieldNamed(entity, form.field)
  const same = sameColumns(model, rule)
  const range = quoted(columnName(period.name, period.type))
  const keys = [...same.map((column) => `${column} WITH =`), `${range} WITH &&`]
  const where = rule.countingOnly === null ? '' : ` WHERE (${rowConditionText(model, entity, rule.countingOnly)})`
  const functionName = `ninefold.${quoted(compositeName(name, 'turn'))}`
  const triggerName = quoted(compositeName(name, 'turn'))
  return [
    ...(same.length === 0 ? [] : [{ create: 'CREATE EXTENSION IF NOT EXISTS btree_gist SCHEMA ninefold', drop: '' }]),
    {
      create: `ALTER TABLE ${table} ADD CONSTRAINT ${quoted(exclusionName(name))} EXCLUDE USING gist (${keys.join(', ')})${where} DEFERRABLE INITIALLY DEFERRED`,
      drop: `ALTER TABLE ${table} DROP CONSTRAINT IF EXISTS ${quoted(exclusionName(name))}`,
    },
    triggerFunction(functionName, rule, `${RECORD} := NEW;\n${question.turn}\nRETURN NEW;`),
    {
      create: `CREATE TRIGGER ${triggerName} BEFORE INSERT OR UPDATE OF ${ownColumns(entity, sources).join(', ')} ON ${table} FOR EACH ROW EXECUTE FUNCTION ${functionName}()`,
      drop: `DROP TRIGGER IF EXISTS ${triggerName} ON ${table}`,
    },
  ]
}

function canExclude(entity: Entity, { same, countingOnly }: HeldRule): boolean {
  return (
    same.every((name) => {
      const field = fieldNamed(entity, name)
      return isStored(field) && !NOT_IN_EXCLUSIONS.includes(field.type.kind)
    }) &&
    (countingOnly === null || isRowCondition(countingOnly, entity))
  )
}
