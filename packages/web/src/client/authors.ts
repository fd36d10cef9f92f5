// What the author's side asks the server for while a specification is written: other eyes, the clock, the log of
// requests, and why something is as it is.

import { queryOptions } from '@tanstack/react-query'
import type {
  ClockState,
  Eyes,
  LoggedRequest,
  MovedClock,
  ViewAs,
  WhyOfScreen,
} from '@ninefold/core/contract/wire/development.ts'
import { queryOf } from './addresses.ts'
import { request } from './query/request.ts'

const EYES = '/_ninefold/view-as'
const CLOCK = '/_ninefold/clock.json'

export const eyesQuery = queryOptions({
  queryKey: ['authors', 'eyes'],
  queryFn: ({ signal }) => request<Eyes>('GET', EYES, { signal }),
})

export function viewAs(body: ViewAs): Promise<void> {
  return request('POST', EYES, { body })
}

export function backToOneself(): Promise<void> {
  return request('DELETE', EYES)
}

export const clockQuery = queryOptions({
  queryKey: ['authors', 'clock'],
  queryFn: ({ signal }) => request<ClockState>('GET', CLOCK, { signal }),
})

export function moveClock(aheadMs: number): Promise<MovedClock> {
  return request('POST', CLOCK, { body: { aheadMs } })
}

export const requestsQuery = queryOptions({
  queryKey: ['authors', 'requests'],
  queryFn: ({ signal }) => request<LoggedRequest[]>('GET', '/_ninefold/requests.json', { signal }),
})

/** `row`: where a row of the screen leads, whose record is asked about. */
export function whyQuery(address: string, row: string | null, caller: string) {
  return queryOptions({
    queryKey: ['data', 'why', address, row, caller],
    queryFn: ({ signal }) =>
      request<WhyOfScreen>('GET', `/_ninefold/why${queryOf(row === null ? { address } : { address, row })}`, {
        signal,
      }),
    retry: false,
  })
}
