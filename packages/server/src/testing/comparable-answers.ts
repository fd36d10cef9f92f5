// An answer → every byte of it that may be compared with the answer of another world: all but the moments of the run and
// ids that are random: of the request, of messages in the application, and of what was deleted and kept.

import type { RawAnswer } from './raw-request.ts'

const MOMENT = /[0-9]{4}-[0-9]{2}-[0-9]{2}[T ][0-9]{2}:[0-9]{2}:[0-9]{2}(?:\.[0-9]{1,3})?(?:Z|\+00)/g
const RESULTS_WITHIN_MS = 4 * 86_400_000
/** A session's token, which is another for each. */
const TOKEN = /(?<=ninefold_session=|"token\\?":\\?")[A-Za-z0-9_-]{43}/g
/** Random ids that the product gives to what it tells of: a message in the application, a record that was deleted. */
const ID_OF_THE_RUN = /"id":"(?!0{8}-)[0-9a-f-]{36}"(?=,"(?:message|record)":)/g
/** By which one of these is asked for what came before it. */
const PLACE_OF_THE_RUN = /"next":"(?!0{8}-)[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}"/g
/** Until when what was deleted at a moment of the run is kept: weeks after it. */
const END_OF_THE_RUN = /(?<="at":"[^"]*","endsAt":)"[^"]*"/g
/** Values that tell the time of the answer, or its caller. */
const OF_ITS_OWN = ['date', 'x-request-id', 'retry-after']

/** A value made of a whole body belongs to the run where a moment in it does. */
const OF_THE_BODY: readonly string[] = ['content-length', 'etag']

export function comparable({ status, headers, body }: RawAnswer, begunMs: number): string {
  const named = Object.entries(headers).filter(([name]) => !OF_ITS_OWN.includes(name))
  const opened = body
    .replace(PLACE_OF_THE_RUN, '"next"')
    .replace(/"next":"([^"]*)"/g, (_, cursor: string) => `"next":${Buffer.from(cursor, 'base64url').toString('utf8')}`)
    .replace(/"requestId":"[^"]*"/g, '"requestId"')
    .replace(ID_OF_THE_RUN, '"id"')
    .replace(END_OF_THE_RUN, '"<moment>"')
  const text = withoutMomentsOfTheRun(opened, begunMs)
  const told = JSON.stringify({
    status,
    headers: Object.fromEntries(named.filter(([name]) => !OF_THE_BODY.includes(name) || !text.includes('<moment>'))),
    text,
  })
  return told.replace(TOKEN, '<token>')
}

export function withoutMomentsOfTheRun(text: string, begunMs: number): string {
  return text.replace(MOMENT, (moment) => (isOfTheRun(moment, begunMs) ? '<moment>' : moment))
}

function isOfTheRun(moment: string, begunMs: number): boolean {
  const parsed = Date.parse(moment.replace(' ', 'T').replace('+00', 'Z'))
  return parsed >= begunMs - 60_000 && parsed < begunMs + RESULTS_WITHIN_MS
}
