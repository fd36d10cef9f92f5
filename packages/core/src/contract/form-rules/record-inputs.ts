// Inputs of a call that name records otherwise than by their id: their values say nothing about a field of the record.

import type { Input } from '../../model/calls.ts'
import type { Operation } from '../calls/calls.ts'

/** `input`: its name in the call, or in an object of one of its lists. */
export function isMoreThanItsId(operation: Operation, input: string): boolean {
  if (operation.kind !== 'stated') return false
  return everyInput(operation.call.inputs).some(
    ({ path, like }) => path.join('.') === input && like.kind === 'record by' && like.by !== 'id',
  )
}

function everyInput(inputs: readonly Input[]): Input[] {
  return inputs.flatMap((input) => [input, ...(input.like.kind === 'objects' ? everyInput(input.like.inputs) : [])])
}
