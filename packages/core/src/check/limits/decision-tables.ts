// Lookups with several columns of conditions → decision tables: one expression over their parameters, which takes the value
// of the row that fits. Gaps and overlaps between rows are errors, so every use of a table has exactly one value.

import * as build from '../../expression/build.ts'
import { diagnostic } from '../../diagnostic/diagnostic.ts'
import type { DecisionRowDraft, DecisionTableDraft } from '../../draft/limits.ts'
import { assumeTrue } from '../../expression/check/check-expression.ts'
import { parameterName } from '../../expression/check/check-decision.ts'
import { allOf, substitute } from '../../expression/conditions.ts'
import type {
  Catalogue,
  CatalogueDecision,
  Expression,
  Listener,
  Scope,
  ValueType,
} from '../../expression/expression.ts'
import { convertTo, together } from '../../expression/value-types.ts'
import type { DecisionTable } from '../../model/limits.ts'
import { canHold } from '../../predicate/decide.ts'
import { all, not, type Formula } from '../../predicate/formula.ts'
import { formulaOf, NOTHING_ELSE_KNOWN } from '../../predicate/formula-of.ts'
import { printWitness, witnessOf } from '../../predicate/witness.ts'
import { optionalExpression } from '../expressions/expressions.ts'
import { statedAmount } from './constants.ts'
import type { DecisionContext } from './decision-context.ts'
import { conditionOfCell } from './decision-conditions.ts'

/** A row whose cells are all right. */
interface Row {
  readonly draft: DecisionRowDraft
  readonly condition: Expression
  readonly value: Expression
}

/** A table with a mistake or with a value that is not shown has no model; `typeUnknown` says what its uses know. */
export function decisionTableOf(draft: DecisionTableDraft, deciding: DecisionContext): DecisionTable | null {
  const parameters = draft.columns.length === 0 ? null : parametersOf(draft, deciding)
  if (parameters === null) return null
  const before = deciding.found.length
  const scope = scopeOf(draft, parameters, deciding)
  const rows = draft.rows.flatMap((row) => rowOf(row, parameters, scope, deciding) ?? [])
  if (rows.length < draft.rows.length || deciding.found.slice(before).some(({ severity }) => severity === 'error'))
    return null
  const valued = ofOneKind(rows, draft, deciding)
  if (valued === null || !isDecided(draft, valued, deciding)) return null
  const value = parameters.reduce<Expression>(
    (expression, { name, type, isOptional }) =>
      substitute(expression, name, build.variable(parameterName(name), type, draft.name.span, isOptional)),
    chainOf(valued),
  )
  return { name: draft.name.text, parameters, value, span: draft.name.span }
}

/** Null after a diagnostic, or if a field is absent for a reported reason. */
function parametersOf(draft: DecisionTableDraft, deciding: DecisionContext): CatalogueDecision['parameters'] | null {
  const { catalogue, entities, found, names } = deciding
  const named = new Set<string>()
  const parameters = draft.columns.flatMap(({ entity, field }, column) => {
    const known = catalogue.entities.get(entity.text)
    if (known === undefined) {
      found.push(diagnostic('N301', entity.span, entity.text).suggesting(entity.text, catalogue.entities.keys()))
      return []
    }
    names.recorder.use('entity', entity)
    const of = known.fields.get(field.text)
    if (of === undefined) {
      const told = diagnostic('N320', field.span, entity.text, field.text)
      found.push(told.suggesting(field.text, known.fields.keys()))
      return []
    }
    names.recorder.use('field', field, entity.text)
    if (of.isHidden) found.push(diagnostic('N057', field.span, field.text))
    if (named.has(field.text)) found.push(diagnostic('N008', field.span, 'a column of this lookup', field.text))
    if (of.isHidden || named.has(field.text) || of.type.kind === 'unknown') return []
    named.add(field.text)
    const asksForEmpty = draft.rows.some(({ conditions }) => conditions[column]?.kind === 'presence')
    const isComputed = entities
      .get(entity.text)
      ?.fields.get(field.text)
      ?.rules.some(({ kind }) => kind === 'computed')
    // Whether a computed field may be empty is not known yet.
    const isOptional = asksForEmpty || (of.isOptional && isComputed !== true)
    return [{ name: field.text, entity: entity.text, type: of.type, isOptional }]
  })
  return parameters.length === draft.columns.length ? parameters : null
}

/** Expressions in cells read the columns by the names of their fields. */
function scopeOf(
  draft: DecisionTableDraft,
  parameters: CatalogueDecision['parameters'],
  { catalogue }: DecisionContext,
): Scope {
  const variables = new Map(parameters.map(({ name, type, isOptional }) => [name, { type, isOptional }]))
  const { listener } = catalogue
  const entityOf = new Map(parameters.map(({ name, entity }) => [name, entity]))
  // Such a name is that of the field, so it is renamed with it.
  const heard: Listener | undefined = listener && {
    expression: (written, scope, expected) => {
      listener.expression(written, scope, expected)
    },
    typed: (expression) => {
      listener.typed(expression)
    },
    name: (span, name) => {
      const entity = name.kind === 'variable' ? entityOf.get(name.name) : undefined
      if (name.kind === 'variable' && entity !== undefined) listener.name(span, { ...name, kind: 'field', of: entity })
      else listener.name(span, name)
    },
  }
  const known: Catalogue = heard === undefined ? catalogue : { ...catalogue, listener: heard }
  return { variables, implicit: null, catalogue: known, owner: draft.name.text }
}

