// Unique keys: fields that are never equal for two records, and path parameters.

import type { Checking } from '../checking.ts'
import type { CheckedFieldType, Field } from '../../model/entities.ts'

/** Tells whether the field is unique. With tenants: within one tenant, because nobody sees records of two. */
export function identifies(
  { tenancy }: Pick<Checking, 'tenancy'>,
  entity: string,
  { type, unique }: Pick<Field, 'type' | 'unique'>,
): boolean {
  const tenant = tenancy?.belonging.includes(entity) === true ? tenancy.field : null
  if (unique !== null && unique.within.every((name) => name === tenant)) return true
  return type.kind === 'identifier' || (type.kind === 'sequence' && countsOnce(type, tenant))
}

/** Numbers that are counted per group repeat, unless their format includes the group. */
function countsOnce(
  { per, isPerYear, format }: CheckedFieldType & { kind: 'sequence' },
  tenant: string | null,
): boolean {
  return (per === null || per === tenant) && (!isPerYear || format?.includes('{year}') === true)
}
