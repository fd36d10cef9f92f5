// A call → the computed fields of the records that its form creates or changes, as far as inputs determine them, with
// the expressions that a browser evaluates while a person types. The server computes these and all others again.

import { partsOf } from '../../expression/conditions.ts'
import * as build from '../../expression/build.ts'
import type { Expression } from '../../expression/expression.ts'
import { simplify } from '../../expression/simplify.ts'
import type { Entity, Field } from '../../model/entities.ts'
import { entityNamed, isStored } from '../../model/find.ts'
import { type FieldKind, MADE_BY_PRODUCT } from '../../model/field-types.ts'
import { displayOf } from '../inputs/field-inputs.ts'
import { headingOf, isFieldEverVisible } from '../screens/screen-columns.ts'
import type { ScreenScope } from '../screens/screen-scope.ts'
import type { ComputedRecord, ComputedWhole, FormComputing } from '../wire/computed.ts'
import type { Operation } from './calls.ts'
import { type HoldingRecord, holdersOf, type CreatedRecord, recordMadeBy } from './created-records.ts'

type Scope = Pick<ScreenScope, 'model' | 'caller'>

/** Expressions and fields that the shown values depend on. */
interface Needs {
  readonly formulas: Map<string, Expression>
  readonly links: Map<CreatedRecord, Map<string, Set<string>>>
  readonly present: Set<string>
  /** Fields of the records among which the new one will be. */
  readonly items: Set<string>
  asksInput: boolean
}

/** Undefined: inputs determine no computed field that the caller may see. */
export function computedInForm(scope: Scope, operation: Operation): FormComputing | undefined {
  const made = recordMadeBy(scope.model, operation)
  if (made === null) return undefined
  const needs = noNeeds()
  const own = shownOf(scope, made, needs)
  const lists = [...made.lists].map(([relation, each]) => ({ relation, each, shown: shownOf(scope, each, needs) }))
  const whole = wholeOf(scope, operation, made, needs)
  if (whole === null && [own, ...lists.map(({ shown }) => shown)].every(({ length }) => length === 0)) return undefined
  return {
    ...asRecord(scope, made, own, needs),
    lists: lists.map(({ relation, each, shown }) => ({
      ...asRecord(scope, each, shown, needs),
      relation,
      input: each.list,
    })),
    formulas: Object.fromEntries(needs.formulas),
    ...(made.isNew ? {} : { present: [...needs.present] }),
    ...(whole === null ? {} : { whole }),
  }
}

/** The first containing record with a value to show. */
function wholeOf(scope: Scope, operation: Operation, made: CreatedRecord, needs: Needs): ComputedWhole | null {
  for (const holding of holdersOf(scope.model, operation, made)) {
    const own = noNeeds()
    const shown = shownOf(scope, heldBy(holding, made), own)
    if (shown.length === 0) continue
    merge(needs, { ...own, present: new Set() })
    return {
      entity: holding.entity.name,
      values: measuresOf(scope, holding.entity, shown),
      relation: holding.relation,
      present: [...own.present],
      items: [...own.items],
      by: holding.by,
      from: holding.from,
    }
  }
  return null
}

function heldBy({ entity, relation }: HoldingRecord, made: CreatedRecord): CreatedRecord {
  const among = { relation, made }
  return { entity, isNew: false, inputOf: new Map(), sets: new Map(), lists: new Map(), among }
}

function noNeeds(): Needs {
  return { formulas: new Map(), links: new Map(), present: new Set(), items: new Set(), asksInput: false }
}

/** Kinds of computed fields that are useful before the record exists. */
const SHOWN: ReadonlySet<FieldKind> = new Set(['whole number', 'decimal', 'percent', 'money', 'duration'])

function shownOf(scope: Scope, made: CreatedRecord, needs: Needs): Field[] {
  return made.entity.fields.filter((field) => {
    if (field.computed === null || !SHOWN.has(field.type.kind)) return false
    const own = noNeeds()
    if (!decidesField({ scope, needs: own }, made, field) || !own.asksInput) return false
    merge(needs, own)
    return true
  })
}

