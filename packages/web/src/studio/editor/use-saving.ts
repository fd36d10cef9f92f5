// From a changed text to a saved file: first the consequences, then the file, unless it has changed meanwhile.

import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { PlanOfText, SavedText, SpecificationText } from '@ninefold/core/contract/wire/development.ts'
import { request } from '../../client/query/request.ts'
import { noticeDone, noticeFailed } from '../../ui/errors.tsx'
import { showNotice } from '../../ui/notices.tsx'
import { asInFiles, inLines, type OpenFile, textQuery } from './use-document.ts'
import { words } from '../words.ts'

export interface Saving {
  /** The text of the file as this page knows it, with "\n" as line ending. It changes with `isUnsaved`. */
  readonly saved: string
  readonly isUnsaved: boolean
  readonly isBusy: boolean
  /** The text that is shown before it is saved. `plan` null: the text has errors. */
  readonly asked: { readonly plan: PlanOfText | null } | null
  /** The file's text, if it differs from the one that the author started from. */
  readonly conflict: string | null
  /** Shows the consequences; or only if records are concerned or the text has errors. */
  begin(shows?: 'everything' | 'what concerns data'): Promise<void>
  confirm(): Promise<void>
  cancel(): void
  takeTheirs(): void
  keepMine(): Promise<void>
}

interface Author {
  readonly replace: (text: string) => void
  /** Called when the text is in the file. Without it a notice appears. */
  readonly written?: (text: string) => void
}

export function useSaving(open: OpenFile, text: string, { replace, written }: Author): Saving {
  const queryClient = useQueryClient()
  const [before, setBefore] = useState(open.raw)
  const [asked, setAsked] = useState<Saving['asked']>(null)
  const [conflict, setConflict] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const saved = inLines(before)
  const isUnsaved = text !== saved
  useFollowed(open.raw, { before, isUnsaved, setBefore, replace })

  const busily = async (work: () => Promise<void>): Promise<void> => {
    setBusy(true)
    try {
      await work()
    } catch (thrown) {
      noticeFailed(words.saveAndApply, thrown)
    } finally {
      setBusy(false)
    }
  }
  const write = async (over: string): Promise<void> => {
    const mine = asInFiles(text, over)
    const answer = await request<SavedText>('PUT', '/_ninefold/text', { body: { text: mine, before: over } })
    setAsked(null)
    if (answer.kind === 'changed meanwhile') return setConflict(answer.text)
    if (answer.kind === 'refused') return showNotice({ title: words.notSaved, message: answer.why, color: 'red' })
    // A pending answer is older than this text, and would replace it.
    await queryClient.cancelQueries({ queryKey: textQuery.queryKey })
    setConflict(null)
    setBefore(mine)
    queryClient.setQueryData<SpecificationText>(textQuery.queryKey, { file: open.file, text: mine })
    if (written === undefined) noticeDone(words.saved)
    else written(text)
  }
  return {
    saved,
    isUnsaved,
    isBusy,
    asked,
    conflict,
    begin: (shows = 'everything') =>
      busily(async () => {
        if (!isUnsaved) return
        const plan = await request<PlanOfText | null>('POST', '/_ninefold/plan', { body: { text } })
        const isHarmless = plan !== null && plan.concerned.length === 0
        if (shows === 'what concerns data' && isHarmless) await write(before)
        else setAsked({ plan })
      }),
    confirm: () => busily(() => write(before)),
    cancel: () => {
      setAsked(null)
      setConflict(null)
    },
    takeTheirs: () => {
      if (conflict === null) return
      setBefore(conflict)
      replace(inLines(conflict))
      setConflict(null)
    },
    keepMine: () =>
      busily(async () => {
        if (conflict !== null) await write(conflict)
      }),
  }
}

interface Following {
  readonly before: string
  readonly isUnsaved: boolean
  readonly setBefore: (text: string) => void
  readonly replace: (text: string) => void
}

/** Saved elsewhere without unsaved changes here: the page follows. Otherwise saving reports it. */
function useFollowed(raw: string, { before, isUnsaved, setBefore, replace }: Following): void {
  const seen = useRef(raw)
  useEffect(() => {
    if (raw === seen.current) return
    seen.current = raw
    if (isUnsaved || raw === before) return
    setBefore(raw)
    replace(inLines(raw))
  })
}
