// Inputs of a form that name records → those whose records are limited by rules, with the values that the server needs for each.

import { isTrue, meaningKey } from '../../expression/conditions.ts'
import type { Field } from '../../model/entities.ts'
import { entityNamed } from '../../model/find.ts'
import type { Model } from '../../model/model.ts'
import type { FieldSource, NarrowedInput } from '../wire/actions.ts'
import type { InputField } from '../wire/inputs.ts'
import type { ScreenScope } from '../screens/screen-scope.ts'
import { allowedOption, canBeGiven, type Choosing, mayTry } from './allowed-options.ts'
import type { Operation } from './calls.ts'
import { type FormRecord, formRecords } from './form-records.ts'

type Scope = Pick<ScreenScope, 'model' | 'caller'>

export function narrowedInputs(
  scope: Scope,
  operation: Operation,
  inputs: readonly InputField[],
): { readonly narrows?: readonly NarrowedInput[] } {
  const narrows = formRecords(scope.model, operation).flatMap((record) => narrowedIn(scope, record, inputs))
  return narrows.length === 0 ? {} : { narrows }
}

function narrowedIn({ model, caller }: Scope, record: FormRecord, inputs: readonly InputField[]): NarrowedInput[] {
  const { fields } = entityNamed(model, record.entity)
  const named = record.list === null ? inputs : (inputAt(inputs, record.list)?.objects?.fields ?? [])
  const known = fields.filter((field) => canBeGiven(field) && isThere(record.sources.get(field.name), named))
  return fields.flatMap((field): NarrowedInput[] => {
    const input = inputOf(record, field, named)
    if (input === null) return []
    const given = known.filter((other) => other !== field)
    const told = given.filter((other) => tells(model, { record, field, given, other }, caller))
    const choosing = choosingOf(record, field, told)
    if (!mayTry(model, caller, choosing) || isTrue(allowedOption(model, caller, choosing))) return []
    return [
      {
        input,
        ...(record.list === null ? {} : { list: record.list }),
        for: `${record.entity}.${field.name}`,
        given: Object.fromEntries(told.flatMap(({ name }) => sourceIn(record, name))),
        ...(record.record === null ? {} : { record: record.record }),
      },
    ]
  })
}

/** Name of the input by which somebody chooses a record for the field; null: there is none. */
function inputOf({ sources }: FormRecord, { name, type }: Field, inputs: readonly InputField[]): string | null {
  const source = sources.get(name)
  if ((type.kind !== 'reference' && type.kind !== 'collection') || source === undefined) return null
  const found = 'input' in source ? inputAt(inputs, source.input) : undefined
  const { reference = null } = found ?? {}
  return reference === null || reference.entity !== type.entity || !('input' in source) ? null : source.input
}

function isThere(source: FieldSource | undefined, inputs: readonly InputField[]): boolean {
  if (source === undefined) return false
  const input = 'input' in source ? inputAt(inputs, source.input) : undefined
  return (
    'parameter' in source || (input !== undefined && input.isList === undefined && input.reference?.isList !== true)
  )
}

interface Telling {
  readonly record: FormRecord
  readonly field: Field
  readonly given: readonly Field[]
  readonly other: Field
}

/** Is the condition another one where this field is not known? */
function tells(model: Model, { record, field, given, other }: Telling, caller: Scope['caller']): boolean {
  const condition = (known: readonly Field[]): string =>
    meaningKey(allowedOption(model, caller, choosingOf(record, field, known)))
  return condition(given) !== condition(given.filter((each) => each !== other))
}

function choosingOf({ entity, moment }: FormRecord, field: Field, given: readonly Field[]): Choosing {
  return { entity, field: field.name, moment, given: given.map(({ name }) => name) }
}

function sourceIn({ sources }: FormRecord, name: string): [string, FieldSource][] {
  const source = sources.get(name)
  return source === undefined ? [] : [[name, source]]
}

function inputAt(inputs: readonly InputField[], name: string): InputField | undefined {
  return inputs.find(({ path }) => path.join('.') === name)
}
