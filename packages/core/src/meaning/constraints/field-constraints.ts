// Rules of fields, for every writer: required values, limits, and uniqueness (reference/3-entities, Rules; Unique
// together).

import type { Entity, Field } from '../../model/entities.ts'
import { entityNamed, fieldNamed } from '../../model/find.ts'
import { isHeldByIndex } from '../../model/rules/row-condition.ts'
import { fieldValueType } from '../../model/paths.ts'
import { holds, type Surroundings, valueOfField, withNames } from '../evaluate.ts'
import { isOfPattern, lengthsOf, rangeOf } from '../values/inputs.ts'
import { decimal } from '../values/numbers.ts'
import type { Mistake } from '../refusals/mistakes.ts'
import { inputReason, reasonOf, type RefusalReason, Refused, refusedAs } from '../refusals/refusal.ts'
import { type Datum, recordsOf, type Reference } from '../store.ts'
import { crossing } from '../users/tenants.ts'
import { keyOfValue } from '../values/values.ts'

/** `given`: the fields that the request sent. Missing: no request writes the record. */
export function keepFields(around: Surroundings, entity: Entity, record: Reference, given?: readonly string[]): void {
  const valueOf = (field: string): Datum => valueOfField(record, field, around)
  for (const field of entity.fields.filter(isKept)) {
    const value = valueOf(field.name)
    if (field.isRequired && isBlank(field, value)) throw refusedAs('blank', field.name)
    const mistake = value === null ? null : outsideLimits(field, value)
    if (mistake !== null) throw new Refused([{ ...mistake, status: 422, about: field.name }])
  }
  const across = crossing(around, record)
  if (across.length > 0) throw new Refused(across.map((name) => inputReason({ code: 'not found' }, name)))
  keepApart(around, entity, record, given)
}

function isBlank(field: Field, value: Datum): boolean {
  const isBlankText = value === '' && lengthsOf(field).min !== 0
  return value === null || isBlankText || (Array.isArray(value) && value.length === 0)
}

function isKept({ computed, type }: Field): boolean {
  return computed === null && !['collection', 'inverse', 'identifier', 'password'].includes(type.kind)
}

/** Null: the value is within its limits. */
function outsideLimits(field: Field, value: Datum): Mistake | null {
  const isText = typeof value === 'string' && 'lengthMin' in field.type
  const { min, max } = isText ? lengthsOf(field) : rangeOf(field)
  const amount = () => decimal(isText ? [...value].length : value)
  const [below, above] = isText ? ['too short', 'too long'] : ['too small', 'too big']
  if (min !== null && amount().lt(min)) return { code: below, limit: min, bounds: { min, max } }
  if (max !== null && amount().gt(max)) return { code: above, limit: max, bounds: { min, max } }
  return isText && !isOfPattern(field, value) ? { code: 'pattern' } : null
}

interface Apart {
  readonly fields: readonly string[]
  readonly ignoringCase: boolean
  readonly counts: (record: Reference) => boolean
  readonly reason: RefusalReason
  readonly isToldAlone?: boolean
}

function taken(field: string): RefusalReason {
  return { code: 'taken', status: 409, about: field }
}

function keepApart(
  around: Surroundings,
  entity: Entity,
  record: Reference,
  given: readonly string[] | undefined,
): void {
  const others = recordsOf(around.store, entity.name).filter(({ id }) => id !== record.id)
  const isMet = ({ fields, ignoringCase, counts }: Apart): boolean => {
    const own = keyOf(around, record, fields, ignoringCase)
    if (own === null || !counts(record)) return false
    return others.some((other) => keyOf(around, other, fields, ignoringCase) === own && counts(other))
  }
  const met = apartIn(around, entity, given).filter(isMet)
  // A slug, or a value that is unique among some records only, is reported if nothing else is taken.
  const stated = met.filter(({ isToldAlone }) => isToldAlone !== true)
  if (stated.length > 0) throw new Refused(stated.map(({ reason }) => reason))
  if (met.length > 0)
    throw new Refused(met.map(({ reason }) => (met.length === 1 ? reason : { ...reason, isOneOfThem: true })))
}

function apartIn(around: Surroundings, entity: Entity, given: readonly string[] | undefined): Apart[] {
  const everyone = (): boolean => true
  const alone = entity.fields.flatMap(({ name, type, unique }): Apart[] => {
    if (type.kind === 'identifier') return []
    if (type.kind === 'slug')
      return [
        {
          fields: [name, ...(unique?.within ?? [])],
          ignoringCase: false,
          counts: everyone,
          reason: taken(name),
          isToldAlone: true,
        },
      ]
    if (unique === null) return []
    return [
      { fields: [name, ...unique.within], ignoringCase: unique.ignoringCase, counts: everyone, reason: taken(name) },
    ]
  })
  const together = entity.uniqueTogether.map((unique): Apart => {
    const { fields, countingOnly, otherwise } = unique
    // The others are kept at the end of the request, when nothing is known of what it sent.
    const sent = isHeldByIndex(entity, unique) ? given : undefined
    return {
      fields,
      ignoringCase: false,
      counts: (record) => holds(countingOnly, withNames(around, { this: record })),
      reason: otherwise === null ? taken(sentAmong(entity, fields, sent)) : reasonOf(around, otherwise),
      isToldAlone: countingOnly !== null,
    }
  })
  return [...alone, ...together]
}

/** One that is no other record, and a given one first. */
function sentAmong(entity: Entity, fields: readonly string[], given: readonly string[] = []): string {
  const [first = ''] = fields
  const isValue = (name: string): boolean => fieldNamed(entity, name).type.kind !== 'reference'
  const written = fields.filter((name) => given.includes(name))
  return written.find(isValue) ?? fields.find(isValue) ?? written[0] ?? first
}

/** Null: empty values never conflict. */
function keyOf(
  around: Surroundings,
  record: Reference,
  fields: readonly string[],
  ignoringCase: boolean,
): string | null {
  const entity = entityNamed(around.model, record.entity)
  const keys = fields.map((name, index) => {
    const value = valueOfField(record, name, around)
    const spelt = index === 0 && ignoringCase && typeof value === 'string' ? value.toLowerCase() : value
    return keyOfValue(fieldValueType(around.model, entity.name, fieldNamed(entity, name)), spelt)
  })
  return keys.includes(null) ? null : JSON.stringify(keys)
}
