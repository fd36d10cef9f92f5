// `with ticket = …, given body` → checked fields and their new values.

import * as build from '../../expression/build.ts'
import { diagnostic } from '../../diagnostic/diagnostic.ts'
import type { SetDraft } from '../../draft/calls.ts'
import { visit } from '../../expression/conditions.ts'
import type { Expression, Scope, ScopeVariable, ValueType } from '../../expression/expression.ts'
import { membersOf } from '../../expression/members.ts'
import { convertTo, typeInWords } from '../../expression/value-types.ts'
import type { FieldSet } from '../../model/calls.ts'
import { holdsCustomFields } from '../../model/custom-fields/definitions.ts'
import { isOtherSide, MADE_BY_PRODUCT } from '../../model/field-types.ts'
import type { Span, Written } from '../../text/source.ts'
import { report, reportAbsence, type Checking } from '../checking.ts'
import { isComputed, isProvidedAtCreation, type EntityFacts, type FieldFacts } from '../entities/facts.ts'
import { requireValue } from '../expressions/expressions.ts'
import { reportSecond, type Declared } from '../names/names.ts'
import { isGivable } from '../roles/permission-fields.ts'
import { areAllPermissionsRead, permissionsOf } from '../roles/permission-rows.ts'
import { resolveField } from '../names/resolve.ts'
import type { StepContext } from './step-context.ts'

interface Writing {
  readonly action: 'create' | 'change'
  readonly isProductsOwn: boolean
  /** The position for a report about a missing field. */
  readonly step: Written
  /** An effect of a transition is a part of its statement, and no statement computes with objects. */
  readonly isEffect?: true
}

export function checkSets(
  stepping: StepContext,
  entity: EntityFacts,
  drafts: readonly SetDraft[],
  scope: Scope,
  writing: Writing,
): FieldSet[] {
  const { checking } = stepping
  const unique = new Map<string, Declared>()
  const before = checking.found.length
  const sets = drafts.flatMap((draft) => {
    const field = writtenField(draft)
    if (reportSecond(field, 'a field that this step sets', unique, checking.found)) return []
    return (
      (draft.kind === 'set'
        ? checkStatedSet(stepping, entity, draft, scope, writing)
        : checkGiven(stepping, entity, draft, field, scope, writing)) ?? []
    )
  })
  // A misspelt field or input was probably meant for the missing field.
  const isMisspelt = checking.found.slice(before).some(({ number }) => number === 'N320' || number === 'N725')
  if (writing.action === 'create' && !isMisspelt) refuseMissing(checking, entity, unique, writing.step)
  return sets
}

/** The name of the field at its position in the step. */
export function writtenField(draft: SetDraft): Written {
  return draft.kind === 'set' ? draft.field : (draft.as ?? lastPart(draft.input))
}

/** `tagList` of `article.tagList`, with its own position. */
function lastPart(input: Written): Written {
  const length = input.text.length - (input.text.lastIndexOf('.') + 1)
  const start: number = input.span.end - length
  return { text: input.text.slice(-length), span: { start, end: input.span.end } }
}

function checkStatedSet(
  stepping: StepContext,
  entity: EntityFacts,
  draft: SetDraft & { kind: 'set' },
  scope: Scope,
  writing: Writing,
): FieldSet | null {
  const { checking } = stepping
  const facts = resolveField(checking, entity, draft.field)
  if (facts === null) return null
  const { field } = facts
  // Definitions judge values that a caller gives, and an expression would be judged by nothing.
  if (
    holdsCustomFields(field) ||
    MADE_BY_PRODUCT.includes(field.type.kind) ||
    isComputed(facts) ||
    isOtherSide(field.type)
  )
    return refuseField(checking, facts, draft.field.span)
  const type = checking.catalogue.entities.get(entity.name)?.fields.get(field.name)?.type ?? { kind: 'unknown' }
  const value = requireValue(
    checking,
    draft.value,
    writing.isEffect === true ? scope : asKept(scope),
    type,
    field.isRequired,
  )
  if (value === null || (writing.isProductsOwn && refuseInput(stepping, draft.value, value, 'record'))) return null
  return { kind: 'set', field: field.name, value }
}

/** For values of steps, which keep an object as its JSON. */
export function asKept(scope: Scope): Scope {
  return { ...scope, isKept: true }
}

function refuseField(checking: Checking, facts: FieldFacts, span: Span, instead: string | null = null): null {
  const why =
    facts.field.type.kind === 'state'
      ? 'changed by transitions'
      : isOtherSide(facts.field.type)
        ? 'other side'
        : 'set by no step'
  const found = diagnostic('N619', span, instead === null ? why : 'set by the product', facts.field.name)
  return report(checking, instead === null ? found : found.withHint(`Write its value: ${instead}.`))
}

