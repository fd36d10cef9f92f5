// The user's session, and its changes. Another user means another application: all answers are dropped.

import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useCallback } from 'react'
import { type HalfSignedIn, SECOND_FACTOR_PAGE } from '@ninefold/core/contract/wire/second-factor.ts'
import { startAddress } from '../../client/last-place.ts'
import { dropAllDrafts } from '../../client/input/drafts.ts'
import { appQuery } from '../../client/query/queries.ts'
import { signIn, signInByLink, signOut, signUp, takeInvitation } from '../../client/session.ts'
import { noticeDone, noticeFailed } from '../errors.tsx'
import { words } from '../words/words.ts'

export function useSession() {
  const queryClient = useQueryClient()
  const navigate = useNavigate()

  /** Loads the new application before the old one is dropped, so that nothing flickers. */
  const becomeOther = useCallback(
    async (address: string) => {
      queryClient.removeQueries({ queryKey: ['data'] })
      // A pending request still belongs to the previous user.
      await queryClient.cancelQueries({ queryKey: appQuery.queryKey })
      const app = await queryClient.fetchQuery({ ...appQuery, staleTime: 0 })
      // The previous user's screens may still be loaded, whose first one this person may not have.
      await navigate({ href: address === '/' ? startAddress(app) : address })
    },
    [queryClient, navigate],
  )

  /** A half sign-in leads to the page of the second factor. */
  const arrive = useCallback(
    async (half: HalfSignedIn | undefined, then: string) => {
      if (half === undefined) return becomeOther(then)
      await navigate({ href: `${SECOND_FACTOR_PAGE}?${new URLSearchParams({ then })}` })
    },
    [becomeOther, navigate],
  )

  const enter = useCallback(
    async (identifier: string, password: string, then: string) => arrive(await signIn(identifier, password), then),
    [arrive],
  )

  /** `then` null: no user is signed in by it. */
  const join = useCallback(
    async (body: unknown, then: string | null) => {
      const half = await signUp(body)
      if (then !== null) await arrive(half, then)
    },
    [arrive],
  )

  const enterByLink = useCallback(async (token: string) => arrive(await signInByLink(token), '/'), [arrive])

  /** `isSignedIn` false: no user is signed in by it. */
  const joinByInvitation = useCallback(
    async (token: string, user: unknown, isSignedIn: boolean) => {
      const half = await takeInvitation(token, user)
      if (isSignedIn) await arrive(half, '/')
    },
    [arrive],
  )

  const leave = useCallback(
    async (then: string | null) => {
      try {
        const elsewhere = await signOut()
        dropAllDrafts()
        // The provider has a session of its own, which would sign this browser in again.
        if (elsewhere !== undefined) return window.location.assign(elsewhere.address)
        await becomeOther(then ?? '/')
        noticeDone(words.roles.signedOut)
      } catch (thrown) {
        noticeFailed(words.roles.signOut, thrown)
      }
    },
    [becomeOther],
  )

  return { enter, join, joinByInvitation, enterByLink, leave, becomeOther }
}
