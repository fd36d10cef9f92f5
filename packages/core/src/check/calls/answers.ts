// What a call answers when it succeeds, in each of its ways → N721, where one of them has what another has not.

import { diagnostic } from '../../diagnostic/diagnostic.ts'
import type { Expression } from '../../expression/expression.ts'
import type { Call, Shape } from '../../model/calls.ts'
import { report, type Checking } from '../checking.ts'

const ERROR_STATUS = 400

export function noteAnswersThatDiffer(checking: Checking, calls: readonly Call[], shapes: readonly Shape[]): void {
  for (const call of calls) {
    const answers = call.steps.flatMap(({ action }) =>
      action.kind === 'respond' && action.status < ERROR_STATUS && action.body !== null
        ? [{ body: action.body, keys: keysOf(action.body, shapes) }]
        : [],
    )
    for (const { body, keys } of answers) {
      if (keys === null) continue
      const other = answers.find((one) => one.keys !== null && [...keys].some((key) => one.keys?.has(key) === false))
      if (other === undefined) continue
      const missing = [...keys].filter((key) => other.keys?.has(key) === false)
      report(checking, diagnostic('N721', body.span, missing).because(other.body.span, 'This answer has no such key.'))
    }
  }
}

/** The keys at the top of an answer; null where it is no object. */
function keysOf(body: Expression, shapes: readonly Shape[]): Set<string> | null {
  if (body.kind === 'object') return new Set(body.entries.map(({ key }) => key))
  if (body.kind !== 'shape') return null
  const shape = shapes.find(({ name }) => name === body.shape)
  return shape === undefined ? null : new Set(shape.keys.map(({ key }) => key))
}
