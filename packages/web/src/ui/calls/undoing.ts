// Result and undo: announced together, until a person closes them.

import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { Attempts } from '../../client/actions.ts'
import { expecting } from '../../client/query/optimistic-update.ts'
import { wayBack, type Done, type WayBack } from '../../client/query/undo.ts'
import { noticeDone, noticeFailed } from '../errors.tsx'
import { usePlace } from '../place.ts'
import { noticeUndoable } from '../undoable.tsx'
import { words } from '../words/words.ts'

/** Undo is offered for all of them or for none. */
export function useUndoing(attempts: Attempts): (message: string, all: readonly Done[]) => Promise<void> {
  const client = useQueryClient()
  const place = usePlace()
  return useCallback(
    async (message, all) => {
      // The action counts as done, even if its undo is unknown.
      const found = await Promise.all(all.map((done) => wayBack(client, attempts, done, place))).catch(() => [])
      const ways = found.flatMap((way) => way ?? [])
      if (ways.length === 0 || ways.length < all.length) return noticeDone(message)
      const label = ways.find((way) => way.label !== null)?.label ?? words.tables.change.undo
      noticeUndoable(message, label, () => void goBack(client, label, ways))
    },
    [attempts, client, place],
  )
}

/** One after another in order; all optimistic updates are shown from the start. */
async function goBack(
  client: ReturnType<typeof useQueryClient>,
  label: string,
  ways: readonly WayBack[],
): Promise<void> {
  let before: Promise<unknown> = Promise.resolve()
  const sent = ways.map(({ go }) => (before = before.catch(() => {}).then(go)))
  const shown = Promise.allSettled(sent).then(() => client.invalidateQueries())
  const outcomes = await Promise.allSettled(
    ways.map(({ expected }, index) =>
      expecting(
        client,
        expected,
        (sent[index] ?? before).then(() => shown),
      ),
    ),
  )
  const refused = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as unknown] : []))
  if (refused.length > 0) noticeFailed(words.tables.change.notGoneBack(label, refused.length, ways.length), refused[0])
  else noticeDone(words.tables.change.wentBack)
}
