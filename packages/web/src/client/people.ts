// People and their roles, for those who may give some.

import { infiniteQueryOptions, type QueryClient } from '@tanstack/react-query'
import { type People, PEOPLE_PATH, PERSON_ROLES_PATH } from '@ninefold/core/contract/wire/people.ts'
import { queryOf } from './addresses.ts'
import { request } from './query/request.ts'

/** Among the data: another person sees other people. */
const KEY = ['data', 'people']

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
  const path = PERSON_ROLES_PATH.replace(':id', encodeURIComponent(person))
  await (
    isGiven ? request('POST', path, { body: { role } }) : request('DELETE', `${path}/${encodeURIComponent(role)}`)
  ).finally(() => client.invalidateQueries({ queryKey: KEY }))
}