function merge(all: Needs, own: Needs): void {
  for (const [key, formula] of own.formulas) all.formulas.set(key, formula)
  for (const name of own.present) all.present.add(name)
  for (const name of own.items) all.items.add(name)
  for (const [made, fields] of own.links)
    for (const [field, names] of fields) for (const name of names) addLink(all, made, field, name)
}

function addLink({ links }: Needs, made: CreatedRecord, field: string, name: string): void {
  const fields = links.get(made) ?? new Map<string, Set<string>>()
  links.set(made, fields.set(field, new Set([...(fields.get(field) ?? []), name])))
}

function measuresOf({ model }: Scope, { name }: Entity, shown: readonly Field[]): ComputedRecord['values'] {
  return shown.map((field) => ({
    key: field.name,
    label: headingOf(model, name, { title: null, path: [field.name] }),
    display: displayOf(model, name, field),
  }))
}

function asRecord(scope: Scope, made: CreatedRecord, shown: readonly Field[], { links }: Needs): ComputedRecord {
  const { entity, inputOf } = made
  return {
    entity: entity.name,
    values: measuresOf(scope, entity, shown),
    inputs: Object.fromEntries(inputOf),
    links: Object.fromEntries([...(links.get(made) ?? [])].map(([field, names]) => [field, [...names]])),
  }
}

interface Deciding {
  readonly scope: Scope
  readonly needs: Needs
}

/** Kinds whose values are the same on the wire and in an expression. */
export const COMPUTED_WITH: ReadonlySet<FieldKind> = new Set([
  ...SHOWN,
  'text',
  'long text',
  'email',
  'url',
  'phone',
  'yes/no',
  'date',
  'time',
  'choice',
])

/** Kinds whose values in a new record are unknown to a form. */
const NOT_COMPUTED_WITH: readonly FieldKind[] = [...MADE_BY_PRODUCT, 'password', 'file', 'secret text']

/** Tells whether inputs determine the field. Records the formulas and links that it needs. */
function decidesField(deciding: Deciding, made: CreatedRecord, field: Field): boolean {
  const { scope, needs } = deciding
  const key = `${made.entity.name}.${field.name}`
  if (needs.formulas.has(key)) return true
  if (made.lists.has(field.name)) return noteInput(needs)
  if (made.among?.relation === field.name)
    return isFieldEverVisible(scope, made.entity.name, field.name) && noteInput(needs)
  if (field.computed === null && made.inputOf.has(field.name)) return decidesInput(deciding, made, field, key)
  if (field.computed !== null) {
    if (!isFieldEverVisible(scope, made.entity.name, field.name)) return false
    return decidesFormula(deciding, made, key, field.computed.expression)
  }
  if (!made.isNew) {
    needs.present.add(field.name)
    return (
      isStored(field) && COMPUTED_WITH.has(field.type.kind) && isFieldEverVisible(scope, made.entity.name, field.name)
    )
  }
  const set = made.sets.get(field.name)
  if (set !== undefined) return set.kind === 'literal' && decidesFormula(deciding, made, key, set)
  if (field.isBuiltIn || NOT_COMPUTED_WITH.includes(field.type.kind) || !isStored(field)) return false
  return decidesDefault(deciding, made, field, key)
}

/** A missing input takes the default, if it is known beforehand. */
function decidesInput({ scope, needs }: Deciding, made: CreatedRecord, field: Field, key: string): boolean {
  needs.asksInput = true
  const own = noNeeds()
  const isLeftOut = made.isNew && (field.default !== null || !field.isRequired)
  if (isLeftOut && decidesDefault({ scope, needs: own }, made, field, key)) merge(needs, own)
  return COMPUTED_WITH.has(field.type.kind) || field.type.kind === 'reference'
}

function noteInput(needs: Needs): true {
  needs.asksInput = true
  return true
}

/** A field without an input: its default, or empty. */
function decidesDefault(deciding: Deciding, made: CreatedRecord, field: Field, key: string): boolean {
  return decidesFormula(deciding, made, key, field.default ?? build.nothing())
}

