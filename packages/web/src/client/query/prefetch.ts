// Prefetch: the first page's data is fetched while the rest of the program is loading (begin.ts), and consumed once, as
// a response or parsed, so that the page is drawn with it immediately.

import { inTenant } from '../tenant-base.ts'

interface Ahead {
  readonly answer: Promise<Response>
  /** Its parsed content, when available. */
  body?: unknown
}

const underway = new Map<string, Ahead>()

export function askAhead(address: string, headers: Readonly<Record<string, string>>): Promise<Response> {
  const answer = fetch(inTenant(address), { headers, credentials: 'same-origin' })
  // The consumer reports errors; there may be none.
  answer.catch(() => {})
  underway.set(address, { answer })
  return answer
}

/** Also parses the answer. A refusal is left to the consumer. */
export async function readAhead(address: string, headers: Readonly<Record<string, string>>): Promise<void> {
  const answer = await askAhead(address, headers)
  if (!answer.ok) return
  const body: unknown = await answer.clone().json()
  const asked = underway.get(address)
  if (asked !== undefined) asked.body = body
}

export function takeAhead(address: string): Promise<Response> | undefined {
  const asked = underway.get(address)
  underway.delete(address)
  return asked?.answer
}

/** Undefined: not available, or not requested. */
export function takeRead(address: string): unknown {
  const asked = underway.get(address)
  if (asked?.body !== undefined) underway.delete(address)
  return asked?.body
}

/** From then on, unconsumed answers are outdated or belong to another user. */
export function forgetAhead(): void {
  underway.clear()
}

let begun: Promise<void> = Promise.resolve()

export function hasBegun(beginning: Promise<void>): void {
  begun = beginning
}

/** Resolves when all prefetches have finished. */
export function whenBegun(): Promise<void> {
  return begun
}
