// Answer of a call → its keys and types, as far as the steps show, for screens. Each value keeps the field that it
// comes from, so that a screen knows its record.

import type { Expression, ValueType } from '../../expression/expression.ts'
import type { Step } from '../../model/calls.ts'
import type { HeldValue } from '../../model/screens.ts'
import type { UnixUnit } from '../../model/wire.ts'
import type { Checking, ScreenChecking } from '../checking.ts'

export type Answer =
  | { readonly kind: 'record'; readonly keys: ReadonlyMap<string, Answer> }
  | { readonly kind: 'list'; readonly of: Answer }
  | {
      readonly kind: 'value'
      readonly type: ValueType
      readonly field: FieldOrigin | null
      /** Set for a moment sent as a number. */
      readonly unix?: UnixUnit
    }
  /** It has its own diagnostic, or is not shown. */
  | { readonly kind: 'unknown' }

export interface FieldOrigin {
  readonly entity: string
  readonly field: string
}

export const UNKNOWN_ANSWER: Answer = { kind: 'unknown' }

/** The body of the final answer; null: an answer without a body. */
export function answerOfSteps(checking: ScreenChecking, steps: readonly Step[]): Answer | null {
  const answers = steps.flatMap(({ action, when }) => (action.kind === 'respond' ? [{ action, when }] : []))
  const { action } = answers.find(({ when }) => when === null) ?? answers.at(-1) ?? {}
  if (action === undefined) return UNKNOWN_ANSWER
  return action.body === null ? null : answerOf(checking, action.body, new Set())
}

/** `within`: the enclosing shapes, because a shape that contains itself has its own diagnostic. */
function answerOf(checking: ScreenChecking, body: Expression, within: ReadonlySet<string>): Answer {
  switch (body.kind) {
    case 'object':
      return record(body.entries.map(({ key, value }) => [key, answerOf(checking, value, within)]))
    case 'shape':
      return answerOfShape(checking, body.shape, within)
    case 'list':
      return {
        kind: 'list',
        of: body.items[0] === undefined ? UNKNOWN_ANSWER : answerOf(checking, body.items[0], within),
      }
    case 'conditional':
      return answerOf(checking, body.then.type.kind === 'empty' ? body.otherwise : body.then, within)
    case 'comprehension':
      if (body.operation === 'map') return { kind: 'list', of: answerOf(checking, body.body, within) }
      return body.operation === 'filter' ? answerOf(checking, body.over, within) : valueOf(body.type, null)
    case 'field':
      return valueOf(body.type, { entity: body.entity, field: body.field })
    case 'call':
      return answerOfFunction(checking, body, within)
    default:
      return valueOf(body.type, null)
  }
}

/** Functions that only choose the notation do not change the value. */
function answerOfFunction(
  checking: ScreenChecking,
  { function: name, arguments: [written], type }: Expression & { kind: 'call' },
  within: ReadonlySet<string>,
): Answer {
  const unix = UNIX_FUNCTIONS[name]
  if (unix !== undefined) return { kind: 'value', type, field: null, unix }
  return name === 'number' && written !== undefined ? answerOf(checking, written, within) : valueOf(type, null)
}

const UNIX_FUNCTIONS: Readonly<Record<string, UnixUnit | undefined>> = {
  unixSeconds: 'seconds',
  unixMilliseconds: 'milliseconds',
}

function valueOf(type: ValueType, field: FieldOrigin | null): Answer {
  if (type.kind === 'unknown' || type.kind === 'object') return UNKNOWN_ANSWER
  return type.kind === 'list' ? { kind: 'list', of: valueOf(type.of, null) } : { kind: 'value', type, field }
}

function record(keys: readonly (readonly [string, Answer])[]): Answer {
  return { kind: 'record', keys: new Map(keys) }
}

export function answerOfShape(checking: ScreenChecking, name: string, within: ReadonlySet<string> = new Set()): Answer {
  const shape = checking.checked.calls.shapes.find((candidate) => candidate.name === name)
  if (shape === undefined || within.has(name)) return UNKNOWN_ANSWER
  const around = new Set([...within, name])
  return record([
    ...keysWritten(checking, name, new Set()).map((key) => [key, UNKNOWN_ANSWER] as const),
    ...shape.keys.map(({ key, value }) => [key, answerOf(checking, value, around)] as const),
  ])
}

/** A key whose value has its own diagnostic still exists. */
function keysWritten(checking: Checking, name: string, seen: ReadonlySet<string>): string[] {
  const draft = seen.has(name) ? undefined : checking.names.shapes.get(name)
  return (draft?.keys ?? []).flatMap((key) =>
    key.kind === 'key' ? [key.key.text] : keysWritten(checking, key.shape.text, new Set([...seen, name])),
  )
}

/** Every visible field, as a standard call without a shape answers it. */
export function everyFieldOf(checking: Checking, entity: string): Answer {
  const facts = checking.entities.get(entity)
  const known = checking.catalogue.entities.get(entity)
  if (facts === undefined || known === undefined) return UNKNOWN_ANSWER
  return record(
    [...facts.fields.values()].flatMap(({ field }) => {
      const { type } = known.fields.get(field.name) ?? {}
      const isOtherSide = field.type.kind === 'collection' && field.type.via !== null
      return field.isHidden || type === undefined || isOtherSide
        ? []
        : [[field.name, valueOf(type, { entity, field: field.name })] as const]
    }),
  )
}

/** The value at a path of keys, through lists of records; null: there is none. */
export function answerAt(answer: Answer, path: readonly string[]): Answer | null {
  const [key, ...rest] = path
  if (key === undefined || answer.kind === 'unknown') return answer
  if (answer.kind === 'list') return answerAt(answer.of, path)
  const next = answer.kind === 'record' ? answer.keys.get(key) : undefined
  return next === undefined ? null : answerAt(next, rest)
}

/** The keys at a path, for suggestions. */
export function keysAt(answer: Answer, path: readonly string[]): string[] {
  const at = answerAt(answer, path)
  const inside = at?.kind === 'list' ? at.of : at
  return inside?.kind === 'record' ? [...inside.keys.keys()] : []
}

/**
 * Tells whether the answer contains this field of a single record. If nothing else is known, keys of the same name
 * count.
 */
export function holdsValueOf(answer: Answer, { entity, field }: FieldOrigin): boolean {
  if (answer.kind === 'unknown') return true
  if (answer.kind !== 'record') return false
  return [...answer.keys].some(([key, value]) => {
    if (value.kind !== 'value') return value.kind === 'record' && holdsValueOf(value, { entity, field })
    return value.field === null ? key === field : value.field.entity === entity && value.field.field === field
  })
}

/** The values of one record with their paths, nearest first; values in lists belong to many. */
export function heldValues(answer: Answer): HeldValue[] {
  if (answer.kind !== 'record') return []
  const own = [...answer.keys].flatMap(([key, value]): HeldValue[] =>
    value.kind === 'value' ? [{ path: [key], field: value.field }] : [],
  )
  const inner = [...answer.keys].flatMap(([key, value]) =>
    heldValues(value).map((held): HeldValue => ({ ...held, path: [key, ...held.path] })),
  )
  return [...own, ...inner]
}
