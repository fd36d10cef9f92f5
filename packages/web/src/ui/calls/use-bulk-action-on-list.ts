// An action on every row of a list: its progress, and its result.

import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { CallingAction, ChosenParameters } from '@ninefold/core/contract/calls/action-address.ts'
import type { AppScreen } from '@ninefold/core/contract/wire/app.ts'
import { stringifySearch } from '../../client/lists/list-address.ts'
import { doBulkActionOnList, type BulkActionDone } from '../../client/lists/bulk-actions-on-lists.ts'
import type { Parameters } from '../../client/query/queries.ts'
import { noticeDone } from '../errors.tsx'
import { useFormats } from '../formats.ts'
import { useChosenRows } from '../screens/lists/chosen-rows.tsx'
import { words } from '../words/words.ts'
import { keepFocus } from './kept-focus.ts'

export interface BulkActionOnList {
  readonly screen: AppScreen
  readonly index: number
  /** Parameters of the request for the list. */
  readonly asked: Parameters
}

export interface BulkActionOutcome extends BulkActionDone {
  readonly action: CallingAction
}

export function useBulkActionOnList({ screen, index, asked }: BulkActionOnList, begun: () => void) {
  const client = useQueryClient()
  const choosing = useChosenRows()
  const formats = useFormats()
  const running = useRef<AbortController | null>(null)
  /** Null: nothing is running. */
  const [done, setDone] = useState<BulkActionDone | null>(null)
  const [outcome, setOutcome] = useState<BulkActionOutcome | null>(null)
  useEffect(() => () => running.current?.abort(), [])
  const run = async (action: CallingAction, chosen: ChosenParameters, body: unknown): Promise<void> => {
    const goBack = keepFocus()
    const controller = new AbortController()
    running.current = controller
    begun()
    setDone({ done: 0, refused: 0, shown: [], stoppedBy: null })
    const { page: _, ...narrowing } = asked
    const address = `/_ninefold/screens/${encodeURIComponent(screen.key)}/${index}/all${stringifySearch(narrowing)}`
    const all = await doBulkActionOnList({ address, action, chosen, body, tell: setDone, signal: controller.signal })
    await client.invalidateQueries()
    setDone(null)
    choosing?.set([])
    goBack()
    if (all.refused > 0 || all.stoppedBy !== null) setOutcome({ action, ...all })
    else noticeDone(words.calls.doneToWhole(action.label, formats.count(all.done)))
  }
  return { run, stop: () => running.current?.abort(), done, outcome, close: () => setOutcome(null) }
}
