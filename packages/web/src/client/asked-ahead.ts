// What a page needs first is asked for while the rest of the program is still on its way (begin.ts), and is taken, once, by
// whoever asks for it then.

const underway = new Map<string, Promise<Response>>()

export function askAhead(address: string, headers: Readonly<Record<string, string>>): Promise<Response> {
  const answer = fetch(address, { headers, credentials: 'same-origin' })
  // Whoever takes it is told; nobody may.
  answer.catch(() => {})
  underway.set(address, answer)
  return answer
}

export function takeAhead(address: string): Promise<Response> | undefined {
  const answer = underway.get(address)
  underway.delete(address)
  return answer
}

/** From then on an answer that nobody has taken is an old one, or somebody else's. */
export function forgetAhead(): void {
  underway.clear()
}
