// Draft types of fields → types with resolved entities and limits.

import { diagnostic } from '../../diagnostic/diagnostic.ts'
import type { BoundDraft, EntityDraft, FieldDraft, FieldTypeDraft } from '../../draft/entities.ts'
import { type CalendarPeriod, calendarPeriodOf } from '../../expression/evaluate/calendar-period.ts'
import { typeInWords } from '../../expression/value-types.ts'
import type { CheckedFieldType } from '../../model/entities.ts'
import type { MapValueType } from '../../model/field-types.ts'
import type { Written } from '../../text/source.ts'
import { currencyPlaces } from '../../model/currencies.ts'
import { amountOf } from '../limits/amounts.ts'
import { distinctChoices, resolveSharedChoice } from './choices.ts'
import { resolveCustomFields } from './custom-fields/custom-fields.ts'
import { resolveSequence, resolveSlug } from './generated-types.ts'
import { isKnownEntity, resolveCollection, resolveInverse } from './relations.ts'
import type { Resolving } from './facts.ts'
import { innerSpan } from '../expressions/part-of-written.ts'
import { unknownCurrency } from '../limits/settings.ts'
import { isBeginningNotShown, tellMisnamedMachine } from '../states/misnamed.ts'

/** Null: an unknown name, already reported. */
export function resolveFieldType(
  draft: FieldDraft,
  type: FieldTypeDraft,
  entity: EntityDraft,
  resolving: Resolving,
): CheckedFieldType | null {
  switch (type.kind) {
    case 'whole number':
      return { kind: type.kind, min: resolveBound(type.min, resolving), max: resolveBound(type.max, resolving) }
    case 'choice':
    case 'choices':
      return { kind: type.kind, values: distinctChoices(type.values, resolving.found) }
    case 'shared choice':
      return resolveSharedChoice(type, resolving)
    case 'reference':
      return isKnownEntity(type.entity, resolving) ? { kind: 'reference', entity: type.entity.text } : null
    case 'collection':
      return resolveCollection(draft, type, entity, resolving)
    case 'inverse':
      return resolveInverse(type, entity, resolving)
    case 'sequence':
      return resolveSequence(draft, type, entity, resolving)
    case 'slug':
      return resolveSlug(type, entity, resolving)
    case 'file': {
      const bytesMax = resolveSize(type.bytesMax, resolving)
      return bytesMax === null ? null : { ...type, bytesMax, countMax: resolveBound(type.countMax, resolving) }
    }
    case 'state':
      return hasStates(draft, entity, resolving) ? type : null
    case 'money':
      return resolveMoney(draft, type, resolving)
    case 'json':
      return type.definedBy === undefined ? { kind: 'json' } : resolveCustomFields(type.definedBy, entity, resolving)
    case 'map':
      return { ...type, item: resolveMapValue(type.item, resolving) }
    default:
      if (!('lengthMin' in type)) return type
      return {
        kind: type.kind,
        lengthMin: resolveBound(type.lengthMin, resolving),
        lengthMax: resolveBound(type.lengthMax, resolving),
      }
  }
}

/** The type of a map's values, with its limits. */
export function resolveMapValue(type: MapValueType<Written>, resolving: ResolvingBounds): MapValueType<number> {
  if ('lengthMin' in type) {
    const { kind, lengthMin, lengthMax } = type
    return { kind, lengthMin: resolveBound(lengthMin, resolving), lengthMax: resolveBound(lengthMax, resolving) }
  }
  if (type.kind !== 'whole number') return type
  return { kind: type.kind, min: resolveBound(type.min, resolving), max: resolveBound(type.max, resolving) }
}

type ResolvingBounds = Pick<Resolving, 'constants' | 'names' | 'found'>