function checkGiven(
  stepping: StepContext,
  entity: EntityFacts,
  draft: SetDraft & { kind: 'given' },
  name: Written,
  scope: Scope,
  writing: Writing,
): FieldSet | null {
  const { checking } = stepping
  const input = draft.input.text
  const item = itemOf(stepping, scope, input)
  if (item === null && !stepping.declaredInputs.has(input)) {
    return report(checking, diagnostic('N725', draft.input.span, input).suggesting(input, stepping.declaredInputs))
  }
  const isOneName = draft.as === null
  if (item === null)
    checking.names.recorder.use('input', draft.input, stepping.owner, { after: isOneName ? ` as ${name.text}` : '' })
  const facts = resolveField(checking, entity, name, { before: isOneName ? `${name.text} as ` : '' })
  if (facts === null || (item === null && stepping.absentInputs.has(input))) return null
  if (writing.isProductsOwn) return report(checking, diagnostic('N710', draft.input.span, 'record'))
  if (!isGivable(facts))
    return refuseField(
      checking,
      facts,
      name.span,
      facts.field.isSetByProduct ? `${name.text} = \`${item === null ? `input.${input}` : input}\`` : null,
    )
  if (writing.action === 'change' && facts.field.isSetOnce)
    return report(checking, diagnostic('N619', name.span, 'set once', facts.field.name))
  const variable = item?.value ?? scope.variables.get(`input.${input}`)
  const type =
    facts.field.type.kind === 'password'
      ? ({ kind: 'text' } as const)
      : checking.catalogue.entities.get(entity.name)?.fields.get(facts.field.name)?.type
  if (variable === undefined || type === undefined || variable.type.kind === 'unknown') return null
  const value: Expression = build.variable(`input.${input}`, variable.type, draft.input.span, variable.isOptional)
  if (convertTo(value, type) === null) {
    return report(
      checking,
      diagnostic(
        'N054',
        draft.input.span,
        'other type of a value',
        facts.field.name,
        typeInWords(type),
        input,
        typeInWords(variable.type),
      ),
    )
  }
  warnAboutRefused(stepping, entity, facts, name, writing)
  const given = { kind: 'given', field: facts.field.name, ...sentAsMap(variable.type, type) } as const
  return item === null ? { ...given, input: input.split('.') } : { ...given, input: item.path, of: item.name }
}

/** The pairs of a map are an input, and become a value of the type of maps. */
export function sentAsMap(sent: ValueType, wanted: ValueType): Pick<Extract<FieldSet, { kind: 'given' }>, 'isMap'> {
  return wanted.kind === 'map' && sent.kind === 'list' ? { isMap: true } : {}
}

/** `line.quantity`: a value of an object in a `for each`. Null: another kind of name. */
function itemOf(
  { sent }: StepContext,
  scope: Scope,
  input: string,
): { readonly name: string; readonly path: readonly string[]; readonly value: ScopeVariable } | null {
  const [name = '', ...path] = input.split('.')
  let value = sent.has(name) ? scope.variables.get(name) : undefined
  for (const part of path) value = value === undefined ? undefined : membersOf(value.type)?.get(part)
  return value === undefined || path.length === 0 ? null : { name, path, value }
}

/** N712: no caller has the permission to give this field. */
function warnAboutRefused(
  stepping: StepContext,
  entity: EntityFacts,
  facts: FieldFacts,
  name: Written,
  writing: Writing,
): void {
  const { checking } = stepping
  if (stepping.runsAsProduct || stepping.by !== 'caller') return
  const isPermitted = permissionsOf(checking.checked.roles, entity.name).some(
    (permission) =>
      !permission.isForbidden &&
      permission.actions.includes(writing.action) &&
      permission.fields.includes(facts.field.name),
  )
  if (!isPermitted && areAllPermissionsRead(checking))
    reportAbsence(
      checking,
      facts.field.name,
      diagnostic('N712', name.span, writing.action, entity.name, facts.field.name),
    )
}

/** N724: fields that a new record requires. */
function refuseMissing(
  checking: Checking,
  entity: EntityFacts,
  set: ReadonlyMap<string, Declared>,
  step: Written,
): void {
  for (const facts of entity.fields.values()) {
    const { field } = facts
    if (!isProvidedAtCreation(facts) && !set.has(field.name.toLowerCase()))
      report(checking, diagnostic('N724', step.span, entity.name, field.name))
  }
}

/** N710: the product's own work uses a value of the caller. */
export function refuseInput(
  { checking, sent }: Pick<StepContext, 'checking' | 'sent'>,
  written: Written,
  expression: Expression,
  verb: string,
): boolean {
  let place: Span | null = null
  visit(expression, (part) => {
    if (part.kind === 'variable' && (part.name.startsWith('input.') || sent.has(part.name))) place ??= part.span
  })
  if (place === null) return false
  report(checking, diagnostic('N710', place ?? written.span, verb))
  return true
}
