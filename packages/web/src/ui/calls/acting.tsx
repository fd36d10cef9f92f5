// Runs an action: at once, after a confirmation, or after a form. An optimistic update is shown, if the effect is
// known. Afterwards all data is reloaded, because only the server knows all effects.

import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Suspense, useCallback, useMemo, useRef, useState, type ReactNode } from 'react'
import type { RowData } from '@ninefold/core/contract/wire/app.ts'
import type { AppAction } from '@ninefold/core/contract/wire/actions.ts'
import { lazyPart } from '../connection/lazy-part.tsx'
import { expectedOf, expecting, isLocked } from '../../client/query/optimistic-update.ts'
import { mayLeadBack } from '../../client/query/undo.ts'
import { pathOf } from '@ninefold/core/contract/calls/action-address.ts'
import { Attempts } from '../../client/actions.ts'
import { fillPattern, keysOfPlace } from '../../client/addresses.ts'
import { appQuery } from '../../client/query/queries.ts'
import { RequestRefused, saveFile } from '../../client/query/request.ts'
import { useApp } from '../app-context.ts'
import { usePlace } from '../place.ts'
import { noticeDone, noticeFailed } from '../errors.tsx'
import { useSession } from '../roles/use-session.ts'
import { ActingContext, type Acting, type StartedAction } from './action-context.ts'
import { sentenceOfDone } from './done-sentence.ts'
import { CreatingProvider } from './creating.tsx'
import type { Perform } from './perform.ts'
import { keepFocus, useKeptFocus } from './kept-focus.ts'
import { useUndoing } from './undoing.ts'

const ActionDialog = lazyPart(
  () => import('./action-dialog.tsx').then((module) => ({ default: module.ActionDialog })),
  { missingAs: 'dialog' },
)

export function ActingProvider({ children }: { readonly children: ReactNode }) {
  const [running, setRunning] = useState<string | null>(null)
  const attempts = useRef(new Attempts())
  const perform = usePerform(attempts.current)
  const navigate = useNavigate()
  const place = usePlace()
  const { leave } = useSession()
  const client = useQueryClient()
  const callerId = useApp().caller?.id
  const [opened, setOpened] = useState<{ readonly started: StartedAction; readonly by: string | undefined } | null>(
    null,
  )
  // Another user or none: the open form belonged to the previous one. Its draft is kept.
  const open = opened?.by === callerId ? (opened?.started ?? null) : null
  // Loaded on first use; then it stays mounted for its closing animation.
  const [wasOpened, setWasOpened] = useState(false)
  if (open !== null && !wasOpened) setWasOpened(true)

  const { keep, goBack } = useKeptFocus(open === null)
  const act = useCallback(
    (started: StartedAction) => {
      const { screen, action, row, body, changed, isSeen = false } = started
      if (action.kind === 'open') {
        const address = fillPattern(action.address, { ...keysOfPlace(place), ...row?.keys })
        if (address !== null) void navigate({ to: address })
      } else if (action.kind === 'document') {
        setRunning(runningKey(action.key, row))
        void saveDocument(action, row).finally(() => setRunning(null))
      } else if (action.kind === 'sign out') {
        void leave(action.thenOpen)
      } else if (started.asks !== undefined || (body === undefined && needsDialog(action))) {
        keep()
        setOpened({ started, by: callerId })
      } else {
        if (row !== null && isLocked(client, screen.key, row)) return
        const expected = expectedOf(screen.key, action, row, changed?.shows)
        // Rows with an optimistic update show no spinner.
        if (expected === null) setRunning(runningKey(action.key, row))
        const back = keepFocus()
        const sent = action.method === 'GET' || action.method === 'DELETE' ? undefined : (body ?? {})
        const done =
          row === null || isSeen ? undefined : { screen, action, row, ...(changed === undefined ? {} : { changed }) }
        void expecting(client, expected, perform({ action, row, body: sent, done, isSeen }))
          .catch((thrown: unknown) => noticeFailed(action.label, thrown))
          .finally(() => {
            if (expected === null) setRunning(null)
            back()
          })
      }
    },
    [navigate, leave, perform, callerId, place, client, keep],
  )

  const acting = useMemo<Acting>(
    () => ({ act, isActing: (key, row) => running === runningKey(key, row) }),
    [act, running],
  )
  return (
    <ActingContext value={acting}>
      <CreatingProvider>
        {children}
        {wasOpened && (
          <Suspense fallback={null}>
            <ActionDialog started={open} close={() => setOpened(null)} perform={perform} leave={goBack} />
          </Suspense>
        )}
      </CreatingProvider>
    </ActingContext>
  )
}

