// Computed fields of point 3 against the rights of point 6: N334 if a role may see a value computed from records or
// fields that it may not see. The value is the same for everybody, so it reveals them.
//
// Fields of the record itself are the author's responsibility, because the formula stands beside them. A filter
// excludes records from the value, so its condition is taken into account.

import * as build from '../../expression/build.ts'
import { diagnostic } from '../../diagnostic/diagnostic.ts'
import { notOf, partsOf, substitute } from '../../expression/conditions.ts'
import type { Expression } from '../../expression/expression.ts'
import type { Entity, Field } from '../../model/entities.ts'
import { inTermsOf, wholeOf, type Whole } from '../../rights/everything-read.ts'
import { type CallerRoles, grantsOf, visibleField, visibleRecords } from '../../rights/roles.ts'
import { enumerated } from '../../text/enumeration.ts'
import { formula, isNever, leastRoles, type Considering } from '../considering.ts'

/** A dependency of the value, and the condition under which its reader may see it. */
interface Read {
  readonly what: string
  readonly visible: Expression
  /** It counts only if these hold. */
  readonly under: readonly Expression[]
}

type Comprehension = Extract<Expression, { kind: 'comprehension' }>

export function warnAboutComputedOfHidden(of: Considering): void {
  const viewers = of.model.roles.roles.map(({ name, isGuest }) => ({
    name,
    caller: { roles: of.included.get(name) ?? new Set([name]), isSignedIn: !isGuest },
  }))
  for (const entity of of.model.entities.entities)
    for (const field of entity.fields) {
      if (field.computed === null || isOverAll(of, entity, field)) continue
      const { expression } = field.computed
      const told = new Map<string, string[]>()
      for (const { name, caller } of viewers)
        for (const what of hiddenIn(of, caller, entity, field, expression))
          told.set(what, [...(told.get(what) ?? []), name])
      report(of, entity, field, told)
    }
}

function isOverAll({ checking }: Considering, entity: Entity, field: Field): boolean {
  const rules = checking.entities.get(entity.name)?.fields.get(field.name)?.rules ?? []
  return rules.some((rule) => rule.kind === 'computed' && rule.isOverAll)
}

/** Roles that learn the same from the same are reported in one sentence. */
function report(of: Considering, entity: Entity, field: Field, told: ReadonlyMap<string, readonly string[]>): void {
  const things = [...told.keys()].filter((what) => !told.has(what.split('.')[0] ?? '') || !what.includes('.'))
  if (things.length === 0) return
  const roles = of.model.roles.roles
    .map(({ name }) => name)
    .filter((name) => things.some((what) => told.get(what)?.includes(name)))
  const first = leastRoles(of, roles)
  const names = enumerated(first)
  const found = diagnostic('N334', field.computed?.expression.span ?? field.span, field.name, names, enumerated(things))
  const row = rowThatShows(of, first[0] ?? '', entity, field)
  of.found.push(
    (row === null ? found : found.because(row, `This row lets ${first[0]} see it.`)).withHint(
      `Write "computed over all" if that is meant. Else take "${field.name}" out of the Fields that ${names} may see, or let ${names} see ${enumerated(things)}.`,
    ),
  )
}

function rowThatShows(of: Considering, role: string, { name }: Entity, field: Field) {
  const caller = { roles: of.included.get(role) ?? new Set([role]), isSignedIn: true }
  const grant = grantsOf(of.model, caller, name, 'see').find(({ permission }) => permission.fields.includes(field.name))
  return grant?.permission.span ?? null
}

function hiddenIn(
  of: Considering,
  caller: CallerRoles,
  entity: Entity,
  field: Field,
  expression: Expression,
): string[] {
  const seen = formula(of, visibleField(of.model, caller, entity.name, field.name))
  if (seen === false) return []
  const reads = readsOf({ of, caller }, expression)
  const hidden = reads.filter(
    ({ visible, under }) => !isNever(of, seen, ...under.map((each) => formula(of, each)), formula(of, notOf(visible))),
  )
  return [...new Set(hidden.map(({ what }) => what))]
}

