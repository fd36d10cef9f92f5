// An action of a screen → the request that it means. Every attempt to send one form carries one key, so
// that sending it again after a lost answer can't do it twice.

import type { AppAction, RowData } from '@ninefold/core/contract/app.ts'
import { fillPattern } from './addresses.ts'
import { request, ServerUnreachable } from './request.ts'

export type CallingAction = Extract<AppAction, { kind: 'call' | 'transition' }>

/** Values that a person chose for path parameters, by parameter. */
export type ChosenParameters = Readonly<Record<string, string>>

export function pathOf(action: CallingAction, row: RowData | null, chosen: ChosenParameters): string | null {
  const values: Record<string, string> = {}
  for (const parameter of action.parameters) {
    const value = parameter.from === 'row' ? row?.keys[parameter.key] : chosen[parameter.name]
    if (value !== undefined) values[parameter.name] = value
  }
  return fillPattern(action.path, values)
}

/** Sends with a key that stays the same as long as the same request meets no answer. */
export class Attempts {
  #unanswered: { readonly request: string; readonly key: string } | null = null

  async send(action: CallingAction, path: string, body: unknown): Promise<unknown> {
    const described = JSON.stringify([action.method, path, body ?? null])
    const key = this.#unanswered?.request === described ? this.#unanswered.key : randomKey()
    this.#unanswered = null
    try {
      return await request(action.method, path, { body, ...(action.method === 'POST' ? { idempotencyKey: key } : {}) })
    } catch (thrown) {
      if (thrown instanceof ServerUnreachable) this.#unanswered = { request: described, key }
      throw thrown
    }
  }
}

/** A random UUID; `crypto.randomUUID` is missing where a page is served without TLS, on a phone in the same network say. */
function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}
