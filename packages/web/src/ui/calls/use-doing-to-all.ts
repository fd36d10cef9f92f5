// A bulk action on selected rows: each effect is shown optimistically, and reverted for rows that fail, which stay
// selected.

import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import type { AppScreen, RowData } from '@ninefold/core/contract/wire/app.ts'
import type { AppAction } from '@ninefold/core/contract/wire/actions.ts'
import type { CallingAction, ChosenParameters } from '@ninefold/core/contract/calls/action-address.ts'
import { Attempts } from '../../client/actions.ts'
import { expectedOf, expecting } from '../../client/query/optimistic-update.ts'
import { doToAll, whyNot, type Outcome, type ReasonWords } from '../../client/lists/bulk-actions.ts'
import { sentenceOf } from '../errors.tsx'
import { usePlace } from '../place.ts'
import { useChosenRows } from '../screens/lists/chosen-rows.tsx'
import { words } from '../words/words.ts'
import { keepFocus } from './kept-focus.ts'
import { useUndoing } from './undoing.ts'

export const reasonWords = (): ReasonWords => ({
  notAllowed: words.calls.notAllowed,
  notSent: words.calls.notSent,
  said: words.supplied.reason,
  of: sentenceOf,
})

export interface Outcomes {
  readonly action: AppAction
  readonly all: readonly Outcome[]
}

export function useDoingToAll(screen: AppScreen, rows: readonly RowData[], begun: () => void) {
  const choosing = useChosenRows()
  const [outcomes, setOutcomes] = useState<Outcomes | null>(null)
  /** Null: nothing is running. */
  const [done, setDone] = useState<{ readonly count: number; readonly of: number } | null>(null)
  const attempts = useRef(new Attempts())
  const client = useQueryClient()
  const navigate = useNavigate()
  const place = usePlace()
  const offer = useUndoing(attempts.current)

  const run = async (action: CallingAction, chosen: ChosenParameters, body: unknown): Promise<void> => {
    // The bar's buttons disappear.
    const goBack = keepFocus()
    begun()
    const chosenRows = rows.filter(({ id }) => choosing?.chosen.has(id) === true)
    const answers = new Map(chosenRows.map((row) => [row.id, Promise.withResolvers<void>()]))
    setDone({ count: 0, of: chosenRows.length })
    for (const row of chosenRows) {
      const isPossible = whyNot(action, row, reasonWords()) === null
      const answer = answers.get(row.id)?.promise ?? Promise.resolve()
      // Failures are reported together.
      expecting(client, isPossible ? expectedOf(screen.key, action, row) : null, answer).catch(() => {})
    }
    const sent = { action, rows: chosenRows, chosen, body, place }
    const all = await doToAll(attempts.current, sent, reasonWords(), ({ row, refused: reason }) => {
      setDone((before) => ({ count: (before?.count ?? 0) + 1, of: chosenRows.length }))
      if (reason !== null) answers.get(row.id)?.reject(new Error(reason))
    })
    const refused = all.filter((outcome) => outcome.refused !== null)
    if (refused.length > 0) setOutcomes({ action, all })
    await client.invalidateQueries()
    for (const { resolve } of answers.values()) resolve()
    setDone(null)
    choosing?.set(refused.map(({ row }) => row.id))
    goBack()
    if (refused.length > 0) return
    void offer(
      words.calls.doneToAll(action.label, all.length),
      all.map(({ row }) => ({ screen, action, row })),
    )
    const next = action.kind === 'call' ? action.thenOpen : null
    if (next !== null && !next.includes(':')) await navigate({ to: next })
  }
  return { run, done, outcomes, setOutcomes }
}