interface Asking {
  readonly of: Considering
  readonly caller: CallerRoles
}

function readsOf(asking: Asking, expression: Expression): Read[] {
  const { of, caller } = asking
  switch (expression.kind) {
    case 'field':
      return [...readsOf(asking, expression.of), ...readOfField(asking, expression), ...elementsOf(asking, expression)]
    case 'records':
      return elementsOf(asking, expression)
    case 'comprehension':
      return readsOfComprehension(asking, expression)
    default:
      return partsOf(expression).flatMap((part) => readsOf({ of, caller }, part))
  }
}

function readOfField({ of, caller }: Asking, { of: record, entity, field }: Expression & { kind: 'field' }): Read[] {
  if (record.kind === 'variable' && record.name === 'this') return []
  // A missing record reveals nothing.
  const isThere = record.isOptional ? [notOf(build.isEmpty(record))] : []
  const visible = (condition: Expression): Expression => substitute(condition, 'this', record)
  return [
    { what: entity, visible: visible(visibleRecords(of.model, caller, entity)), under: isThere },
    { what: `${entity}.${field}`, visible: visible(visibleField(of.model, caller, entity, field)), under: isThere },
  ]
}

const ELEMENT = 'element'

/** A whole list depends on each of its records, by its length. */
function elementsOf({ of, caller }: Asking, list: Expression): Read[] {
  if (list.type.kind !== 'list' || list.type.of.kind !== 'record') return []
  return [elementRead({ of, caller }, list, list.type.of.entity, ELEMENT, [])]
}

function elementRead(
  { of, caller }: Asking,
  list: Expression,
  entity: string,
  variable: string,
  under: readonly Expression[],
): Read {
  const whole = wholeOf(of, list)
  const visible = substitute(visibleRecords(of.model, caller, entity), 'this', build.recordVariable(variable, entity))
  return { what: entity, visible: belonging(whole, variable, visible), under }
}

function belonging(whole: Whole | null, variable: string, condition: Expression): Expression {
  return whole === null ? condition : inTermsOf(whole, variable, condition)
}

function readsOfComprehension(asking: Asking, expression: Comprehension): Read[] {
  const { variable, body, operation } = expression
  const { base, filters } = filtersOf(expression.over, variable)
  const counts = operation === 'filter' || operation === 'exists' ? [body] : operation === 'all' ? [notOf(body)] : []
  const whole = wholeOf(asking.of, base)
  const under = [...filters, ...counts].map((each) => belonging(whole, variable, each))
  const outside =
    base.kind === 'field' ? readsOf(asking, base.of) : base.kind === 'records' ? [] : readsOf(asking, base)
  const ofBase = base.kind === 'field' ? readOfField(asking, base) : []
  const inside = [...filters, body].flatMap((part) => readsOf(asking, part))
  const elements =
    base.type.kind === 'list' && base.type.of.kind === 'record'
      ? [elementRead(asking, base, base.type.of.entity, variable, under)]
      : []
  return [
    ...outside,
    ...ofBase,
    ...elements,
    ...inside.map((read) => ({
      what: read.what,
      visible: belonging(whole, variable, read.visible),
      under: [...read.under.map((each) => belonging(whole, variable, each)), ...under],
    })),
  ]
}

/** `enrolments.filter(e, …)` → the enrolments, and the condition on each, over the variable. */
function filtersOf(list: Expression, variable: string): { readonly base: Expression; readonly filters: Expression[] } {
  if (list.kind !== 'comprehension' || list.operation !== 'filter') return { base: list, filters: [] }
  const { base, filters } = filtersOf(list.over, variable)
  const element = list.type.kind === 'list' && list.type.of.kind === 'record' ? list.type.of.entity : ''
  return { base, filters: [...filters, substitute(list.body, list.variable, build.recordVariable(variable, element))] }
}
