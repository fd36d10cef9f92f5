// A rule over several records → the tables whose writes can break it: that of its records, those that its bound
// follows from, and those whose records are added up in a computed field. Null: more than is known how to watch.

import { visit } from '../expression/conditions.ts'
import type { Expression } from '../expression/expression.ts'
import { entityNamed, fieldNamed } from './find.ts'
import type { Model } from './model.ts'
import type { RuleOverRecords } from './validation.ts'

/** Which writes concern the rule. `fields`: stored fields of the entity whose change does. */
export type RuleSource =
  /** Of the rule's own records. */
  | { readonly kind: 'own'; readonly entity: string; readonly fields: readonly string[] }
  /** Of the records to which `path`, over `this`, leads. */
  | { readonly kind: 'path'; readonly entity: string; readonly fields: readonly string[]; readonly path: Expression }
  /** Of records that point to a rule's own record by `via`. */
  | { readonly kind: 'items'; readonly entity: string; readonly fields: readonly string[]; readonly via: string }

export function ruleSources(model: Model, rule: RuleOverRecords): RuleSource[] | null {
  const found = new Found()
  const own = { kind: 'own', entity: rule.entity } as const
  const { form } = rule
  const fields = [...rule.same, ...('field' in form ? [form.field] : [])]
  const expressions = [
    ...(rule.countingOnly === null ? [] : [rule.countingOnly]),
    ...('bound' in form ? [form.bound] : []),
  ]
  const isKnown =
    fields.every((name) => seeField(model, found, own, name)) &&
    expressions.every((expression) => seeExpression(model, found, own, expression))
  return isKnown ? found.sources() : null
}

type Origin =
  | { readonly kind: 'own'; readonly entity: string }
  | { readonly kind: 'path'; readonly entity: string; readonly path: Expression }
  | { readonly kind: 'items'; readonly entity: string; readonly via: string }

class Found {
  private readonly byKey = new Map<string, { readonly origin: Origin; readonly fields: Set<string> }>()

  add(origin: Origin, field: string | null): void {
    const key = JSON.stringify(origin, (name, value) => (name === 'span' ? undefined : value))
    const entry = this.byKey.get(key) ?? { origin, fields: new Set<string>() }
    if (field !== null) entry.fields.add(field)
    this.byKey.set(key, entry)
  }

  sources(): RuleSource[] {
    return [...this.byKey.values()].map(({ origin, fields }) => ({ ...origin, fields: [...fields] }))
  }
}

/** A field of one of the origin's records: stored, or computed from what is known to be watched. */
function seeField(model: Model, found: Found, origin: Origin, name: string): boolean {
  const field = fieldNamed(entityNamed(model, origin.entity), name)
  if (field.computed !== null)
    return origin.kind !== 'path' && seeExpression(model, found, origin, field.computed.expression)
  if (field.type.kind === 'collection') {
    const { via, entity } = field.type
    if (origin.kind !== 'own' || via === null) return false
    if (fieldNamed(entityNamed(model, entity), via).type.kind !== 'reference') return false
    found.add({ kind: 'items', entity, via }, via)
    return true
  }
  if (field.type.kind === 'inverse') return false
  found.add(origin, name)
  return true
}

function seeExpression(model: Model, found: Found, origin: Origin, expression: Expression): boolean {
  const items = new Map<string, Origin>([['this', origin]])
  let isKnown = true
  visit(expression, (part) => {
    if (part.kind === 'comprehension') {
      const item = itemsOf(model, origin, part.over)
      if (item === null) isKnown = false
      else items.set(part.variable, item)
    } else if (part.kind === 'field') isKnown &&= seePart(model, found, origin, items, part)
    else if (['records', 'has role', 'shape', 'object'].includes(part.kind)) isKnown = false
  })
  return isKnown
}

function seePart(
  model: Model,
  found: Found,
  origin: Origin,
  items: ReadonlyMap<string, Origin>,
  { of, entity, field }: Expression & { kind: 'field' },
): boolean {
  if (of.kind === 'variable') {
    const from = items.get(of.name)
    return from !== undefined && seeField(model, found, from, field)
  }
  // From reference to reference, beginning at the record itself.
  if (origin.kind !== 'own' || !isPath(of)) return false
  return seeField(model, found, { kind: 'path', entity, path: of }, field)
}

function isPath(expression: Expression): boolean {
  if (expression.kind === 'variable') return expression.name === 'this'
  return expression.kind === 'field' && expression.type.kind === 'record' && isPath(expression.of)
}

/** Records that point back to the record itself, perhaps some of them only. */
function itemsOf(model: Model, origin: Origin, list: Expression): Origin | null {
  if (list.kind === 'comprehension' && list.operation === 'filter') return itemsOf(model, origin, list.over)
  if (list.kind !== 'field' || list.of.kind !== 'variable' || list.of.name !== 'this' || origin.kind !== 'own')
    return null
  const { type } = fieldNamed(entityNamed(model, list.entity), list.field)
  return type.kind === 'collection' && type.via !== null ? { kind: 'items', entity: type.entity, via: type.via } : null
}
