// Custom fields of an organisation, kept up to date: a field that a colleague adds appears on the open page.

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { OWN_FIELDS_PATH } from '@ninefold/core/contract/wire/app.ts'
import { keepUpToDate } from '../../client/query/live.ts'
import { appQuery } from '../../client/query/queries.ts'
import { shownQuery } from '../../client/query/shown-query.ts'

const ownFieldsQuery = shownQuery<unknown, string>(
  ['own fields'],
  OWN_FIELDS_PATH,
  (body) => JSON.stringify(body),
  'own fields',
)

export default function OwnFieldsFollowed() {
  const client = useQueryClient()
  const { data } = useQuery(ownFieldsQuery)
  const before = useRef<string | undefined>(undefined)
  useEffect(() => keepUpToDate(client, { part: 'own fields', connected: () => {} }), [client])
  useEffect(() => {
    if (before.current !== undefined && before.current !== data) void renew(client)
    before.current = data
  }, [client, data])
  return null
}

/** Values of the page come with the fields. */
async function renew(client: ReturnType<typeof useQueryClient>): Promise<void> {
  await client.invalidateQueries({ queryKey: appQuery.queryKey })
  await client.invalidateQueries({ queryKey: ['data'] })
}