/** An amount without a currency has that of point 9. */
function resolveMoney(
  { typeSpan }: FieldDraft,
  type: Extract<FieldTypeDraft, { kind: 'money' }>,
  { currency, found }: Resolving,
): CheckedFieldType | null {
  if (type.currency === null) return currency === null ? type : { ...type, supplied: currency }
  if (currencyPlaces(type.currency) !== null) return type
  // The currency code is the end of such a type.
  const place = { start: typeSpan.end - type.currency.length, end: typeSpan.end }
  found.push(unknownCurrency({ text: type.currency, span: place }))
  return null
}

/** A number, a size, or the name of a constant with one. */
export function resolveBound(bound: BoundDraft | null, resolving: ResolvingBounds): number | null {
  if (bound === null) return null
  const text = bound.text.replaceAll('`', '').trim()
  const amount = amountOf(text)
  if (amount !== null) {
    if (amount.type.kind === 'integer' || amount.type.kind === 'decimal' || amount.type.kind === 'duration')
      return Number(amount.value)
  } else if (/^[A-Za-z_][A-Za-z0-9_]*$/.test(text)) {
    const constant = resolving.constants.get(text)
    if (resolving.names.constants.has(text))
      resolving.names.recorder.use('constant', { text, span: innerSpan(bound, text) })
    // A constant that is not shown, or has an error, limits nothing; it is reported at its declaration.
    if (constant === undefined) {
      if (!resolving.names.constants.has(text))
        resolving.found.push(diagnostic('N908', bound.span, text).suggesting(text, resolving.names.constants.keys()))
      return null
    }
    if (typeof constant.value !== 'boolean' && !Number.isNaN(Number(constant.value)) && constant.type.kind !== 'text')
      return Number(constant.value)
  }
  resolving.found.push(diagnostic('N011', bound.span, 'no number', text))
  return null
}

/** As `resolveBound`, for file sizes: a constant with another unit does not count. */
function resolveSize(bound: BoundDraft, resolving: Resolving): number | null {
  const name = bound.text.replaceAll('`', '').trim()
  const constant = resolving.constants.get(name)
  if (constant === undefined || constant.unit === 'size') return resolveBound(bound, resolving)
  const place = innerSpan(bound, name)
  resolving.names.recorder.use('constant', { text: name, span: place })
  resolving.found.push(
    diagnostic('N903', place, name, typeInWords(constant.type), 'a size')
      .because(constant.span, `It is ${constant.text} here.`)
      .withHint('A size is written like 10 MB.'),
  )
  return null
}

/** `2 years`, `30 days`, or the name of a constant with a time: a calendar period. */
export function resolveCalendar(
  bound: BoundDraft | null,
  resolving: Pick<Resolving, 'constants' | 'names' | 'found'>,
): CalendarPeriod | null {
  if (bound === null) return null
  const constant = resolving.constants.get(bound.text)
  if (constant === undefined && resolving.names.constants.has(bound.text)) return null
  const amount = constant ?? amountOf(bound.text)
  if (amount?.type.kind === 'calendar period') return calendarPeriodOf(String(amount.value))
  const days = Number(amount?.value) / MILLISECONDS_OF_DAY
  if (amount?.type.kind === 'duration' && Number.isInteger(days) && days > 0) return { months: 0, days }
  resolving.found.push(
    diagnostic('N011', bound.span, 'no whole days', bound.text).withHint('Write 30 days, or 2 years.'),
  )
  return null
}

const MILLISECONDS_OF_DAY = 86_400_000

/** A state field without states is absent if point 4 is not shown, and a mistake otherwise. */
function hasStates(draft: FieldDraft, entity: EntityDraft, resolving: Resolving): boolean {
  const name = `${entity.name.text}.${draft.name.text}`
  const machine = resolving.names.machines.get(name)
  // The reader has reported which part is not shown: a new record would have no initial state.
  if (machine !== undefined) return !isBeginningNotShown(machine)
  if (tellMisnamedMachine(resolving, entity)) return false
  if (resolving.names.areStatesNotShown)
    resolving.found.push(diagnostic('N007', draft.typeSpan, `The list of states of "${name}"`))
  else
    resolving.found.push(diagnostic('N419', draft.typeSpan, name).withHint(`Add "### States of ${name}" to point 4.`))
  return false
}
