// The description of an application for a browser → the same with the fields that an organisation has of its own: an
// input and a column for each definition, where the text has one field for all of them.

import type { Definition } from '../../model/custom-fields/definitions.ts'
import type { AppHistory } from '../record-page/app-parts.ts'
import { CONTAINS } from '../inputs/list-filters.ts'
import type { AppList } from '../wire/app.ts'
import type { AppColumn } from '../wire/display.ts'
import type { InputField } from '../wire/inputs.ts'
import { filterOfDefinition } from './custom-field-filters.ts'
import { columnOfDefinition, inputOfDefinition } from './custom-field-inputs.ts'

/** By the entity of the definitions. */
export type Definitions = ReadonlyMap<string, readonly Definition[]>

export function withDefinitions<Part>(part: Part, definitions: Definitions): Part {
  return definitions.size === 0 ? part : (expanded(part, definitions) as Part)
}

/** The inputs of a form, with one for each definition. */
function inputsWithDefinitions(inputs: readonly InputField[], definitions: Definitions): InputField[] {
  return inputs.flatMap((input) => {
    if (input.definedBy === undefined) return [input]
    return (definitions.get(input.definedBy) ?? []).map((each) => inputOfDefinition(each, input.path))
  })
}

function expanded(value: unknown, definitions: Definitions): unknown {
  if (Array.isArray(value))
    return (value as readonly unknown[]).flatMap((item): unknown[] => {
      if (isInput(item)) return inputsWithDefinitions([item], definitions)
      if (!isDisplayed(item)) return [expanded(item, definitions)]
      const defined = definitions.get(item.display.definedBy) ?? []
      if ('key' in item) return defined.map((each) => columnOfDefinition(each, item))
      // A history keeps the object, for values whose definition is gone.
      const fields = defined.map((each) => columnOfDefinition(each, { ...item, key: item.name, isSortable: false }))
      return [item, ...fields.map(({ key, label, display }) => ({ name: key, label, display }))]
    })
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(value).map(([key, each]) => [key, expanded(each, definitions)] as const)
  return { ...Object.fromEntries(members), ...namesIn(value, definitions), ...comparisonsIn(value, definitions) }
}

/** A list of records is sorted and filtered by the custom fields that it shows. */
function comparisonsIn(value: object, definitions: Definitions): Readonly<Record<string, unknown>> {
  const { kind, answer, columns, filters } = value as Partial<AppList>
  if (kind !== 'list' || answer !== null || columns === undefined || filters === undefined) return {}
  const described = columns.filter((column): column is AppColumn & Displayed => isDisplayed(column))
  if (described.length === 0) return {}
  const own = described.flatMap(({ key, display: { definedBy } }) =>
    (definitions.get(definedBy) ?? []).map((definition) => filterOfDefinition(definition, key)),
  )
  const isSortable = new Set(own.map(({ name }) => name.replace(CONTAINS, '')))
  const shown = expanded(columns, definitions) as readonly AppColumn[]
  return {
    columns: shown.map((column) => (isSortable.has(column.key) ? { ...column, isSortable: true } : column)),
    filters: [...filters, ...own],
  }
}

/** Parts that name inputs of a form: its pages, and the columns whose cells it changes. */
function namesIn(value: object, definitions: Definitions): Readonly<Record<string, unknown>> {
  const form: unknown =
    'form' in value ? value.form : 'action' in value && isForm(value.action) ? value.action.form : []
  const defined = Array.isArray(form) ? form.filter(isInput) : []
  if (defined.length === 0) return {}
  const names = new Map(
    defined.map((input) => [
      input.path.join('.'),
      inputsWithDefinitions([input], definitions).map(({ path }) => path.join('.')),
    ]),
  )
  const withNames = (all: readonly string[]): string[] => all.flatMap((name) => names.get(name) ?? [name])
  const { steps, columns, shows } = value as {
    readonly steps?: readonly { readonly inputs: readonly string[] }[]
    readonly columns?: Readonly<Record<string, string>>
    readonly shows?: Readonly<Record<string, string>>
  }
  const withColumns = (all: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
    Object.fromEntries(
      Object.entries(all).flatMap(([key, name]) => names.get(name)?.map((each) => [each, each]) ?? [[key, name]]),
    )
  return {
    ...(steps === undefined ? {} : { steps: steps.map((step) => ({ ...step, inputs: withNames(step.inputs) })) }),
    ...(columns === undefined || Array.isArray(columns) ? {} : { columns: withColumns(columns) }),
    ...(shows === undefined ? {} : { shows: withColumns(shows) }),
  }
}

function isForm(value: unknown): value is { readonly form: unknown } {
  return typeof value === 'object' && value !== null && 'form' in value
}

function isInput(value: unknown): value is InputField {
  return typeof value === 'object' && value !== null && 'definedBy' in value && 'path' in value
}

type Displayed = (AppColumn | AppHistory['fields'][number]) & { readonly display: { readonly definedBy: string } }

/** A column, or a field of a history. */
function isDisplayed(value: unknown): value is Displayed {
  if (typeof value !== 'object' || value === null || !('display' in value) || !('label' in value)) return false
  return typeof value.display === 'object' && value.display !== null && 'definedBy' in value.display
}