/** Sends an action and handles its result; a refusal is thrown to its caller. */
export function usePerform(attempts: Attempts): Perform {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const place = usePlace()
  const offer = useUndoing(attempts)
  return useCallback(
    async ({ action, row, chosen = {}, body, version, done, isSeen = false, accepted }) => {
      const path = pathOf(action, row, chosen, place)
      if (path === null) throw new Error(`The path of "${action.label}" lacks a value.`)
      // Now, because the record may have left the page when the answer is there.
      const sentence = sentenceOfDone(action, done)
      try {
        const isAsked = action.kind === 'call' && action.sendsVersion === true
        const seen = version ?? (isAsked ? row?.keys['version'] : undefined)
        const answer = await attempts.send(action, path, body, seen)
        accepted?.()
        const next =
          action.kind === 'call' && action.thenOpen !== null
            ? fillPattern(action.thenOpen, { ...place, ...row?.keys, ...keysIn(answer) })
            : null
        if (next !== null) await navigate({ to: next })
        const isOffered = done !== undefined && mayLeadBack(done)
        if (!isOffered && !isSeen) noticeDone(sentence)
        // A stated call that signs in changes the whole application.
        const before = callerKnown(queryClient)
        await queryClient.invalidateQueries()
        // A person who has erased their own account is not sent back to the page.
        if (next === null && before !== null && callerKnown(queryClient) === null)
          await navigate({ to: '/', replace: true })
        if (isOffered) void offer(sentence, [done])
      } catch (thrown) {
        // Refused because the record has changed, or lost: the screen is out of date.
        if (!(thrown instanceof RequestRefused) || [404, 409, 412].includes(thrown.problem.status))
          void queryClient.invalidateQueries({ queryKey: ['data'] })
        if (thrown instanceof RequestRefused && thrown.problem.status === 401)
          void queryClient.invalidateQueries({ queryKey: appQuery.queryKey })
        throw thrown
      }
    },
    [attempts, queryClient, navigate, place, offer],
  )
}

/** A document that is refused or unavailable is reported like any failed action. */
async function saveDocument(action: AppAction & { readonly kind: 'document' }, row: RowData | null): Promise<void> {
  const address = fillPattern(action.address, { ...row?.keys })
  if (address !== null) await saveFile(address).catch((thrown: unknown) => noticeFailed(action.label, thrown))
}

function callerKnown(client: QueryClient): string | null {
  return client.getQueryData(appQuery.queryKey)?.caller?.id ?? null
}

/** Values of an answer for an address, also if they are wrapped once: `{"article": {…}}`. */
function keysIn(answer: unknown): Record<string, string> {
  if (typeof answer !== 'object' || answer === null) return {}
  const keys: Record<string, string> = {}
  for (const [name, value] of Object.entries(answer)) {
    if (typeof value === 'string' || typeof value === 'number') keys[name] = String(value)
    else if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
      for (const [inner, innerValue] of Object.entries(value as object)) {
        if (typeof innerValue === 'string' || typeof innerValue === 'number') keys[inner] ??= String(innerValue)
      }
    }
  }
  return keys
}

function needsDialog(action: AppAction): boolean {
  return (
    action.kind === 'call' &&
    (action.form.length > 0 || action.isDestructive || action.parameters.some(({ from }) => from === 'choice'))
  )
}

function runningKey(actionKey: string, row: RowData | null): string {
  return `${actionKey} ${row?.id ?? ''}`
}
