// The records that a call makes and changes, as far as its text determines them: for each field the input or the
// expression that gives its value, after the steps so far.

import type { Expression } from '../../expression/expression.ts'
import type { Entity } from '../../model/entities.ts'

export interface RecordState {
  readonly entity: Entity
  /** The call has made it. */
  readonly isNew: boolean
  /** The input of each field that takes its value only if it was sent. */
  readonly given: ReadonlyMap<string, string>
  /** Values that the text sets; null: not known before the request. */
  readonly sets: ReadonlyMap<string, Expression | null>
  /** Records that refer to this one, by the field that holds them; null: not known. Missing: none, if it is new. */
  readonly lists: ReadonlyMap<string, RowsState | null>
  /** The parameter of the path that names it, so that the server can tell its values; null: none does. */
  readonly path: RecordOfPath | null
  /** Nothing is known of fields that are not mentioned above. */
  readonly isBlurred: boolean
}

/** `by`: a field with the value of the parameter. */
export interface RecordOfPath {
  readonly parameter: string
  readonly by: string
}

export interface RowsState {
  readonly loop: Loop
  readonly record: RecordState
  /** Of an object: whether the call makes a record of it. */
  readonly reached: Expression
  /** Rows after the present one are not made yet. */
  readonly isUpToRow: boolean
}

/** `for each line in input.lines` */
export interface Loop {
  /** The input. */
  readonly list: string
  readonly as: string
}

export function newState(entity: Entity): RecordState {
  return {
    entity,
    isNew: true,
    given: new Map(),
    sets: new Map(),
    lists: new Map(),
    path: null,
    isBlurred: false,
  }
}

export function foundState(entity: Entity, path: RecordOfPath | null): RecordState {
  return { ...newState(entity), isNew: false, path, isBlurred: path === null }
}

/** The value of a field that no input gives. Null: it is another one each time. */
export function constantOf({ entity, isNew, isBlurred, given, sets }: RecordState, name: string): Expression | null {
  if (!isNew || isBlurred || given.has(name)) return null
  const stated = sets.has(name) ? sets.get(name) : entity.fields.find((field) => field.name === name)?.default
  return stated?.kind === 'literal' ? stated : null
}

/** Nothing of it is known any longer. */
export function blurred(state: RecordState): RecordState {
  return { ...state, given: new Map(), sets: new Map(), lists: new Map(), isBlurred: true }
}

/** These fields are not known any longer. */
export function without(state: RecordState, fields: readonly string[]): RecordState {
  const gone = new Set(fields)
  return {
    ...state,
    given: new Map([...state.given].filter(([field]) => !gone.has(field))),
    sets: new Map([...state.sets, ...fields.map((field) => [field, null] as const)]),
    lists: new Map([...state.lists, ...fields.map((field) => [field, null] as const)]),
  }
}
