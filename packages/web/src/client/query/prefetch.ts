// Prefetch: the first data of a page is fetched while the rest of the program is still loading (begin.ts), and is taken
// once, as a response or already parsed, so that the page is drawn with it at once.

interface Ahead {
  readonly answer: Promise<Response>
  /** Its content, once it is there. */
  body?: unknown
}

const underway = new Map<string, Ahead>()

export function askAhead(address: string, headers: Readonly<Record<string, string>>): Promise<Response> {
  const answer = fetch(address, { headers, credentials: 'same-origin' })
  // The taker is told; there may be none.
  answer.catch(() => {})
  underway.set(address, { answer })
  return answer
}

/** Its answer is read, too. A refusal is not: it is said by whoever takes the answer. */
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

/** Undefined: it is not there yet, or nobody has asked. */
export function takeRead(address: string): unknown {
  const asked = underway.get(address)
  if (asked?.body !== undefined) underway.delete(address)
  return asked?.body
}

/** From then on an answer that nobody has taken is an old one, or somebody else's. */
export function forgetAhead(): void {
  underway.clear()
}

let begun: Promise<void> = Promise.resolve()

export function hasBegun(beginning: Promise<void>): void {
  begun = beginning
}

/** Everything is there that was asked for ahead, as far as it is going to be. */
export function whenBegun(): Promise<void> {
  return begun
}
