// A filter field of a standard list → its query parameters in OpenAPI. A filter has its own syntax, so the schema is a
// string with a description.

import { humanised } from '../../model/words.ts'
import type { Field } from '../../model/entities.ts'
import { mayBeEmpty } from '../../model/paths.ts'
import { CONTAINS, MOVING_DAYS, NO_VALUE } from '../inputs/list-filters.ts'
import type { OpenApiParameter } from './parameter.ts'

export const WITHOUT_FILTER: readonly string[] = ['period', 'map', 'json', 'secret text']

export function filterParameters(field: Field): OpenApiParameter[] {
  const label = humanised(field.name).toLowerCase()
  const examples = examplesOf(field)
  const isText = examples === null
  const withNothing = !isText && (mayBeEmpty(field) || isOfSeveral(field))
  const nothing = withNothing ? ` "${NO_VALUE}" finds those without one.` : ''
  const own: OpenApiParameter = {
    name: field.name,
    in: 'query',
    description: `Only records with this ${label}.${waysOf(field)}${nothing}`,
    schema: isText || examples.length === 0 ? { type: 'string' } : { type: 'string', examples },
  }
  if (!isText && field.type.kind !== 'country' && field.type.kind !== 'language') return [own]
  const part: OpenApiParameter = {
    name: field.name + CONTAINS,
    in: 'query',
    description: `Only records whose ${label} has this text in it, in capitals or not.`,
    schema: { type: 'string' },
  }
  return [own, part]
}

function isOfSeveral({ type }: Field): boolean {
  return type.kind === 'collection' || type.kind === 'choices'
}

function waysOf({ type }: Field): string {
  switch (type.kind) {
    case 'date':
    case 'date and time':
      return ` A day, a range of days with either end left open, or days that move: ${MOVING_DAYS.join(', ')}.`
    case 'period':
      return ` What has something in common with a day, a range of days with either end left open, or days that move: ${MOVING_DAYS.join(', ')}.${type.of === 'date' ? '' : ' A moment finds what it lies in.'}`
    case 'money':
      if (type.currency === null) return ' An amount or a range of amounts, and its currency; or a currency alone.'
      return SEVERAL_OR_RANGE
    case 'whole number':
    case 'decimal':
    case 'percent':
    case 'time':
    case 'duration':
    case 'version':
      return SEVERAL_OR_RANGE
    case 'sequence':
      return type.format === null ? SEVERAL_OR_RANGE : ''
    default:
      return examplesOf({ type } as Field) === null
        ? ''
        : ' Several with commas between: one of them is enough. After "!": none of them.'
  }
}

const SEVERAL_OR_RANGE = ' Several with commas between, or a range with either end left open.'

/** Null: the field is a text, for which there is no further syntax. */
function examplesOf({ type }: Pick<Field, 'type'>): readonly string[] | null {
  switch (type.kind) {
    case 'date':
      return ['2026-01-31', '2026-01-01..2026-01-31', '..today', 'this-week']
    case 'date and time':
      return ['2026-01-31', '2026-01-01..2026-01-31', '2026-01-31T10:00:00Z..', 'last-7-days']
    case 'period':
      return ['2026-01-31', '2026-01-01..2026-01-31', 'today', 'this-week']
    case 'money':
      return type.currency === null ? ['EUR', '10..20 EUR'] : ['10..20', '10..']
    case 'whole number':
    case 'decimal':
    case 'percent':
    case 'version':
      return ['10', '10..20', '..20']
    case 'duration':
      return ['60000', '60000..3600000']
    case 'time':
      return ['08:00', '08:00..12:00']
    case 'sequence':
      return type.format === null ? ['10', '10..20', '..20'] : null
    case 'choice':
    case 'choices':
      return type.values.length > 1 ? [type.values.slice(0, 2).join(',')] : type.values
    case 'country':
      return ['DE', 'DE,AT']
    case 'language':
      return ['de', 'de,en']
    case 'yes/no':
      return ['true', 'false']
    case 'state':
    case 'reference':
    case 'collection':
    case 'identifier':
      return []
    default:
      return null
  }
}
