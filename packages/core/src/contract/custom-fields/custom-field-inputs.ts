// A definition of an organisation's own field → the input and the display of its values, and their mistakes. Browser and
// server share them.

import type { Value } from '../../expression/expression.ts'
import { isSameJson } from '../../expression/evaluate/json-values.ts'
import type { Definition, DefinedType, CustomFieldValues } from '../../model/custom-fields/definitions.ts'
import type { CheckedFieldType } from '../../model/entities.ts'
import { acceptValue } from '../inputs/accept-value.ts'
import { type InputRefusal, refusedAt } from '../inputs/accept-inputs.ts'
import { choicesOf, inputOfType } from '../inputs/field-inputs.ts'
import type { AppColumn, Display } from '../wire/display.ts'
import type { InputField } from '../wire/inputs.ts'
import { ownValue } from '../../model/find.ts'

const TEXT_MAX = 500
const LONG_TEXT_MAX = 10_000
const PLACES = 6

const text = (kind: 'text' | 'long text' | 'url' | 'email', lengthMax: number): CheckedFieldType => ({
  kind,
  lengthMin: null,
  lengthMax,
})

const TYPES: Readonly<Record<Exclude<DefinedType, 'choice'>, CheckedFieldType>> = {
  text: text('text', TEXT_MAX),
  'long text': text('long text', LONG_TEXT_MAX),
  'whole number': { kind: 'whole number', min: null, max: null },
  decimal: { kind: 'decimal', places: PLACES },
  date: { kind: 'date' },
  'yes/no': { kind: 'yes/no' },
  url: text('url', TEXT_MAX),
  email: text('email', TEXT_MAX),
}

export function typeOfDefinition({ type, choices }: Definition): CheckedFieldType {
  return type === 'choice' ? { kind: 'choice', values: choices, labels: ownWords(choices) } : TYPES[type]
}

/** People write choices as they are shown. */
export function ownWords(choices: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(choices.map((choice) => [choice, choice]))
}

/** `field`: the path of the object. */
export function inputOfDefinition(definition: Definition, field: readonly string[]): InputField {
  const { key, name, isNeeded } = definition
  const input = inputOfType(typeOfDefinition(definition), [...field, key], isNeeded, false)
  return { ...input, label: name, isBlankEmpty: !isNeeded }
}

const DISPLAYS: Readonly<Record<Exclude<DefinedType, 'choice'>, Display>> = {
  text: { kind: 'text' },
  'long text': { kind: 'long text' },
  'whole number': { kind: 'number' },
  decimal: { kind: 'number' },
  date: { kind: 'date' },
  'yes/no': { kind: 'yes/no' },
  url: { kind: 'url' },
  email: { kind: 'email' },
}

/** `column`: that of the object. */
export function columnOfDefinition({ key, name, type, choices }: Definition, column: AppColumn): AppColumn {
  const display: Display =
    type === 'choice' ? { kind: 'choice', values: choicesOf(choices, ownWords(choices)) } : DISPLAYS[type]
  return { key: `${column.key}.${key}`, label: name, display, isSortable: false }
}

/**
 * Judges the values that a write changes. `asksForNeeded`: the record is new, and the write could give the values. An
 * unchanged value stays, whatever became of its definition.
 */
export function refusedValues(
  field: string,
  definitions: readonly Definition[],
  { before, after }: { readonly before: CustomFieldValues | null; readonly after: CustomFieldValues | null },
  asksForNeeded: boolean,
): InputRefusal[] {
  const [old, now] = [before ?? {}, after ?? {}]
  const known = new Map(definitions.map((definition) => [definition.key, definition]))
  const keys = new Set([...Object.keys(now), ...Object.keys(old)])
  const changed = [...keys].filter(
    (key) => !isSameJson((ownValue(old, key) ?? null) as Value, (ownValue(now, key) ?? null) as Value),
  )
  const missing = asksForNeeded ? definitions.filter(({ isNeeded, key }) => isNeeded && !keys.has(key)) : []
  return [...changed, ...missing.map(({ key }) => key)].flatMap((key): InputRefusal[] => {
    const definition = known.get(key)
    const input = `${field}.${key}`
    const value = ownValue(now, key)
    if (value === undefined) return definition?.isNeeded === true ? [{ input, error: 'blank', limit: null }] : []
    if (definition === undefined) return [{ input, error: 'unknown input', limit: null }]
    const result = acceptValue(inputOfDefinition({ ...definition, isNeeded: true }, [field]), value)
    return result.isAccepted ? [] : [refusedAt(input, result)]
  })
}
