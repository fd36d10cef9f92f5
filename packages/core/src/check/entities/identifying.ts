// What finds exactly one record: fields that are never the same for two, and the parameters of paths.

import type { CheckedFieldType, Field } from '../../model/entities.ts'

/** Never the same for two records? */
export function identifies({ type, unique }: Pick<Field, 'type' | 'unique'>): boolean {
  if (unique !== null && unique.within.length === 0) return true
  return type.kind === 'identifier' || (type.kind === 'sequence' && countsOnce(type))
}

/** Numbers that are counted apart repeat, unless their form tells them apart. */
function countsOnce({ per, isPerYear, format }: CheckedFieldType & { kind: 'sequence' }): boolean {
  return per === null && (!isPerYear || format?.includes('{year}') === true)
}

/** `number` in `/tickets/:number`. */
export function parametersIn(path: string): string[] {
  return [...path.matchAll(/:([A-Za-z_][A-Za-z0-9_]*)/g)].map((match) => match[1] ?? '')
}