function decidesFormula({ scope, needs }: Deciding, made: CreatedRecord, key: string, formula: Expression): boolean {
  const { caller } = scope
  const simple = simplify(formula, { hasRole: (role) => caller.roles.has(role) })
  // Recorded before the recursion, which ends cycles.
  needs.formulas.set(key, simple)
  return decides({ scope, needs }, simple, new Map([['this', made]]))
}

/** The origin of a record in an expression. Null: not a record. */
type Origin =
  | CreatedRecord
  | { readonly of: CreatedRecord; readonly field: Field }
  | { readonly among: CreatedRecord }
  | null
type Origins = ReadonlyMap<string, Origin>

function decides(deciding: Deciding, expression: Expression, origins: Origins): boolean {
  switch (expression.kind) {
    case 'records':
    case 'shape':
    case 'has role':
      return false
    case 'variable':
      return origins.has(expression.name)
    case 'field':
      return decidesMember(deciding, expression, origins)
    case 'comprehension': {
      if (!decides(deciding, expression.over, origins)) return false
      const item = itemOf(expression.over, origins)
      return (
        item !== undefined && decides(deciding, expression.body, new Map([...origins, [expression.variable, item]]))
      )
    }
    default:
      return isClockless(expression) && partsOf(expression).every((part) => decides(deciding, part, origins))
  }
}

/** Days and moments depend on the server's clock and time zone. */
function isClockless({ type }: Expression): boolean {
  return type.kind !== 'timestamp' && type.kind !== 'period' && type.kind !== 'calendar period'
}

function decidesMember(
  deciding: Deciding,
  { of, entity, field: name }: Extract<Expression, { kind: 'field' }>,
  origins: Origins,
): boolean {
  const origin = originOf(of, origins)
  if (origin === undefined || origin === null) return false
  const field = entityNamed(deciding.scope.model, entity).fields.find((each) => each.name === name)
  if (field === undefined) return false
  if ('isNew' in origin) return decidesField(deciding, origin, field)
  if (!('of' in origin)) return decidesItem(deciding, origin.among, field)
  // The server sends the values of a record that an input names.
  const isTold = COMPUTED_WITH.has(field.type.kind) && isFieldEverVisible(deciding.scope, entity, name)
  if (!isTold || !decidesField(deciding, origin.of, origin.field)) return false
  addLink(deciding.needs, origin.of, origin.field.name, name)
  return true
}

/** Items are the new record, and the existing ones whose values the server sends. */
function decidesItem(deciding: Deciding, made: CreatedRecord, field: Field): boolean {
  deciding.needs.items.add(field.name)
  const isTold = COMPUTED_WITH.has(field.type.kind) && isFieldEverVisible(deciding.scope, made.entity.name, field.name)
  return isTold && decidesField(deciding, made, field)
}

/** Undefined: of another origin. */
function originOf(expression: Expression, origins: Origins): Origin | undefined {
  if (expression.kind === 'variable') return origins.get(expression.name)
  if (expression.kind !== 'field') return undefined
  const origin = originOf(expression.of, origins)
  if (origin === undefined || origin === null || !('isNew' in origin)) return undefined
  const field = origin.entity.fields.find(({ name }) => name === expression.field)
  if (field?.type.kind !== 'reference' || !origin.inputOf.has(field.name)) return undefined
  return { of: origin, field }
}

/** The origin of a list's items. */
function itemOf(list: Expression, origins: Origins): Origin | undefined {
  if (list.type.kind !== 'list' || list.type.of.kind !== 'record') return null
  if (list.kind === 'comprehension' && list.operation === 'filter') return itemOf(list.over, origins)
  if (list.kind !== 'field') return undefined
  const origin = originOf(list.of, origins)
  if (origin === undefined || origin === null || !('isNew' in origin)) return undefined
  return origin.among?.relation === list.field ? { among: origin.among.made } : origin.lists.get(list.field)
}
