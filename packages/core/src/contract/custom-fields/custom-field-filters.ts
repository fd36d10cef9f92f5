// Definitions of custom fields → the fields by which a list is filtered and sorted, and their filters for a browser.

import type { ComparedField } from '../../model/custom-fields/compared-fields.ts'
import type { Definition, DefinedType } from '../../model/custom-fields/definitions.ts'
import type { Field } from '../../model/entities.ts'
import { type AppFilter, CONTAINS } from '../inputs/list-filters.ts'
import { choicesOf } from '../inputs/field-inputs.ts'
import { ownWords, typeOfDefinition } from './custom-field-inputs.ts'

/** `object`: the field that holds the values, at `path` of the listed record. */
export function comparedFields(
  object: Field,
  path: readonly string[],
  definitions: readonly Definition[],
): ComparedField[] {
  return definitions.map((definition) => ({
    ...object,
    name: [...path, definition.key].join('.'),
    type: typeOfDefinition(definition),
    atKey: { path, key: definition.key, type: definition.type },
  }))
}

/** `column`: the key of the object's column. */
export function filterOfDefinition(definition: Definition, column: string): AppFilter {
  const { key, name: label, type, choices } = definition
  const filter = type === 'choice' ? { kind: type, values: choicesOf(choices, ownWords(choices)) } : FILTERS[type]
  const name = `${column}.${key}`
  return {
    name: filter.kind === 'text' ? name + CONTAINS : name,
    label,
    filter,
    isOfDefinition: true,
    mayBeEmpty: true,
  }
}

const FILTERS: Readonly<Record<Exclude<DefinedType, 'choice'>, AppFilter['filter']>> = {
  text: { kind: 'text' },
  'long text': { kind: 'text' },
  'whole number': { kind: 'number' },
  decimal: { kind: 'number' },
  date: { kind: 'date' },
  'yes/no': { kind: 'yes/no' },
  url: { kind: 'text' },
  email: { kind: 'text' },
}
