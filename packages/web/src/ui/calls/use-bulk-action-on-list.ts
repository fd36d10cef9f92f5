// An action on every row of a list: its progress, and its result.

import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { CallingAction, ChosenParameters } from '@ninefold/core/contract/calls/action-address.ts'
import type { AppScreen } from '@ninefold/core/contract/wire/app.ts'
import { stringifySearch } from '../../client/lists/list-address.ts'
import { doBulkActionOnList, type BulkActionDone } from '../../client/lists/bulk-actions-on-lists.ts'
import type { Parameters } from '../../client/query/queries.ts'
import { noticeDone } from '../errors.tsx'
import { showNotice } from '../notices.tsx'
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

/** How far a running action is. */
export interface BulkActionProgress {
  readonly label: string
  /** Rows that were visited, and those of them to which it was not done. */
  readonly visited: number
  readonly refused: number
  /** The number of rows when it began, as far as they were counted. */
  readonly total: number
  /** Since it began. */
  readonly elapsedMs: number
}

export function useBulkActionOnList({ screen, index, asked }: BulkActionOnList, total: number, begun: () => void) {
  const client = useQueryClient()
  const choosing = useChosenRows()
  const formats = useFormats()
  const running = useRef<AbortController | null>(null)
  /** Null: nothing is running. */
  const [done, setDone] = useState<BulkActionProgress | null>(null)
  const [outcome, setOutcome] = useState<BulkActionOutcome | null>(null)
  const isLeft = useRef(false)
  useEffect(() => {
    isLeft.current = false
    return () => {
      isLeft.current = true
      running.current?.abort()
    }
  }, [])
  useStaying(done !== null)
  const run = async (action: CallingAction, chosen: ChosenParameters, body: unknown): Promise<void> => {
    const goBack = keepFocus()
    const controller = new AbortController()
    running.current = controller
    begun()
    const began = { label: action.label, visited: 0, refused: 0, total, elapsedMs: 0 }
    const begunAt = Date.now()
    const tell = (part: BulkActionDone): void =>
      setDone({ ...began, visited: part.done + part.refused, refused: part.refused, elapsedMs: Date.now() - begunAt })
    setDone(began)
    const { page: _, ...narrowing } = asked
    const address = `/_ninefold/screens/${encodeURIComponent(screen.key)}/${index}/all${stringifySearch(narrowing)}`
    const all = await doBulkActionOnList({ address, action, chosen, body, tell, signal: controller.signal })
    await client.invalidateQueries()
    setDone(null)
    choosing?.set([])
    goBack()
    // The page with the report is gone.
    if (isLeft.current && all.stoppedBy !== null)
      return showNotice({
        message: `${action.label}: ${words.calls.outcomeWhole(formats.count(all.done), formats.count(all.refused))} ${words.calls.stoppedWhole}`,
        autoClose: false,
      })
    if (all.refused > 0 || all.stoppedBy !== null) setOutcome({ action, ...all })
    else noticeDone(words.calls.doneToWhole(action.label, formats.count(all.done)))
  }
  return { run, stop: () => running.current?.abort(), done, outcome, close: () => setOutcome(null) }
}

/** The browser asks before the page is closed, because that would stop the work. */
function useStaying(isRunning: boolean): void {
  useEffect(() => {
    if (!isRunning) return
    const ask = (event: BeforeUnloadEvent): void => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [isRunning])
}
