// A card and a column of its board → the meaning of moving it there: a transition, a change, nothing, or a reason why
// it is impossible.

import type { AppList, Obstructed, RowData } from '@ninefold/core/contract/wire/app.ts'
import type { AppAction } from '@ninefold/core/contract/wire/actions.ts'
import type { CallingAction } from '@ninefold/core/contract/calls/action-address.ts'

export type Move =
  | { readonly kind: 'possible'; readonly action: CallingAction; readonly body: Readonly<Record<string, unknown>> }
  | { readonly kind: 'impossible'; readonly because: Obstructed | null }

export function laneOf(row: RowData, by: string): string | null {
  const value = row.values[by]
  return typeof value === 'string' ? value : null
}

/** `because` null: no action on this screen moves a card there. */
export function moveTo(block: Pick<AppList, 'actions'>, field: string, row: RowData, lane: string): Move {
  const ways = block.actions.flatMap((action) => wayTo(action, field, lane) ?? [])
  const offered = ways.filter(({ action }) => row.actions[action.key] !== undefined)
  const free = offered.find(({ action }) => row.actions[action.key]?.isAvailable === true)
  if (free !== undefined) return { kind: 'possible', ...free }
  const reasons = offered.flatMap(({ action }) => {
    const availability = row.actions[action.key]
    return availability?.isAvailable === false ? [availability] : []
  })
  return { kind: 'impossible', because: reasons[0] ?? null }
}

/** Tells whether any action on the screen moves cards. */
export function canMove(
  block: Pick<AppList, 'actions'>,
  field: string,
  lanes: readonly { readonly value: string }[],
): boolean {
  return lanes.some(({ value }) => block.actions.some((action) => wayTo(action, field, value) !== null))
}

function wayTo(
  action: AppAction,
  field: string,
  lane: string,
): { readonly action: CallingAction; readonly body: Readonly<Record<string, unknown>> } | null {
  if (action.kind === 'transition') return action.leads.some(({ to }) => to === lane) ? { action, body: {} } : null
  if (action.kind !== 'call') return null
  const input = action.form.find(({ path }) => path.at(-1) === field)
  // A move cannot provide further values.
  if (input === undefined || (input.reference !== null && input.reference.by !== 'id')) return null
  if (action.form.some((other) => other !== input && other.isNeeded)) return null
  return { action, body: bodyOfMove(action, field, lane) }
}

/** The body of a call that moves by changing the field. Null: no lane. */
export function bodyOfMove(
  { form }: Extract<CallingAction, { kind: 'call' }>,
  field: string,
  lane: string | null,
): Readonly<Record<string, unknown>> {
  const path = form.find((input) => input.path.at(-1) === field)?.path ?? []
  return path.reduceRight<unknown>((value, name) => ({ [name]: value }), lane) as Readonly<Record<string, unknown>>
}
