// Fields of point 3 → inputs of a form or call, and the display of values.

import { ownValue } from '../../model/find.ts'
import { visit } from '../../expression/conditions.ts'
import { currencyPlaces } from '../../model/currencies.ts'
import { type CheckedFieldType, type Field, plainField } from '../../model/entities.ts'
import { type ChoiceLabels, type FieldKind, isOtherSide, MADE_BY_PRODUCT } from '../../model/field-types.ts'
import { machineOf } from '../../model/find.ts'
import { MAP_KEY_LENGTH_MAX, MAP_KEYS_MAX } from '../../expression/json-text.ts'
import { isBadNews, isUrgency, lateness } from '../record-page/urgency.ts'
import type { Model } from '../../model/model.ts'
import type { Choice, Display } from '../wire/display.ts'
import { choicesOfStates } from './state-choices.ts'
import type { FileLimits, InputField, SentObjects } from '../wire/inputs.ts'
import { humanised } from '../../model/words.ts'

/** Tells whether a caller could give this field a value, apart from rights. */
export function isWritable(field: Field): boolean {
  if (field.isBuiltIn || field.isSetByProduct || field.computed !== null) return false
  return !isOtherSide(field.type) && !MADE_BY_PRODUCT.includes(field.type.kind)
}

/** Required, and there without being given. */
const SUPPLIED: readonly FieldKind[] = ['collection', 'rank']

/** Inputs of a new record that are required and have no default. */
export function isNeededAtCreation(field: Field): boolean {
  return field.isRequired && field.default === null && isWritable(field) && !SUPPLIED.includes(field.type.kind)
}

/** A required version of an optional field's input. */
export function filledInput(input: InputField): InputField {
  return { ...input, isNeeded: true, isRequired: true, isBlankEmpty: false }
}

/** Index entries have a limited size, so unique values cannot be of any length. */
export const INDEXED_LENGTH_MAX = 600

/** The input of a field. `path` is its place in the body. */
export function inputOfField(
  field: Field,
  path: readonly string[],
  isNeeded: boolean,
  named: { readonly by: string; readonly isCreatedWhenMissing: boolean } | null = null,
): InputField {
  const { type } = field
  const isText = 'lengthMin' in type
  return {
    path,
    label: field.label ?? humanised(path.at(-1) ?? field.name),
    // A formatted sequence is a text.
    kind: type.kind === 'sequence' && type.format !== null ? 'text' : type.kind,
    isNeeded,
    ...(type.kind === 'text' && field.unique?.ignoringCase === true ? { isOneHoweverSpelt: true as const } : {}),
    ...(field.isTrimmed ? { isTrimmed: true as const } : {}),
    isBlankEmpty:
      !field.isRequired && (field.isBlankEmpty || (isText ? type.lengthMin !== 0 : type.kind === 'secret text')),
    isRequired: field.isRequired,
    isSecret: type.kind === 'password' || type.kind === 'secret text',
    lengthMin: isText ? type.lengthMin : null,
    lengthMax: isText ? (type.lengthMax ?? (field.unique === null ? null : INDEXED_LENGTH_MAX)) : null,
    min: greatest('min' in type ? type.min : null, field.min),
    max: least('max' in type ? type.max : null, field.max),
    pattern: field.pattern,
    choices: type.kind === 'choice' || type.kind === 'choices' ? choicesOf(type.values, type.labels) : [],
    reference:
      type.kind === 'reference' || type.kind === 'collection'
        ? {
            entity: type.entity,
            by: named?.by ?? 'id',
            isList: type.kind === 'collection',
            isMadeWhenMissing: named?.isCreatedWhenMissing ?? false,
          }
        : null,
    ...amountLimits(type),
    ...(type.kind === 'period' ? { periodOf: type.of } : {}),
    ...definedBy(type),
    ...(type.kind === 'map' ? { objects: inputsOfMap(type) } : {}),
    ...(type.kind === 'file' ? { file: fileLimits(type) } : {}),
    help: field.meaning,
    initial: initialOf(field),
    ...initialDayOf(field),
    ...(isMeByDefault(field) && (named?.by ?? 'id') === 'id' ? { isInitiallyMe: true as const } : {}),
  }
}

function definedBy(type: CheckedFieldType): { readonly definedBy?: string } {
  return type.kind === 'json' && type.definedBy !== undefined ? { definedBy: type.definedBy } : {}
}

/** A map is entered as its keys, each with a value. */
function inputsOfMap({ item, countMax }: Extract<CheckedFieldType, { kind: 'map' }>): SentObjects {
  const fields = [
    inputOfType({ kind: 'text', lengthMin: null, lengthMax: MAP_KEY_LENGTH_MAX }, ['key'], true, false),
    inputOfType(item, ['value'], true, false),
  ]
  return { isMap: true, fields, countMin: null, countMax: countMax ?? MAP_KEYS_MAX }
}

