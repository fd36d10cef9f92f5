// File inputs of a caller → the maximum size of an upload. The field is unknown during the upload, so each field checks
// its own limits when a file is attached.

import type { Input } from '../../model/calls.ts'
import type { CheckedFieldType } from '../../model/entities.ts'
import type { Model } from '../../model/model.ts'
import { type CallerRoles, grantedFields } from '../../rights/roles.ts'
import { isWritable } from './field-inputs.ts'

/** Null: the caller may give no file. */
export function uploadBytesMax(model: Model, caller: CallerRoles): number | null {
  const inFields = model.entities.entities.flatMap((entity) => {
    const granted = new Set([
      ...grantedFields(model, caller, entity.name, 'create'),
      ...grantedFields(model, caller, entity.name, 'change'),
    ])
    return entity.fields.filter((field) => isWritable(field) && granted.has(field.name)).map(({ type }) => type)
  })
  const inCalls = model.calls.calls
    .filter(({ who }) => who.some((role) => caller.roles.has(role)))
    .flatMap(({ inputs }) => inputs.flatMap(typesOf))
  // The record decides who may do a transition, so all transitions count.
  const inTransitions = model.states.machines.flatMap(({ procedures }) =>
    procedures.flatMap(({ inputs }) => inputs.flatMap(typesOf)),
  )
  const sizes = [...inFields, ...inCalls, ...inTransitions].flatMap((type) =>
    type.kind === 'file' ? [type.bytesMax] : [],
  )
  return sizes.length === 0 ? null : Math.max(...sizes)
}

function typesOf({ like }: Input): CheckedFieldType[] {
  if (like.kind === 'field') return [like.field.type]
  return like.kind === 'type' ? [like.type] : []
}

/** Tells whether the specification has any file fields. */
export function hasFiles({ entities, calls, states }: Model): boolean {
  const procedures = states.machines.flatMap((machine) => machine.procedures)
  return (
    entities.entities.some(({ fields }) => fields.some(({ type }) => type.kind === 'file')) ||
    [...calls.calls, ...procedures].some(({ inputs }) => inputs.flatMap(typesOf).some(({ kind }) => kind === 'file'))
  )
}
