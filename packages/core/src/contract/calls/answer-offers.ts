// The answer of a call on a screen → the same answer with the possible actions beside each row, read by the same
// statement. For programs the answer is unchanged.

import { substitute, TRUE } from '../../expression/conditions.ts'
import type { Expression } from '../../expression/expression.ts'
import type { Model } from '../../model/model.ts'
import type { AnswerBlock, Screen } from '../../model/screens.ts'
import { availabilityEntries, availabilityOf, onlyFormOf, parameterOfRow } from './availability.ts'
import { findOperation, type Operation } from './calls.ts'
import type { KeyedAction } from '../screens/keyed-action.ts'
import * as build from '../../expression/build.ts'
import type { ScreenScope } from '../screens/screen-scope.ts'

/** A row of an answer, with its possible actions under their keys. */
export const ROW = 'row'
export const OFFERED = 'offered'

/**
 * The body of the answer, or each row of a standard list, with the possible actions; null if the records of its rows
 * are unknown.
 */
export function withOffers(
  scope: ScreenScope,
  screen: Screen,
  block: AnswerBlock,
  actions: readonly KeyedAction[],
  body: Expression,
): Expression | null {
  const offers = (row: Expression): Expression | null => rowWithOffers(scope, screen, block, actions, row)
  const operation = findOperation(scope.operations, block.method, block.path)
  return operation?.kind === 'list' ? offers(body) : atPart(body, block.part, block.isList ? inEach(offers) : offers)
}

type Change = (part: Expression) => Expression | null

function atPart(body: Expression, [key, ...rest]: readonly string[], change: Change): Expression | null {
  if (key === undefined) return change(body)
  if (body.kind !== 'object') return null
  const changed = body.entries.map((entry) => {
    const value = entry.key === key ? atPart(entry.value, rest, change) : entry.value
    return value === null ? null : { ...entry, value }
  })
  return changed.every((entry) => entry !== null) ? { ...body, entries: changed } : null
}

function inEach(change: Change): Change {
  return (list) => {
    if (list.kind !== 'comprehension' || list.operation !== 'map') return null
    const body = change(list.body)
    return body === null ? null : { ...list, body }
  }
}

function rowWithOffers(
  scope: ScreenScope,
  screen: Screen,
  block: AnswerBlock,
  actions: readonly KeyedAction[],
  row: Expression,
): Expression | null {
  const rows = { kind: 'answer', block } as const
  const entries = actions.map((keyed) => {
    const availability = availabilityOf(scope, screen, rows, keyed)
    // An action that is never possible has no entry; one that does not depend on the row is always present.
    if (availability === null) return []
    const operation = operationOf(scope, keyed)
    const key = operation === null ? null : (parameterOfRow(scope.model, screen, rows, operation)?.key ?? null)
    // If the row does not identify the record, the call itself decides.
    if (key === null) return availabilityEntries({ key: availability.key, offered: TRUE, obstacles: [] })
    const record = recordAt(scope.model, row, key.split('.'))
    if (record === null) return null
    return availabilityEntries(availability).map(({ condition, ...entry }) => ({
      ...entry,
      ...(condition === undefined ? {} : { condition: substitute(condition, 'this', record) }),
    }))
  })
  if (!entries.every((entry) => entry !== null)) return null
  return build.object([
    { key: ROW, value: row },
    { key: OFFERED, value: build.object(entries.flat()) },
  ])
}

function operationOf(scope: ScreenScope, { action }: KeyedAction): Operation | null {
  if (action.kind === 'transition')
    return (
      scope.operations.find(
        (operation) =>
          operation.kind === 'transition' &&
          operation.entity === action.entity &&
          operation.transition === action.transition,
      ) ?? null
    )
  const call = action.kind === 'open' ? onlyFormOf(scope, action.screen) : action.kind === 'call' ? action : null
  return call === null ? null : findOperation(scope.operations, call.method, call.path)
}

/** The record of the field at a path of the row. */
function recordAt(model: Model, row: Expression, [key, ...rest]: readonly string[]): Expression | null {
  if (key === undefined) return row.kind === 'field' ? row.of : null
  if (row.kind === 'object') {
    const value = row.entries.find((entry) => entry.key === key)?.value
    return value === undefined ? null : recordAt(model, value, rest)
  }
  if (row.kind !== 'shape') return null
  const value = model.calls.shapes.find(({ name }) => name === row.shape)?.keys.find((each) => each.key === key)?.value
  return value === undefined ? null : recordAt(model, substitute(value, 'this', row.of), rest)
}
