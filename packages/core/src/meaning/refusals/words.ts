// Placeholders in messages of the error catalogue → their values in words (reference/8-errors). English notation.

import * as build from '../../expression/build.ts'
import type { Expression } from '../../expression/expression.ts'
import type { MessagePlaceholder, MessageTemplate } from '../../model/errors.ts'
import { pathFrom } from '../../model/paths.ts'
import { evaluate, isShown, type Surroundings } from '../evaluate.ts'
import { NotCovered } from '../not-covered.ts'
import { type Datum, isReference } from '../store.ts'

/** `scope`: `this` is the failing record, if there is one. */
export function saidOfError(scope: Surroundings, { parts }: MessageTemplate): string {
  return parts.map((part) => (part.kind === 'text' ? part.text : saidOfPlaceholder(scope, part))).join('')
}

function saidOfPlaceholder(scope: Surroundings, placeholder: MessagePlaceholder): string {
  if (placeholder.forms !== undefined) throw new NotCovered('plural forms in messages of errors')
  if (placeholder.kind === 'constant') return placeholder.text
  const { path } = placeholder
  const sent = scope.names.get(path.join('.'))
  if (sent !== undefined && !isReference(sent)) return inWords(sent)
  const value = expressionOf(scope, path)
  if (!isShown(value, scope)) return HIDDEN
  if (!PLAIN.includes(value.type.kind)) throw new NotCovered(`${value.type.kind} in messages of errors`)
  return inWords(evaluate(value, { ...scope, eyes: null }))
}

/** In the place of a value that the reader may not see. */
const HIDDEN = '…'

/** Kinds that are written as they are stored. */
const PLAIN: readonly string[] = ['text', 'choice', 'integer', 'boolean']

function inWords(value: Datum): string {
  return value === null ? '' : String(value)
}

/** A path from a record that a step has found, or else from the failing record. */
function expressionOf({ model, names }: Surroundings, path: readonly string[]): Expression {
  const [first = '', ...rest] = path
  const from = (name: string, rest: readonly string[]): Expression | null => {
    const record = names.get(name) ?? null
    return isReference(record) ? pathFrom(model, build.recordVariable(name, record.entity), record.entity, rest) : null
  }
  const value = from(first, rest) ?? from('this', path)
  if (value === null) throw new NotCovered(`${path.join('.')} in messages of errors`)
  return value
}
