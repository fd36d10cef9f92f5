// A model → names of entities and fields that would collide in the database, where capitals become `_`: `customer`, a
// reference, and `customerId`; `lineNumber` of Order and `number` of OrderLine.

import { diagnostic, type Diagnostic } from '../../diagnostic/diagnostic.ts'
import type { Entity, Field } from '../../model/entities.ts'
import { isOtherSide } from '../../model/field-types.ts'
import { isStored } from '../../model/find.ts'
import type { Model } from '../../model/model.ts'
import { snakeCase } from '../../model/snake-case.ts'
import type { Span } from '../../text/source.ts'

interface Named {
  readonly name: string
  /** For people: `Order.lineNumber`. */
  readonly title: string
  readonly span: Span
}

export function refuseMeetingNames({ entities: { entities } }: Model): Diagnostic[] {
  const found = new Map<Span, Diagnostic>()
  // Tables of entities and of lists, each with its key.
  const tables = new Map<string, Named>()
  // Indexes and sequences, which share one namespace.
  const parts = new Map<string, Named>()
  const declare = (within: Map<string, Named>, key: string, named: Named): void => {
    const first = within.get(key)
    if (first === undefined) within.set(key, named)
    else if (!found.has(named.span)) found.set(named.span, refused(named, first, key))
  }
  const declareTable = (key: string, named: Named): void => {
    declare(tables, key, named)
    declare(tables, `${key}_key`, named)
  }
  for (const { name, span } of entities) declareTable(snakeCase(name), { name, title: name, span })
  for (const entity of entities.filter(({ span }) => !found.has(span))) {
    const columns = new Map<string, Named>()
    // Built-in fields come first, because the author can only change the other name.
    for (const field of entity.fields.toSorted((one, other) => Number(other.isBuiltIn) - Number(one.isBuiltIn))) {
      const named = { name: field.name, title: `${entity.name}.${field.name}`, span: field.span }
      if (isLinkTable(field)) declareTable(compositeOf(entity, field), named)
      if (isLinkTable(field) || isStored(field)) declare(parts, compositeOf(entity, field), named)
      if (isStored(field)) declare(columns, columnOf(field), named)
    }
  }
  return [...found.values()]
}

function columnOf({ name, type }: Field): string {
  return type.kind === 'reference' ? `${snakeCase(name)}_id` : snakeCase(name)
}

function isLinkTable({ type, computed }: Field): boolean {
  return type.kind === 'collection' && !isOtherSide(type) && computed === null
}

function compositeOf(entity: Entity, field: Field): string {
  return `${snakeCase(entity.name)}_${snakeCase(field.name)}`
}

function refused({ name, span }: Named, first: Named, key: string): Diagnostic {
  return diagnostic('N009', span, 'taken in the database', name, key, first.title)
    .because(first.span, 'This one comes first.')
    .withHint(`Call one of the two otherwise.`)
}
