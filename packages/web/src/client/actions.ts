// An action of a screen → its request. All attempts to send one form share an idempotency key, so that a retry after a
// lost answer cannot repeat it.

import type { RowData } from '@ninefold/core/contract/wire/app.ts'
import type { ActionParameter, AppAction } from '@ninefold/core/contract/wire/actions.ts'
import { filledPath, inAddress } from '@ninefold/core/model/addresses/call-path.ts'
import { request, ServerUnreachable } from './query/request.ts'

export type CallingAction = Extract<AppAction, { kind: 'call' | 'transition' }>

/** Values that a person chose for path parameters. */
export type ChosenParameters = Readonly<Record<string, string>>

/** `place`: parameters of the page's own address. */
export function pathOf(
  action: CallingAction,
  row: RowData | null,
  chosen: ChosenParameters,
  place: Readonly<Record<string, string>>,
): string | null {
  const values = parametersOf(action, row, chosen, place)
  if (values === null || Object.values(values).includes('')) return null
  return filledPath(action.path, (at) => inAddress(at, values[at.name] ?? ''))
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
function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}
