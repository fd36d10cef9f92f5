// Successful answers of a call → N721 if one of them lacks a key of another.

import { diagnostic } from '../../../diagnostic/diagnostic.ts'
import type { Expression } from '../../../expression/expression.ts'
import type { Call, Shape } from '../../../model/calls.ts'
import { report, type Checking } from '../../checking.ts'

const ERROR_STATUS = 400

export function noteAnswersThatDiffer(checking: Checking, calls: readonly Call[], shapes: readonly Shape[]): void {
  for (const call of calls) {
    const answers = call.steps.flatMap(({ action }) => {
      if (action.kind !== 'respond' || action.status >= ERROR_STATUS || action.body === null) return []
      const keys = keysOf(action.body, shapes)
      return keys === null ? [] : [{ body: action.body, keys }]
    })
    const [first, ...others] = answers
    if (first === undefined) continue
    // One difference is reported; the author then sees the others.
    const other = others.find(({ keys }) => without(keys, first.keys).length + without(first.keys, keys).length > 0)
    if (other === undefined) continue
    const found = diagnostic('N721', other.body.span, without(other.keys, first.keys), without(first.keys, other.keys))
    report(checking, found.because(first.body.span, 'The other answer is here.'))
  }
}

function without(keys: ReadonlySet<string>, others: ReadonlySet<string>): string[] {
  return [...keys].filter((key) => !others.has(key))
}

/** The top-level keys of an answer; null if it is not an object. */
function keysOf(body: Expression, shapes: readonly Shape[]): Set<string> | null {
  if (body.kind === 'object') return new Set(body.entries.map(({ key }) => key))
  if (body.kind !== 'shape') return null
  const shape = shapes.find(({ name }) => name === body.shape)
  return shape === undefined ? null : new Set(shape.keys.map(({ key }) => key))
}
