// Keys of exactly one record: fields that are never the same for two, and the parameters of paths.

import type { Checking } from '../checking.ts'
import type { CheckedFieldType, Field } from '../../model/entities.ts'

/** Never the same for two records? Where they belong to tenants: for two of one tenant, since nobody sees those of two. */
export function identifies(
  { tenancy }: Pick<Checking, 'tenancy'>,
  entity: string,
  { type, unique }: Pick<Field, 'type' | 'unique'>,
): boolean {
  const tenant = tenancy?.belonging.includes(entity) === true ? tenancy.field : null
  if (unique !== null && unique.within.every((name) => name === tenant)) return true
  return type.kind === 'identifier' || (type.kind === 'sequence' && countsOnce(type, tenant))
}

/** Numbers that are counted apart repeat, unless their form tells them apart. */
function countsOnce(
  { per, isPerYear, format }: CheckedFieldType & { kind: 'sequence' },
  tenant: string | null,
): boolean {
  return (per === null || per === tenant) && (!isPerYear || format?.includes('{year}') === true)
}

/** `number` in `/tickets/:number`. */
export function parametersIn(path: string): string[] {
  return [...path.matchAll(/:([A-Za-z_][A-Za-z0-9_]*)/g)].map((match) => match[1] ?? '')
}