function rowOf(
  draft: DecisionRowDraft,
  parameters: CatalogueDecision['parameters'],
  scope: Scope,
  deciding: DecisionContext,
): Row | null {
  const conditions = draft.conditions.map((cell, column) => {
    const parameter = parameters[column]
    return parameter === undefined ? null : conditionOfCell(cell, parameter, scope, deciding)
  })
  if (conditions.some((condition) => condition === null)) return null
  const condition = allOf(conditions.flatMap((each) => each ?? []))
  const value = valueOf(draft.value, assumeTrue(condition, scope), deciding)
  return value === null ? null : { draft, condition, value }
}

/** Null: not shown, or after a diagnostic. */
function valueOf(draft: DecisionRowDraft['value'], scope: Scope, deciding: DecisionContext): Expression | null {
  if (draft === null) return null
  if (draft.kind === 'amount') {
    const amount = statedAmount(draft.written, deciding.calendars, deciding.found)
    if (amount === null) return null
    const value = build.literal(amount.value, amount.type, draft.written.span)
    // As the author wrote it, so that N068 knows a percentage.
    return amount.unit === 'percent' ? { ...value, constant: draft.written.text } : value
  }
  const value = optionalExpression(deciding, draft.written, scope, null, true)
  return value === 'absent' ? null : value
}

/** All rows with values of one type; null after a diagnostic. */
function ofOneKind(rows: readonly Row[], draft: DecisionTableDraft, { found }: DecisionContext): readonly Row[] | null {
  const [first] = rows
  if (first === undefined) {
    found.push(diagnostic('N011', draft.name.span, 'no table of values', draft.name.text))
    return null
  }
  let widest = first.value
  for (const { value, draft: row } of rows) {
    const pair = together(widest, value)
    if (pair === null || isPercentage(first.draft) !== isPercentage(row)) {
      found.push(diagnostic('N902', value.span, 'other kind', row.value?.written.text ?? ''))
      return null
    }
    widest = pair[0]
  }
  const type: ValueType = widest.type
  return rows.map((row) => ({ ...row, value: convertTo(row.value, type) ?? row.value }))
}

function isPercentage({ value }: DecisionRowDraft): boolean {
  return value?.kind === 'amount' && value.written.text.endsWith('%')
}

/** Reports the first case that no row fits, and rows that fit the same case with different values. */
function isDecided(draft: DecisionTableDraft, rows: readonly Row[], { found }: DecisionContext): boolean {
  const before = found.length
  const stated = rows.filter(({ draft: row }) => !row.isOtherwise)
  const otherwise = rows.filter(({ draft: row }) => row.isOtherwise)
  const formulas = new Map<Row, Formula>(stated.map((row) => [row, formulaOf(row.condition, NOTHING_ELSE_KNOWN)]))
  const formula = (row: Row): Formula => formulas.get(row) ?? true
  for (const second of otherwise.slice(1)) found.push(diagnostic('N913', second.draft.span).withHint(ONE_OTHERWISE))
  for (const [index, row] of stated.entries()) {
    if (canHold([formula(row)]).answer === 'no') found.push(diagnostic('N914', row.draft.span))
    for (const earlier of stated.slice(0, index)) {
      if (isSameValue(row.value, earlier.value)) continue
      const both = canHold([formula(row), formula(earlier)])
      if (both.answer !== 'yes' || !both.isCertain) continue
      const told = diagnostic('N913', row.draft.span).because(earlier.draft.span, 'The other row.')
      found.push(told.withHint(`Both fit ${printWitness(witnessOf(both.model))}`))
      break
    }
  }
  const rest = canHold([all(stated.map((row) => not(formula(row))))])
  const [last] = otherwise
  if (last !== undefined && rest.answer === 'no') found.push(diagnostic('N914', last.draft.span))
  if (last === undefined && rest.answer !== 'no') {
    const isShown = rest.answer === 'yes' && rest.model.size > 0
    const hint = 'Add a row for it, or a last row with otherwise.'
    const case_ = isShown ? `None fits ${printWitness(witnessOf(rest.model))}. ${hint}` : hint
    found.push(diagnostic('N912', draft.name.span, draft.name.text).withHint(case_))
  }
  return found.slice(before).every(({ severity }) => severity !== 'error')
}

const ONE_OTHERWISE = 'One row is for every other case.'

function isSameValue(a: Expression, b: Expression): boolean {
  return a.kind === 'literal' && b.kind === 'literal' && a.value === b.value
}

/** The last row needs no condition, since every case has a row. */
function chainOf(rows: readonly Row[]): Expression {
  const inOrder = [...rows.filter(({ draft }) => !draft.isOtherwise), ...rows.filter(({ draft }) => draft.isOtherwise)]
  return inOrder
    .slice(0, -1)
    .reduceRight<Expression>(
      (rest, { condition, value }) => build.conditional(condition, value, rest),
      inOrder.at(-1)?.value ?? build.nothing(),
    )
}

/** Tables are typed in the order of the text: a cell may use the lookups above it. */
export function typeDecisionTables(
  drafts: readonly DecisionTableDraft[],
  deciding: Omit<DecisionContext, 'catalogue'>,
  catalogue: Catalogue & { readonly decisions: Map<string, CatalogueDecision> },
): DecisionTable[] {
  return drafts.flatMap((draft) => {
    if (catalogue.decisions.has(draft.name.text)) return []
    const typed = decisionTableOf(draft, { ...deciding, catalogue })
    const parameters = typed?.parameters ?? []
    catalogue.decisions.set(draft.name.text, { parameters, value: typed?.value ?? null })
    return typed === null ? [] : [typed]
  })
}
