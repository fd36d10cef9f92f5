// An action of a screen → its request. All attempts to send one form share an idempotency key, so that a retry after a
// lost answer cannot repeat it.

import type { CallingAction } from '@ninefold/core/contract/calls/action-address.ts'
import { request, ServerUnreachable } from './query/request.ts'

/** Sends with an idempotency key that stays the same until the request is answered. */
export class Attempts {
  #unanswered: { readonly request: string; readonly key: string } | null = null

  async send(
    action: Pick<CallingAction, 'method'>,
    path: string,
    body: unknown,
    version?: string | number,
  ): Promise<unknown> {
    const described = JSON.stringify([action.method, path, body ?? null, version ?? null])
    const key = this.#unanswered?.request === described ? this.#unanswered.key : randomKey()
    this.#unanswered = null
    try {
      return await request(action.method, path, {
        body,
        ...(action.method === 'POST' ? { idempotencyKey: key } : {}),
        ...(version === undefined ? {} : { version }),
      })
    } catch (thrown) {
      if (thrown instanceof ServerUnreachable) this.#unanswered = { request: described, key }
      throw thrown
    }
  }
}

/** A random UUID; `crypto.randomUUID` is missing on pages without TLS, such as on a phone in the local network. */
export function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}
