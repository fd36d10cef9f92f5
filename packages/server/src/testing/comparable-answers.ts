// An answer → its bytes that can be compared with another world's: without moments of the run and random ids of
// requests, notifications and stored deletions.

import type { RawAnswer } from './raw-request.ts'

const MOMENT = /[0-9]{4}-[0-9]{2}-[0-9]{2}[T ][0-9]{2}:[0-9]{2}:[0-9]{2}(?:\.[0-9]{1,3})?(?:Z|\+00)/g
const RESULTS_WITHIN_MS = 4 * 86_400_000
/** A session's token, different in each run. */
const TOKEN = /(?<=ninefold_session=|"token\\?":\\?")[A-Za-z0-9_-]{43}/g
/** Random ids of notifications and deleted records. */
const ID_OF_THE_RUN = /"id":"(?!0{8}-)[0-9a-f-]{36}"(?=,"(?:message|record)":)/g
/** The cursor with one of these ids. */
const PLACE_OF_THE_RUN = /"next":"(?!0{8}-)[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}"/g
/** The expiry of a deletion made in this run. */
const END_OF_THE_RUN = /(?<="at":"[^"]*","endsAt":)"[^"]*"/g
/** Headers that depend on the time or the request. */
const OF_ITS_OWN = ['date', 'x-request-id', 'retry-after']

/** Headers computed from the whole body; they differ if the body contains a moment. */
const OF_THE_BODY: readonly string[] = ['content-length', 'etag']

export function comparable({ status, headers, body }: RawAnswer, begunMs: number): string {
  const named = Object.entries(headers)
    .filter(([name]) => !OF_ITS_OWN.includes(name))
    .map(
      ([name, value]) => [name, name === 'link' ? withoutMomentsOfTheRun(openedLink(value), begunMs) : value] as const,
    )
  const opened = body
    .replace(PLACE_OF_THE_RUN, '"next"')
    .replace(/"next":"([^"]*)"/g, (_, cursor: string) => `"next":${openedCursor(cursor)}`)
    .replace(/"requestId":"[^"]*"/g, '"requestId"')
    .replace(ID_OF_THE_RUN, '"id"')
    .replace(END_OF_THE_RUN, '"<moment>"')
  const text = withoutMomentsOfTheRun(opened, begunMs)
  // An answer that is still held has no body that would say whether it contains one.
  const isComparable = status !== 304 && !text.includes('<moment>')
  // The text comes first, because a difference is shown where it begins.
  const told = JSON.stringify({
    status,
    text,
    headers: Object.fromEntries(named.filter(([name]) => isComparable || !OF_THE_BODY.includes(name))),
  })
  return told.replace(TOKEN, '<token>')
}

function openedCursor(cursor: string): string {
  return Buffer.from(cursor, 'base64url').toString('utf8')
}

/** The address has the port of the run, and the cursor of the next page may have a moment. */
function openedLink(link: string): string {
  return link
    .replace(/http:\/\/127\.0\.0\.1:\d+/g, '')
    .replace(/(?<=[?&]after=)[\w-]+/g, (cursor) => openedCursor(cursor))
}

export function withoutMomentsOfTheRun(text: string, begunMs: number): string {
  return text.replace(MOMENT, (moment) => (isOfTheRun(moment, begunMs) ? '<moment>' : moment))
}

function isOfTheRun(moment: string, begunMs: number): boolean {
  const parsed = Date.parse(moment.replace(' ', 'T').replace('+00', 'Z'))
  return parsed >= begunMs - 60_000 && parsed < begunMs + RESULTS_WITHIN_MS
}
