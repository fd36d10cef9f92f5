// An action of a screen → the request that it means. Every attempt to send one form carries one key, so
// that sending it again after a lost answer can't do it twice.

import type { RowData } from '@ninefold/core/contract/wire/app.ts'
import type { ActionParameter, AppAction } from '@ninefold/core/contract/wire/actions.ts'
import { fillPattern } from './addresses.ts'
import { request, ServerUnreachable } from './query/request.ts'

export type CallingAction = Extract<AppAction, { kind: 'call' | 'transition' }>

/** Values that a person chose for path parameters, by parameter. */
export type ChosenParameters = Readonly<Record<string, string>>

/** `place`: the parameters of the page's own address. */
export function pathOf(
  action: CallingAction,
  row: RowData | null,
  chosen: ChosenParameters,
  place: Readonly<Record<string, string>>,
): string | null {
  const values = parametersOf(action, row, chosen, place)
  return values === null ? null : fillPattern(action.path, values)
}

/** Null: one of them has no value. */
export function parametersOf(
  { parameters }: CallingAction,
  row: RowData | null,
  chosen: ChosenParameters,
  place: Readonly<Record<string, string>>,
): Record<string, string> | null {
  const values: Record<string, string> = {}
  for (const parameter of parameters) {
    const value = valueOf(parameter)
    if (value === undefined) return null
    values[parameter.name] = value
  }
  return values

  function valueOf(parameter: ActionParameter): string | undefined {
    switch (parameter.from) {
      case 'row':
        return row?.keys[parameter.key]
      case 'address':
        return place[parameter.key]
      case 'choice':
        return chosen[parameter.name]
    }
  }
}

/** Sends with a key that stays the same as long as the same request meets no answer. */
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

/** A random UUID; `crypto.randomUUID` is missing where a page is served without TLS, on a phone in the same network say. */
function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}
