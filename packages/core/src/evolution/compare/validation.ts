// Point 5 of two models → new, looser, stricter and removed rules; for a stricter one, the records that break it.

import { allOf, anyOf, notOf } from '../../expression/conditions.ts'
import type { Expression } from '../../expression/expression.ts'
import { entityNamed } from '../../model/find.ts'
import type { Model } from '../../model/model.ts'
import type { Rule, RuleOverRecords, ValidationModel } from '../../model/validation.ts'
import { quotedText } from '../../plan/schema/ddl.ts'
import { columnName, tableName } from '../../plan/sql/database-names.ts'
import { expressionSql } from '../../plan/sql/expression-sql.ts'
import { inPublic, quoted } from '../../plan/schema/ddl.ts'
import { rawSql, renderSql } from '../../plan/sql/sql.ts'
import { row, sqlContext } from '../../plan/sql/statement-scope.ts'
import { implies } from '../../predicate/decide.ts'
import { formulaOf, NOTHING_ELSE_KNOWN } from '../../predicate/formula-of.ts'
import type { Breaking } from '../difference-kinds.ts'
import { isSameMeaning } from '../meaning.ts'
import { code, ELSEWHERE, KEY, type Members, membersSaid, type Pair, partsSaid, type Said } from './sentences.ts'

export function compareValidation({ validation: old }: Model, after: Model): Said[] {
  return membersSaid('The rules', validationMembers(after), { old, now: after.validation })
}

function validationMembers(after: Model): Members<ValidationModel> {
  return {
    rules: (old, now) =>
      partsSaid(old, now, keyOf, {
        gone: (rule) => [['review', `${nameOf(rule)} is kept no longer.`]],
        made: (rule) => [
          [
            'tightening',
            `${nameOf(rule)} is new: records are held to it when they are written next.`,
            breakingOf(after, rule),
          ],
        ],
        changed: (pair) => ruleSaid(after, pair),
        order: ['safe', 'The rules stand in another order: of two that are broken, another code may come first.'],
      }),
    rulesOverRecords: (old, now) =>
      partsSaid(old, now, keyOf, {
        gone: (rule) => [['review', `${nameOf(rule)} is kept no longer.`]],
        made: (rule) => [['tightening', `${nameOf(rule)} is new.`]],
        changed: (pair) => membersSaid(nameOf(pair.now), overRecordsMembers(nameOf(pair.now)), pair),
        order: ['safe', 'The rules over records stand in another order.'],
      }),
  }
}

/** The condition of a rule is compared as a whole, whatever its parts. */
function ruleSaid(after: Model, pair: Pair<Rule>): Said[] {
  const { old, now } = pair
  const name = nameOf(now)
  const asks = ({ when, condition, holds }: Rule): unknown => [when, condition, holds]
  const said: Said[] = [...membersSaid(name, ruleMembers(name), pair)]
  if (isSameMeaning(asks(old), asks(now))) return said
  const kind = changeOf(old, now)
  if (kind === 'same') return [...said, ['safe', `${name} is written otherwise, and means the same.`]]
  return [...said, [kind === 'looser' ? 'safe' : 'tightening', `${name} is ${kind}.`, breakingOf(after, now)]]
}

function ruleMembers(name: string): Members<Rule> {
  return {
    name: KEY,
    entity: KEY,
    // Reported together, above.
    when: ELSEWHERE,
    condition: ELSEWHERE,
    holds: ELSEWHERE,
    otherwise: (old, now) => [['contract', `${name} is refused with ${now} instead of ${old}.`]],
  }
}

function overRecordsMembers(name: string): Members<RuleOverRecords> {
  return {
    name: KEY,
    entity: KEY,
    same: (_, now) => [
      [
        'tightening',
        `${name} counts ${now.length === 0 ? 'all records together' : `those with the same ${now.join(', ')}`}.`,
      ],
    ],
    countingOnly: (_, now) => [
      ['tightening', `${name} counts ${now === null ? 'every record' : `only records with ${code(now)}`}.`],
    ],
    form: () => [['tightening', `${name} says something else.`]],
    otherwise: (old, now) => [['contract', `${name} is refused with ${now} instead of ${old}.`]],
  }
}

function keyOf({ entity, name }: { readonly entity: string; readonly name: string }): string {
  return `${entity} ${name}`
}

function nameOf({ entity, name }: { readonly entity: string; readonly name: string }): string {
  return `The rule "${name}" of ${entity}`
}

function keptBy({ condition, holds }: Rule): Expression {
  return condition === null ? holds : anyOf([notOf(condition), allOf([condition, holds])])
}

function changeOf(old: Rule, now: Rule): 'same' | 'looser' | 'tighter' | 'another one' {
  const [before, after] = [old, now].map((rule) => formulaOf(keptBy(rule), NOTHING_ELSE_KNOWN))
  if (before === undefined || after === undefined || !isSameMeaning(old.when, now.when)) return 'another one'
  const isLooser = implies([before], after)
  const isTighter = implies([after], before)
  if (isLooser && isTighter) return 'same'
  return isLooser ? 'looser' : isTighter ? 'tighter' : 'another one'
}

/** Null if it depends on more than the record, or applies only to changes. */
function breakingOf(model: Model, rule: Rule): Breaking | null {
  if (rule.when.kind !== 'always' && rule.when.kind !== 'change' && rule.when.kind !== 'field changes') return null
  const viewer = { model, caller: { roles: new Set<string>(), isSignedIn: false } }
  const today = rawSql(`(now() AT TIME ZONE ${quotedText(model.limits.timeZone)})::date`)
  const context = sqlContext(viewer, {
    this: row(rule.entity, 't'),
    old: row(rule.entity, 't'),
    now: { kind: 'value', sql: rawSql('now()') },
    today: { kind: 'value', sql: today },
  })
  const { text, parameters } = renderSql(expressionSql(keptBy(rule), context))
  if (parameters.length > 0) return null
  const from = `FROM ${inPublic(tableName(rule.entity))} AS t WHERE NOT coalesce(${text}, false)`
  return {
    entity: rule.entity,
    countSql: `SELECT count(*) ${from}`,
    someSql: `SELECT ${addressSql(model, rule.entity)} AS address ${from} ORDER BY address LIMIT 3`,
  }
}

/** The address of a screen that shows the record. */
export function addressSql(model: Model, entity: string): string {
  for (const { path, parameters } of model.screens.routes) {
    const [parameter, ...others] = parameters
    if (parameter?.entity !== entity || others.length > 0) continue
    const field = entityNamed(model, entity).fields.find(({ name }) => name === parameter.field)
    if (field === undefined) continue
    const [before = '', after = ''] = path.split(`:${parameter.name}`)
    const column = field.type.kind === 'identifier' ? 'id' : columnName(field.name, field.type)
    return `${quotedText(before)} || coalesce(t.${quoted(column)}::text, '') || ${quotedText(after)}`
  }
  return `${quotedText(`${entity} `)} || t."id"::text`
}
