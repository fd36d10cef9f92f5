// Inputs of a form → the places for messages, in reading order. For a list of objects, `items[1].quantity` is the
// second object that is sent; in a form it is `items[<key>].quantity`, whatever precedes it.

import type { InputField } from '@ninefold/core/contract/wire/inputs.ts'
import { placeOfKeys, sentPath } from '@ninefold/core/model/wire.ts'
import { filledRows, isRows, nameOf, type Entered, type EnteredRow } from './form-values.ts'

export interface Place {
  readonly name: string
  readonly label: string
  /** Numbers of the enclosing rows, outermost first, from 1. */
  readonly rows: readonly number[]
  /** Label of the outermost list. */
  readonly list?: string
}

/** The place of a message that is about no input. */
export const WHOLE_FORM = ''

export const PLACE_OF_FORM: Place = { name: WHOLE_FORM, label: '', rows: [] }

export function placesIn(fields: readonly InputField[], entered: Entered): Place[] {
  return fields.flatMap((field) => {
    const name = nameOf(field)
    const value = entered[name] ?? null
    const own: Place = { name, label: field.label, rows: [] }
    const { objects } = field
    if (objects === undefined || !isRows(value)) return [own]
    const inner = value.rows.flatMap((row, index) => {
      const place = placeOfRow(name, row)
      const cells = placesIn(objects.fields, row.values).map((cell) => ({
        ...cell,
        name: `${place}.${cell.name}`,
        rows: [index + 1, ...cell.rows],
        list: field.label,
      }))
      return [{ name: place, label: field.label, rows: [index + 1], list: field.label }, ...cells]
    })
    return [own, ...inner]
  })
}

export function placeOfRow(list: string, { key }: Pick<EnteredRow, 'key'>): string {
  return `${list}[${key}]`
}

/** The place of an input's name from the server or from a browser rule; unchanged if the form has no such place. */
export function placeInForm(fields: readonly InputField[], entered: Entered, input: string): string {
  const field = fields.find((each) => each.objects !== undefined && input.startsWith(`${sentNameOf(each)}[`))
  if (field?.objects === undefined) return formName(fields, input)
  const name = nameOf(field)
  const sent = sentNameOf(field)
  const index = Number.parseInt(input.slice(sent.length + 1), 10)
  const row = filledRows(entered[name] ?? null)[index]
  if (row === undefined) return input
  const place = placeOfRow(name, row)
  const rest = input.slice(input.indexOf(']', sent.length) + 2)
  const inner = placeInForm(field.objects.fields, row.values, rest)
  const isThere = placesIn(field.objects.fields, row.values).some((cell) => cell.name === inner)
  // The row has no such input, so the message is about the row.
  return isThere ? `${place}.${inner}` : place
}

function sentNameOf(field: InputField): string {
  return placeOfKeys(sentPath(field))
}

/** `firstName` for `first-name`, if an input has another name on the wire, and `choices` for its value `choices[1]`. */
function formName(fields: readonly InputField[], input: string): string {
  const field = fields.find(
    (each) => (sentNameOf(each) || 'body') === input || input.startsWith(`${sentNameOf(each)}[`),
  )
  return field === undefined ? input : nameOf(field)
}

/** The input at a place, also within lists. */
export function fieldAt(fields: readonly InputField[], input: string): InputField | null {
  const name = input.replaceAll(/\[[^\]]*\]/g, '')
  for (const field of fields) {
    if (nameOf(field) === name) return field
    if (field.objects !== undefined && name.startsWith(`${nameOf(field)}.`))
      return fieldAt(field.objects.fields, name.slice(nameOf(field).length + 1))
  }
  return null
}
