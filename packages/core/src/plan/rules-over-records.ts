// Rules over several records → constraint triggers that ask when a call is done, and where PostgreSQL has a
// constraint of its own for it, that one beside them.
//
// A trigger that counts others sees only what is committed. So before it counts, it takes the turn of its group: a row
// that two transactions cannot both change. Whoever comes second waits, and begins again with what the first one left.

import type { Entity } from '../model/entities.ts'
import { entityNamed, fieldNamed, isStored } from '../model/find.ts'
import type { Model } from '../model/model.ts'
import { isRowCondition } from '../model/row-condition.ts'
import { type RuleSource, ruleSources } from '../model/rule-sources.ts'
import type { RuleOverRecords } from '../model/validation.ts'
import { columnName, compositeName, tableName } from './database-names.ts'
import { inPublic, quoted, quotedText } from './ddl.ts'
import { brokenSql, guardedRule, RECORD, type RuleQuestion } from './rule-questions.ts'
import type { RecordRule } from './schema.ts'
import { rowConditionText } from './unique-together.ts'

export function planRecordRules(model: Model): RecordRule[] {
  return model.validation.rulesOverRecords.flatMap((rule, number) => {
    const sources = ruleSources(model, rule)
    // It has been told as not supported.
    return sources === null ? [] : [planRecordRule(model, rule, number, sources)]
  })
}

function planRecordRule(
  model: Model,
  rule: RuleOverRecords,
  number: number,
  sources: readonly RuleSource[],
): RecordRule {
  // Two rules may have one name.
  const name = compositeName(rule.entity, rule.name, 'rule', String(number + 1))
  const table = tableName(rule.entity)
  const question = guardedRule(model, rule, name)
  const triggers = sources.flatMap((source) => triggerParts(model, rule, name, question, source))
  const exclusion = overlapParts(model, rule, name, question, sources)
  const parts = [...triggers, ...(exclusion ?? [])]
  return {
    name,
    rule: rule.name,
    entity: rule.entity,
    fields: 'field' in rule.form ? [rule.form.field] : rule.same,
    table,
    tables: [...new Set([table, ...sources.map(({ entity }) => tableName(entity))])],
    create: parts.map(({ create }) => create),
    drop: parts
      .map(({ drop }) => drop)
      .filter((drop) => drop !== '')
      .reverse(),
    brokenSql: brokenSql(model, rule),
    ...(exclusion === null ? {} : { exclusion: exclusionName(name) }),
    otherwise: rule.otherwise,
  }
}

interface Part {
  readonly create: string
  readonly drop: string
}

/** One function and the trigger that calls it, for one table whose writes concern the rule. */
function triggerParts(
  model: Model,
  rule: RuleOverRecords,
  name: string,
  question: RuleQuestion,
  source: RuleSource,
): Part[] {
  const body = bodyOf(model, rule, question, source)
  const entity = entityNamed(model, source.entity)
  const onTable = inPublic(tableName(source.entity))
  const functionName = `ninefold.${quoted(compositeName(name, source.kind, source.entity))}`
  const columns = columnsOf(entity, source.fields)
  const events = [
    ...(source.kind === 'path' ? [] : ['INSERT']),
    ...(columns.length === 0 ? [] : [`UPDATE OF ${columns.join(', ')}`]),
    ...(source.kind === 'items' || (source.kind === 'own' && question.isAskedOfWhatWasLeft) ? ['DELETE'] : []),
  ]
  if (events.length === 0) return []
  return [
    triggerFunction(functionName, rule, body),
    {
      create: `CREATE CONSTRAINT TRIGGER ${quoted(name)} AFTER ${events.join(' OR ')} ON ${onTable} DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION ${functionName}()`,
      drop: `DROP TRIGGER IF EXISTS ${quoted(name)} ON ${onTable}`,
    },
  ]
}

function columnsOf(entity: Entity, fields: readonly string[]): string[] {
  return fields
    .map((field) => fieldNamed(entity, field))
    .filter(isStored)
    .map((field) => quoted(columnName(field.name, field.type)))
}

function ownColumns(entity: Entity, sources: readonly RuleSource[]): string[] {
  return sources.flatMap((source) => (source.kind === 'own' ? columnsOf(entity, source.fields) : []))
}

