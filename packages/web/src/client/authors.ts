// Requests of the author's tools in development: view-as, the clock, the request log, and explanations.

import { queryOptions } from '@tanstack/react-query'
import type {
  ClockState,
  Eyes,
  LoggedRequest,
  MovedClock,
  Remedy,
  ReportedDiagnostic,
  SavedText,
  SpecificationText,
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

const TEXT = '/_ninefold/text'

/** Writes a quick fix to the file. False: the text has changed at that place. */
export async function textWithRemedy(found: ReportedDiagnostic, { edits }: Remedy): Promise<boolean> {
  const { text: before } = await request<SpecificationText>('GET', TEXT)
  const marked = found.excerpt.slice(found.from - 1, found.to - 1)
  if (!before.startsWith(marked, found.offset)) return false
  const text = edits
    .toSorted((one, other) => other.start - one.start)
    .reduce((now, edit) => now.slice(0, edit.start) + edit.text + now.slice(edit.end), before)
  const saved = await request<SavedText>('PUT', TEXT, { body: { text, before } })
  return saved.kind === 'saved'
}

export const requestsQuery = queryOptions({
  queryKey: ['authors', 'requests'],
  queryFn: ({ signal }) => request<LoggedRequest[]>('GET', '/_ninefold/requests.json', { signal }),
})

/** `row`: the address that a row of the screen opens, to ask about its record. */
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
