// Who is signed in, and changing it. Another person means another application: all answers are forgotten.

import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useCallback } from 'react'
import { landingAddress } from '../../client/addresses.ts'
import { dropAllDrafts } from '../../client/input/drafts.ts'
import { appQuery } from '../../client/query/queries.ts'
import { signIn, signInByLink, signOut, signUp, takeInvitation } from '../../client/session.ts'
import { noticeDone, noticeFailed } from '../errors.tsx'
import { words } from '../words/words.ts'

export function useSession() {
  const queryClient = useQueryClient()
  const navigate = useNavigate()

  /** Loads the application anew before anything of the old one is forgotten, so that nothing flickers. */
  const becomeOther = useCallback(
    async (address: string) => {
      queryClient.removeQueries({ queryKey: ['data'] })
      // One that is on its way is still the one before's, and would be taken for the answer to this.
      await queryClient.cancelQueries({ queryKey: appQuery.queryKey })
      const app = await queryClient.fetchQuery({ ...appQuery, staleTime: 0 })
      // The page may still have the one before's screens, whose first one this person need not have.
      await navigate({ href: address === '/' ? landingAddress(app) : address })
    },
    [queryClient, navigate],
  )

  const enter = useCallback(
    async (identifier: string, password: string, then: string) => {
      await signIn(identifier, password)
      await becomeOther(then)
    },
    [becomeOther],
  )

  /** `then` null: nobody is signed in by it. */
  const join = useCallback(
    async (body: unknown, then: string | null) => {
      await signUp(body)
      if (then !== null) await becomeOther(then)
    },
    [becomeOther],
  )

  const enterByLink = useCallback(
    async (token: string) => {
      await signInByLink(token)
      await becomeOther('/')
    },
    [becomeOther],
  )

  /** `isSignedIn` false: nobody is signed in by it. */
  const joinByInvitation = useCallback(
    async (token: string, user: unknown, isSignedIn: boolean) => {
      await takeInvitation(token, user)
      if (isSignedIn) await becomeOther('/')
    },
    [becomeOther],
  )

  const leave = useCallback(
    async (then: string | null) => {
      try {
        const elsewhere = await signOut()
        dropAllDrafts()
        // The provider has a session of its own, in which this browser would be let in again.
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
