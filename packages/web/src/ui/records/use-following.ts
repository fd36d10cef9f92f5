// Following of the page's record: state and change, for its button, shortcut and palette entry.

import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { AppRecord, AppScreen, RowData } from '@ninefold/core/contract/wire/app.ts'
import { follow, followingQuery } from '../../client/records/following.ts'
import { letterOfFollowing } from '../../client/records/record-actions.ts'
import { noticeDone, noticeFailed } from '../errors.tsx'
import { words } from '../words/words.ts'

export interface FollowingHere {
  readonly isFollowing: boolean
  /** The effect of the next click, in words. */
  readonly label: string
  /** Undefined: an action of the page has it. */
  readonly letter: string | undefined
  readonly turn: () => void
}

interface OfPage {
  readonly screen: AppScreen
  readonly block: AppRecord
  readonly row: RowData
}

/** Null: such records have no followers, or it is not loaded yet. */
export function useFollowing(page: OfPage | null): FollowingHere | null {
  const client = useQueryClient()
  const address = page?.block.following
  const id = page?.row.id ?? ''
  const { data } = useQuery({ ...followingQuery(address ?? '', id), enabled: address !== undefined && id !== '' })
  if (page === null || address === undefined || data === undefined) return null
  const { isFollowing } = data
  const label = isFollowing ? words.records.unfollow : words.records.follow
  const turn = (): void =>
    void follow(client, address, id, !isFollowing)
      .then(() => noticeDone(isFollowing ? words.records.unfollowed : words.records.followed))
      .catch((thrown: unknown) => noticeFailed(label, thrown))
  const letter = letterOfFollowing([...page.block.actions, ...page.screen.actions])
  return { isFollowing, label, letter, turn }
}
