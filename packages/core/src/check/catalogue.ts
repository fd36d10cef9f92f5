// Names and facts → the catalogue: everything that expressions can use, with types. A computed field is optional if its
// operands are, which computed-fields.ts determines before anything else uses it.

import type { Catalogue, CatalogueDecision, CatalogueEntity, CatalogueField } from '../expression/expression.ts'
import type { Constant, LimitsModel } from '../model/limits.ts'
import { isComputed, type EntityFacts, type FieldFacts } from './entities/facts.ts'
import type { Names } from './names/names.ts'
import { isNeverEmpty } from '../model/paths.ts'
import { valueTypeOfField } from '../model/value-type-of-field.ts'

/**
 * `fields` is a mutable map, so that computed-fields.ts can mark computed fields as optional. Decision tables are added one
 * after the other.
 */
export interface GrowingCatalogue extends Catalogue {
  readonly decisions: Map<string, CatalogueDecision>
  readonly entities: ReadonlyMap<string, CatalogueEntity & { readonly fields: Map<string, CatalogueField> }>
}

export function catalogueOf(
  names: Names,
  entities: ReadonlyMap<string, EntityFacts>,
  constants: readonly Pick<Constant, 'name' | 'type' | 'value'>[],
  lookups: LimitsModel['lookups'],
): GrowingCatalogue {
  return {
    entities: new Map([...entities].map(([name, facts]) => [name, { fields: fieldsOf(facts, names) }])),
    constants: constantsOf(names, constants),
    lookups: lookupsOf(names, lookups),
    decisions: new Map(),
    shapes: new Map([...names.shapes].map(([name, shape]) => [name, { entity: shape.entity.text }])),
    roles: new Set(names.roles.keys()),
  }
}

function fieldsOf(facts: EntityFacts, names: Names): Map<string, CatalogueField> {
  const fields = new Map<string, CatalogueField>()
  // The use of an absent field is not reported again.
  for (const name of facts.absent.keys())
    fields.set(name, { type: { kind: 'unknown' }, isOptional: false, isHidden: false })
  for (const one of facts.fields.values()) {
    const { field } = one
    const states = names.machines.get(`${facts.name}.${field.name}`)?.states.map((state) => state.name.text)
    const isAlwaysThere = field.isRequired || isNeverEmpty(field.type) || isComputed(one)
    fields.set(field.name, {
      type: valueTypeOfField(field.type, states),
      isOptional: !isAlwaysThere,
      isHidden: field.isHidden,
      ...(leadsToOwnKind(one, facts.name) ? { leadsToOwnKind: true } : {}),
    })
  }
  return fields
}

/** The creator of a user is not above the user. */
function leadsToOwnKind({ field, rules }: FieldFacts, entity: string): boolean {
  const { type, isBuiltIn, isHidden } = field
  return type.kind === 'reference' && type.entity === entity && !isBuiltIn && !isHidden && !isComputed({ rules })
}

/** Only the name of a constant that is not shown is known. */
function constantsOf(
  names: Names,
  constants: readonly Pick<Constant, 'name' | 'type' | 'value'>[],
): Catalogue['constants'] {
  const known = new Map(constants.map(({ name, type, value }) => [name, { type, value }]))
  for (const name of [...names.constants.keys(), ...names.calendars.keys()])
    if (!known.has(name)) known.set(name, { type: { kind: 'unknown' }, value: '' })
  return known
}

function lookupsOf(names: Names, lookups: LimitsModel['lookups']): Catalogue['lookups'] {
  const known = new Map(lookups.map(({ name, argument, result, rows }) => [name, { argument, result, rows }]))
  for (const name of names.lookups.keys())
    if (!known.has(name)) known.set(name, { argument: { kind: 'unknown' }, result: { kind: 'unknown' }, rows: [] })
  return known
}
