// A rule over several records → the tables whose writes can break it, each with the path from a record of the rule:
// through references, lists, nested lists and computed fields. Or the reason why it cannot be determined.

import { partsOf } from '../../expression/conditions.ts'
import type { Expression } from '../../expression/expression.ts'
import type { Field } from '../entities.ts'
import { entityNamed, fieldNamed } from '../find.ts'
import type { HeldRule } from './held-rules.ts'
import type { Model } from '../model.ts'

/** One step from a record to a related one. */
export type Hop =
  /** The record that a field refers to. */
  | { readonly kind: 'reference'; readonly field: string; readonly entity: string }
  /** The records that refer back by `via`. */
  | { readonly kind: 'items'; readonly entity: string; readonly via: string }
  /** The records that a link table connects with it. */
  | { readonly kind: 'links'; readonly entity: string; readonly pairs: Pairs }

/** The to-many field of the link table. `isFromItem`: the path leads from the item to the owner. */
export interface Pairs {
  readonly entity: string
  readonly field: string
  readonly isFromItem: boolean
}

/** Writes that affect the rule. */
export interface RuleSource {
  /** From a record of the rule to the written row, or to the record that a link belongs to. */
  readonly way: readonly Hop[]
  /** The end of the path. */
  readonly entity: string
  /** Stored fields whose change affects the rule. */
  readonly fields: readonly string[]
  /** The links of the record at the end of the path, instead of the record itself. */
  readonly pairs: Pairs | null
}

/** Rules that fewer records, or a smaller sum, can break. */
export function isAskedOfWhatWasLeft({ form }: HeldRule): boolean {
  return form.kind === 'exactly' || form.kind === 'at least' || form.kind === 'sum'
}

export type Unwatchable =
  /** A value computed from all records of an entity. */
  | 'all records'
  /** Conditions on other records may have changed before the check, so the group that a record left is unknown. */
  | 'group that was left'

export function ruleSources(model: Model, rule: HeldRule): RuleSource[] | Unwatchable {
  const found = new Found(model)
  const own: Place = { way: [], entity: rule.entity }
  const { form } = rule
  // The number of records affects every rule.
  found.add(own, null)
  found.seeFields(own, rule.same)
  if (isAskedOfWhatWasLeft(rule) && found.sources().some(({ way, pairs }) => way.length > 0 || pairs !== null))
    return 'group that was left'
  if ('field' in form) found.seeFields(own, [form.field])
  const scope: Scope = new Map([['this', [own]]])
  if (rule.countingOnly !== null) found.see(rule.countingOnly, scope)
  if ('bound' in form) found.see(form.bound, scope)
  return found.isKnown ? found.sources() : 'all records'
}

/** Records that an expression is about. */
interface Place {
  readonly way: readonly Hop[]
  readonly entity: string
}

type Scope = ReadonlyMap<string, readonly Place[]>

class Found {
  isKnown = true
  private readonly model: Model
  private readonly byKey = new Map<string, { readonly source: RuleSource; readonly fields: Set<string> }>()

  constructor(model: Model) {
    this.model = model
  }

  sources(): RuleSource[] {
    return [...this.byKey.values()].map(({ source, fields }) => ({ ...source, fields: [...fields] }))
  }

  seeFields(place: Place, names: readonly string[]): void {
    for (const name of names) this.seeField(place, name)
  }

  /** The records that the expression returns; empty for other values. */
  see(expression: Expression, scope: Scope): readonly Place[] {
    switch (expression.kind) {
      case 'variable': {
        const places = scope.get(expression.name)
        if (places === undefined) this.isKnown = false
        return places ?? []
      }
      case 'field':
        return this.see(expression.of, scope).flatMap((place) => this.seeField(place, expression.field))
      case 'comprehension': {
        const over = this.see(expression.over, scope)
        const inside = this.see(expression.body, new Map([...scope, [expression.variable, over]]))
        return expression.operation === 'filter' ? over : expression.operation === 'map' ? inside : []
      }
      case 'records':
      case 'has role':
      case 'shape':
      case 'object':
        this.isKnown = false
        return []
      default:
        return partsOf(expression).flatMap((part) => this.see(part, scope))
    }
  }

  private seeField(place: Place, name: string): readonly Place[] {
    const field = fieldNamed(entityNamed(this.model, place.entity), name)
    if (field.computed !== null) return this.see(field.computed.expression, new Map([['this', [place]]]))
    switch (field.type.kind) {
      case 'reference': {
        this.add(place, name)
        const { entity } = field.type
        return [{ way: [...place.way, { kind: 'reference', field: name, entity }], entity }]
      }
      case 'inverse':
        return [this.itemsOf(place, field.type.entity, field.type.via)]
      case 'collection':
        return [this.listOf(place, field, field.type)]
      default:
        this.add(place, name)
        return []
    }
  }

  private listOf(place: Place, field: Field, type: Field['type'] & { kind: 'collection' }): Place {
    const { entity, via, through } = type
    if (through !== null) {
      const pair = this.itemsOf(place, through.entity, through.own)
      return this.seeField(pair, through.other)[0] ?? pair
    }
    if (via !== null && fieldNamed(entityNamed(this.model, entity), via).type.kind === 'reference')
      return this.itemsOf(place, entity, via)
    const pairs =
      via === null
        ? { entity: place.entity, field: field.name, isFromItem: false }
        : { entity, field: via, isFromItem: true }
    this.add(place, null, pairs)
    return { way: [...place.way, { kind: 'links', entity, pairs }], entity }
  }

  private itemsOf(place: Place, entity: string, via: string): Place {
    const items: Place = { way: [...place.way, { kind: 'items', entity, via }], entity }
    this.add(items, via)
    return items
  }

  add({ way, entity }: Place, field: string | null, pairs: Pairs | null = null): void {
    const key = JSON.stringify([way, entity, pairs])
    const entry = this.byKey.get(key) ?? { source: { way, entity, fields: [], pairs }, fields: new Set<string>() }
    if (field !== null) entry.fields.add(field)
    this.byKey.set(key, entry)
  }
}
