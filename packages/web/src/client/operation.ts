// The operators' page: its data, and actions on messages.

import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import {
  AUDIT_PATH,
  type AuditPage,
  HEALTH_PATH,
  type HealthData,
  MESSAGE_AGAIN_PATH,
  MESSAGE_GIVE_UP_PATH,
  MESSAGES_PATH,
  type MessagesPage,
  type MessageState,
  STEPS_AGAIN_PATH,
  STEPS_GIVE_UP_PATH,
  WORK_PATH,
  type WaitingWorkData,
} from '@ninefold/core/contract/wire/operators.ts'
import type { OptionsData } from '@ninefold/core/contract/wire/options.ts'
import { queryOf } from './addresses.ts'
import { request } from './query/request.ts'

/** Below `data`, because another user sees different data or none. */
const KEY = ['data', 'operation']
const REFRESH_MS = 15_000

export interface AuditNarrowed {
  readonly user: string
  readonly entity: string
  readonly action: string
  readonly from: string
  readonly until: string
}

export function auditQuery(narrowed: AuditNarrowed) {
  return infiniteQueryOptions({
    queryKey: [...KEY, 'audit', narrowed],
    queryFn: ({ pageParam, signal }) =>
      request<AuditPage>('GET', AUDIT_PATH + queryOf({ ...narrowed, after: pageParam }), { signal }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
  })
}

export function messagesQuery(state: MessageState) {
  return infiniteQueryOptions({
    queryKey: [...KEY, 'messages', state],
    queryFn: ({ pageParam, signal }) =>
      request<MessagesPage>('GET', MESSAGES_PATH + queryOf({ state, after: pageParam }), { signal }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    refetchInterval: REFRESH_MS,
  })
}

export const workQuery = queryOptions({
  queryKey: [...KEY, 'work'],
  queryFn: ({ signal }) => request<WaitingWorkData>('GET', WORK_PATH, { signal }),
  refetchInterval: REFRESH_MS,
})

export const healthQuery = queryOptions({
  queryKey: [...KEY, 'health'],
  queryFn: ({ signal }) => request<HealthData>('GET', HEALTH_PATH, { signal }),
  refetchInterval: REFRESH_MS,
})

export function usersQuery(entity: string | null, sought: string) {
  return queryOptions({
    queryKey: [...KEY, 'users', entity, sought],
    queryFn: ({ signal }) =>
      request<OptionsData>('GET', `/_ninefold/options/${encodeURIComponent(entity ?? '')}${queryOf({ q: sought })}`, {
        signal,
      }),
    enabled: entity !== null,
  })
}

export type Waiting = 'message' | 'steps'

const WORK_PATHS: Readonly<Record<Waiting, Readonly<Record<'again' | 'give up', string>>>> = {
  message: { again: MESSAGE_AGAIN_PATH, 'give up': MESSAGE_GIVE_UP_PATH },
  steps: { again: STEPS_AGAIN_PATH, 'give up': STEPS_GIVE_UP_PATH },
}

export async function workOn(
  client: QueryClient,
  { kind, id }: { readonly kind: Waiting; readonly id: string },
  does: 'again' | 'give up',
): Promise<void> {
  await request('POST', WORK_PATHS[kind][does].replace(':id', encodeURIComponent(id)), { body: {} }).finally(() =>
    client.invalidateQueries({ queryKey: KEY }),
  )
}
