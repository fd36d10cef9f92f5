// Files that a caller may give → how large an upload of theirs may be. Which field it is for is not known while it
// comes, so each field asks for its own limits when a file is put there.

import type { Input } from '../../model/calls.ts'
import type { CheckedFieldType } from '../../model/entities.ts'
import type { Model } from '../../model/model.ts'
import { type CallerRoles, grantedFields } from '../../rights/roles.ts'
import { isWritable } from './field-inputs.ts'

/** Null: there is nothing to which they may give a file. */
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
  // The record decides who may do a transition.
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

/** Does anything of the specification hold files? */
export function hasFiles({ entities, calls, states }: Model): boolean {
  const procedures = states.machines.flatMap((machine) => machine.procedures)
  return (
    entities.entities.some(({ fields }) => fields.some(({ type }) => type.kind === 'file')) ||
    [...calls.calls, ...procedures].some(({ inputs }) => inputs.flatMap(typesOf).some(({ kind }) => kind === 'file'))
  )
}
