// A call → the records that its form makes or changes, with the place from which each field comes: an input, or a record that
// the address names. Rules of point 5 are about these records, so that a form can show what they allow.

import type { Call, FieldSet, StepAction } from '../../model/calls.ts'
import { entityNamed } from '../../model/find.ts'
import type { Model } from '../../model/model.ts'
import * as build from '../../expression/build.ts'
import type { FieldSource } from '../wire/actions.ts'
import type { Operation } from './calls.ts'
import { foundByPath } from './created-records.ts'

export interface FormRecord {
  readonly entity: string
  readonly moment: 'create' | 'change'
  /** Name of the input whose objects make it; null: the inputs are those of the form. */
  readonly list: string | null
  readonly sources: ReadonlyMap<string, FieldSource>
  /** Names the record that is changed; null: it is made. */
  readonly record: NamedByPath | null
}

export type NamedByPath = Extract<FieldSource, { readonly parameter: string }>

export function formRecords(model: Model, operation: Operation): FormRecord[] {
  if (operation.kind === 'create' || operation.kind === 'change') {
    const { entity, foundBy } = operation.standard
    const { fields } = entityNamed(model, entity)
    return [
      {
        entity,
        moment: operation.kind,
        list: null,
        sources: new Map(fields.map(({ name }) => [name, { input: name }])),
        record: operation.kind === 'create' ? null : { parameter: foundBy, by: foundBy },
      },
    ]
  }
  return operation.kind === 'stated' ? recordsOfCall(model, operation.call) : []
}

function recordsOfCall(model: Model, call: Call): FormRecord[] {
  return call.steps.flatMap(({ action }) => [
    ...recordOfStep(model, call, action, null),
    ...(action.kind === 'for each' ? recordsOfLoop(model, call, action) : []),
  ])
}

/** `for each line in input.lines: create Line with order = order, given line.quantity` */
function recordsOfLoop(model: Model, call: Call, loop: Extract<StepAction, { kind: 'for each' }>): FormRecord[] {
  const { source, as, steps } = loop
  if (source.kind !== 'values' || source.list.kind !== 'variable') return []
  const list = inputNamed(source.list.name)
  return list === null ? [] : steps.flatMap(({ action }) => recordOfStep(model, call, action, { list, as }))
}

function recordOfStep(
  model: Model,
  call: Call,
  action: StepAction,
  loop: { readonly list: string; readonly as: string } | null,
): FormRecord[] {
  if (action.kind !== 'create' && action.kind !== 'change') return []
  const { entity, kind: moment } = action
  const record =
    action.kind === 'change'
      ? byPath(call, build.recordVariable(action.record, entity), entityNamed(model, entity).name, model)
      : null
  if (moment === 'change' && record === null) return []
  const sources = action.sets.flatMap((set) => {
    const source = sourceOf(model, call, entity, set, loop?.as)
    return source === null ? [] : [[set.field, source] as const]
  })
  return [{ entity, moment, list: loop?.list ?? null, sources: new Map(sources), record }]
}

/** `as`: the name of the objects whose inputs are meant; undefined: those of the call. */
function sourceOf(model: Model, call: Call, entity: string, set: FieldSet, as: string | undefined): FieldSource | null {
  if (set.kind === 'given') return set.of === as ? { input: set.input.join('.') } : null
  const { value } = set
  if (value.kind !== 'variable') return null
  const input = inputNamed(value.name)
  if (input !== null) return as === undefined ? { input } : null
  const field = entityNamed(model, entity).fields.find(({ name }) => name === set.field)
  return field?.type.kind === 'reference' ? byPath(call, value, field.type.entity, model) : null
}

function byPath(call: Call, value: FoundValue, entity: string, model: Model): NamedByPath | null {
  const found = foundByPath(call, value, entityNamed(model, entity))
  return found === null || found.by === null ? null : { parameter: found.from, by: found.by }
}

type FoundValue = Parameters<typeof foundByPath>[1]

function inputNamed(variable: string): string | null {
  return variable.startsWith('input.') ? variable.slice('input.'.length) : null
}
