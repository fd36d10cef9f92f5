// A bulk action, done to several rows by one call each → the rows that succeeded, and the reasons for the others. A
// lost connection ends it, and the rest is reported as not sent.

import type { Obstructed, RowData } from '@ninefold/core/contract/wire/app.ts'
import type { AppAction } from '@ninefold/core/contract/wire/actions.ts'
import { pathOf, type CallingAction, type ChosenParameters } from '@ninefold/core/contract/calls/action-address.ts'
import type { Attempts } from '../actions.ts'
import { RequestRefused } from '../query/request.ts'

export interface Outcome {
  readonly row: RowData
  /** Null: done. */
  readonly refused: string | null
}

export interface ReasonWords {
  readonly notAllowed: string
  readonly notSent: string
  /** The text of a server's reason. */
  readonly said: (obstructed: Obstructed) => string
  /** The text of an error. */
  readonly of: (thrown: unknown) => string
}

/** Why it is impossible for this row, as far as its data shows; null: possible. */
export function whyNot(
  action: AppAction,
  row: RowData,
  { notAllowed, said }: Pick<ReasonWords, 'notAllowed' | 'said'>,
): string | null {
  const availability = row.actions[action.key]
  if (availability === undefined) return notAllowed
  return availability.isAvailable ? null : said(availability)
}

export interface ToAll {
  readonly action: CallingAction
  readonly rows: readonly RowData[]
  readonly chosen: ChosenParameters
  readonly body: unknown
  readonly place: Readonly<Record<string, string>>
}

export async function doToAll(
  attempts: Attempts,
  { action, rows, chosen, body, place }: ToAll,
  words: ReasonWords,
  told: (outcome: Outcome) => void,
): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  let isLost = false
  for (const row of rows) {
    const outcome = { row, refused: isLost ? words.notSent : await doTo(row) }
    outcomes.push(outcome)
    told(outcome)
  }
  return outcomes

  async function doTo(row: RowData): Promise<string | null> {
    const reason = whyNot(action, row, words)
    const path = reason === null ? pathOf(action, row, chosen, place) : null
    if (path === null) return reason ?? words.notAllowed
    try {
      const version = action.kind === 'call' && action.sendsVersion === true ? row.keys['version'] : undefined
      await attempts.send(action, path, body, version)
      return null
    } catch (thrown) {
      isLost = !(thrown instanceof RequestRefused)
      return words.of(thrown)
    }
  }
}