function triggerFunction(functionName: string, rule: RuleOverRecords, body: string): Part {
  const text = `\nDECLARE ${RECORD} ${inPublic(tableName(rule.entity))}%ROWTYPE;\nBEGIN\n${body}\nEND\n`
  return {
    create: `CREATE FUNCTION ${functionName}() RETURNS trigger LANGUAGE plpgsql SET search_path TO public AS ${quotedText(text)}`,
    drop: `DROP FUNCTION IF EXISTS ${functionName}()`,
  }
}

function bodyOf(model: Model, rule: RuleOverRecords, question: RuleQuestion, source: RuleSource): string {
  const table = inPublic(tableName(rule.entity))
  switch (source.kind) {
    case 'own': {
      // The record may have been written again since, or be gone.
      const now = `SELECT * INTO ${RECORD} FROM ${table} WHERE "id" = NEW."id"; IF FOUND THEN\n${question.ask} END IF;`
      if (!question.isAskedOfWhatWasLeft) return `${now}\nRETURN NULL;`
      const moved = sameColumns(model, rule).map((column) => `OLD.${column} IS DISTINCT FROM NEW.${column}`)
      // Of what is computed, whether it has changed is seen by asking.
      const left =
        moved.length < rule.same.length
          ? 'TRUE'
          : moved.length === 0
            ? `TG_OP = 'DELETE'`
            : `TG_OP = 'DELETE' OR ${moved.join(' OR ')}`
      return [
        `IF TG_OP <> 'DELETE' THEN ${now} END IF;`,
        `IF TG_OP <> 'INSERT' THEN IF ${left} THEN ${RECORD} := OLD;\n${question.ask} END IF; END IF;`,
        'RETURN NULL;',
      ].join('\n')
    }
    case 'path': {
      const same = isOfEachRecord(rule) ? [] : sameColumns(model, rule)
      const keys = (same.length === 0 ? ['"id"'] : same).map((column) => `candidate.${column}`)
      const oneOfEach = keys.join(', ')
      const reached = question.reached(source.path, 'candidate')
      return loop(
        `SELECT DISTINCT ON (${oneOfEach}) candidate.* FROM ${table} AS candidate WHERE ${reached} ORDER BY ${oneOfEach}`,
        question,
      )
    }
    case 'items': {
      const field = fieldNamed(entityNamed(model, source.entity), source.via)
      const via = quoted(columnName(field.name, field.type))
      return [
        `IF TG_OP <> 'DELETE' THEN ${loop(`SELECT * FROM ${table} WHERE "id" = NEW.${via}`, question, false)} END IF;`,
        `IF TG_OP <> 'INSERT' THEN ${loop(`SELECT * FROM ${table} WHERE "id" = OLD.${via}`, question, false)} END IF;`,
        'RETURN NULL;',
      ].join('\n')
    }
  }
}

function isOfEachRecord({ form }: RuleOverRecords): boolean {
  return form.kind === 'never below' || form.kind === 'never in a circle'
}

function loop(query: string, question: RuleQuestion, isWhole = true): string {
  return `FOR ${RECORD} IN ${query} LOOP\n${question.ask} END LOOP;${isWhole ? '\nRETURN NULL;' : ''}`
}

function sameColumns(model: Model, rule: RuleOverRecords): string[] {
  return columnsOf(entityNamed(model, rule.entity), rule.same)
}

function exclusionName(name: string): string {
  return compositeName(name, 'exclusion')
}

/** Kinds of which an index of ranges can hold more than one column. */
const NOT_IN_EXCLUSIONS: readonly string[] = ['choices', 'file', 'money', 'period']

/**
 * PostgreSQL's own constraint on ranges, and the turn of the group before it: two transactions that both wait for each
 * other's range would be ended by the search for deadlocks, which begins after a second only.
 */
function overlapParts(
  model: Model,
  rule: RuleOverRecords,
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

function canExclude(entity: Entity, { same, countingOnly }: RuleOverRecords): boolean {
  return (
    same.every((name) => {
      const field = fieldNamed(entity, name)
      return isStored(field) && !NOT_IN_EXCLUSIONS.includes(field.type.kind)
    }) &&
    (countingOnly === null || isRowCondition(countingOnly, entity))
  )
}
