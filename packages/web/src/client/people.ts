// People, for those whom point 6 lets manage them: roles, access, and invitations.

import { infiniteQueryOptions, queryOptions, type QueryClient } from '@tanstack/react-query'
import {
  INVITATIONS_PATH,
  type NewInvitation,
  OPEN_INVITATIONS_PATH,
  type OpenInvitations,
  type People,
  PEOPLE_PATH,
  PERSON_APPS_PATH,
  PERSON_KEYS_PATH,
  PERSON_PROGRAMS_PATH,
  PERSON_ROLES_PATH,
  PERSON_SESSIONS_PATH,
  PERSON_SUSPENSION_PATH,
  PERSONAL_DATA_PATH,
  type ProgramsOfPerson,
} from '@ninefold/core/contract/wire/people.ts'
import { queryOf } from './addresses.ts'
import { request } from './query/request.ts'

/** Below `data`, because another user sees other people. */
const KEY = ['data', 'people']
const INVITATIONS_KEY = ['data', 'invitations']

export function peopleQuery(search: string) {
  return infiniteQueryOptions({
    queryKey: [...KEY, search],
    queryFn: ({ pageParam, signal }) =>
      request<People>('GET', PEOPLE_PATH + queryOf({ search, after: pageParam === 0 ? '' : String(pageParam) }), {
        signal,
      }),
    initialPageParam: 0,
    getNextPageParam: ({ total }, pages) => {
      const read = pages.reduce((sum, { people }) => sum + people.length, 0)
      return read < total && pages.at(-1)?.people.length !== 0 ? read : null
    },
    refetchOnWindowFocus: 'always',
  })
}

export async function changeRole(
  client: QueryClient,
  person: string,
  { role, isGiven }: { readonly role: string; readonly isGiven: boolean },
): Promise<void> {
  const path = pathOf(PERSON_ROLES_PATH, person)
  await (
    isGiven ? request('POST', path, { body: { role } }) : request('DELETE', `${path}/${encodeURIComponent(role)}`)
  ).finally(() => client.invalidateQueries({ queryKey: KEY }))
}

export async function changeSuspension(client: QueryClient, person: string, isSuspended: boolean): Promise<void> {
  await request(isSuspended ? 'POST' : 'DELETE', pathOf(PERSON_SUSPENSION_PATH, person)).finally(() =>
    client.invalidateQueries({ queryKey: KEY }),
  )
}

export async function endSessionsOf(person: string): Promise<void> {
  await request('DELETE', pathOf(PERSON_SESSIONS_PATH, person))
}

export function programsQuery(person: string) {
  return queryOptions({
    queryKey: [...KEY, 'programs', person],
    queryFn: ({ signal }) => request<ProgramsOfPerson>('GET', pathOf(PERSON_PROGRAMS_PATH, person), { signal }),
  })
}

export async function endProgram(
  client: QueryClient,
  person: string,
  { kind, id }: { readonly kind: 'key' | 'app'; readonly id: string },
): Promise<void> {
  const path = pathOf(kind === 'key' ? PERSON_KEYS_PATH : PERSON_APPS_PATH, person)
  await request('DELETE', `${path}/${encodeURIComponent(id)}`).finally(() =>
    client.invalidateQueries({ queryKey: programsQuery(person).queryKey }),
  )
}

/** Everything on the page may have named them. */
export async function forgetPerson(client: QueryClient, person: string): Promise<void> {
  await request('DELETE', pathOf(PERSONAL_DATA_PATH, person))
  await client.invalidateQueries({ queryKey: ['data'] })
}

export const invitationsQuery = queryOptions({
  queryKey: INVITATIONS_KEY,
  queryFn: ({ signal }) => request<OpenInvitations>('GET', OPEN_INVITATIONS_PATH, { signal }),
  refetchOnWindowFocus: 'always',
})

/** The link is shown only in this answer. */
export async function makeInvitation(
  client: QueryClient,
  body: { readonly role: string; readonly identifier: string | null },
): Promise<NewInvitation> {
  const made = await request<NewInvitation>('POST', INVITATIONS_PATH, { body })
  await client.invalidateQueries({ queryKey: INVITATIONS_KEY })
  return made
}

export async function endInvitation(client: QueryClient, id: string): Promise<void> {
  await request('DELETE', `${INVITATIONS_PATH}/${encodeURIComponent(id)}`).finally(() =>
    client.invalidateQueries({ queryKey: INVITATIONS_KEY }),
  )
}

function pathOf(path: string, person: string): string {
  return path.replace(':id', encodeURIComponent(person))
}