/** A default that depends only on the present day is known without a database. */
function initialDayOf({ type, default: stated }: Field): Pick<InputField, 'initialDay'> {
  if (type.kind !== 'date' || stated === null || stated.kind === 'literal') return {}
  let isKnown = true
  visit(stated, (part) => {
    isKnown &&= part.kind === 'variable' ? part.name === 'today' : part.kind === 'literal' || part.kind === 'call'
  })
  return isKnown ? { initialDay: stated } : {}
}

function isMeByDefault({ type, default: stated }: Field): boolean {
  return type.kind === 'reference' && stated?.kind === 'variable' && stated.name === 'me'
}

/** Initial values of a form, as far as they depend on no record and no database. */
function initialOf({ type, default: stated }: Field): InputField['initial'] {
  if (stated?.kind === 'list')
    return stated.items.flatMap((item) => (item.kind === 'literal' ? [String(item.value)] : []))
  if (stated?.kind !== 'literal') return null
  return type.kind === 'money' && type.currency === null ? String(stated.value).split(' ') : stated.value
}

function amountLimits(type: CheckedFieldType): Pick<InputField, 'places' | 'currency' | 'money'> {
  if (type.kind === 'decimal') return { places: type.places }
  if (type.kind !== 'money') return {}
  const places = type.currency === null ? null : currencyPlaces(type.currency)
  if (places !== null && type.currency !== null) return { places, currency: type.currency }
  return type.currency === null ? { money: { supplied: type.supplied ?? null } } : {}
}

function fileLimits(type: Extract<CheckedFieldType, { kind: 'file' }>): FileLimits {
  const { media, bytesMax, isList, countMax } = type
  return { media, bytesMax, isList, countMax }
}

/** The input of a bare type. */
export function inputOfType(
  type: CheckedFieldType,
  path: readonly string[],
  isNeeded: boolean,
  isSecret: boolean,
): InputField {
  const field = { ...plainField(path.at(-1) ?? '', type), isRequired: isNeeded }
  return { ...inputOfField(field, path, isNeeded), isSecret: isSecret || type.kind === 'password' }
}

/** The input for one word of a list. */
export function inputOfOptions(
  options: readonly string[],
  path: readonly string[],
  isNeeded: boolean,
  labels: ChoiceLabels = {},
): InputField {
  return inputOfType({ kind: 'choice', values: options, labels }, path, isNeeded, false)
}

export function choicesOf(values: readonly string[], labels: ChoiceLabels = {}): Choice[] {
  return values.map((value) => ({ value, label: ownValue(labels, value) ?? humanised(value) }))
}

/** The display of a type's values; words of a state come from its machine. */
export function displayOf(model: Model, entity: string, field: Field): Display {
  const { type } = field
  switch (type.kind) {
    case 'choice':
      return {
        kind: 'choice',
        values: choicesOf(type.values, type.labels),
        ...(isUrgency(model, field) ? { isUrgency: true as const } : {}),
      }
    case 'state': {
      const machine = machineOf(model, entity, field.name)
      return { kind: 'state', values: machine === null ? [] : choicesOfStates(machine) }
    }
    case 'long text':
    case 'formatted text':
    case 'email':
    case 'url':
    case 'time':
    case 'duration':
      return { kind: type.kind }
    case 'yes/no':
      return {
        kind: 'yes/no',
        ...(isBadNews(field) ? { isBad: true as const } : {}),
        ...(field.computed === null ? {} : { isComputed: true as const }),
      }
    case 'date':
    case 'date and time': {
      const deadline = lateness(model, entity, field)
      return { kind: type.kind, ...(deadline === null ? {} : { deadline }) }
    }
    case 'period':
      return { kind: 'period', of: type.of }
    case 'json':
      return { kind: 'json', ...definedBy(type) }
    case 'map':
      return { kind: 'map', of: displayOf(model, entity, { ...field, type: type.item }) }
    case 'file':
      return type.isList ? { kind: 'list', of: { kind: 'file' } } : { kind: 'file' }
    case 'country':
      return { kind: 'text', names: 'region' }
    case 'language':
      return { kind: 'text', names: 'language' }
    case 'colour':
      return { kind: 'text', isColour: true }
    case 'percent':
      return { kind: 'number', unit: '%' }
    // Two decimals are typical of an amount, and are aligned; more are typical of a factor, where trailing zeros are
    // dropped.
    case 'decimal':
      return { kind: 'number', ...(type.places > 2 ? {} : { places: type.places }) }
    case 'whole number':
    case 'version':
      return { kind: 'number' }
    case 'secret text':
      return { kind: 'secret', entity, field: field.name }
    case 'money':
      return { kind: 'money', currency: type.currency }
    case 'choices':
      return { kind: 'list', of: { kind: 'choice', values: choicesOf(type.values, type.labels) } }
    case 'collection':
      return { kind: 'list', of: { kind: 'text' } }
    // A sequence's number is a name, so its digits are not grouped.
    default:
      return { kind: 'text' }
  }
}

function greatest(a: number | null, b: number | null): number | null {
  return a === null ? b : b === null ? a : Math.max(a, b)
}

function least(a: number | null, b: number | null): number | null {
  return a === null ? b : b === null ? a : Math.min(a, b)
}
