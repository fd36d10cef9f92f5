// Keys that a play has made on the engine, by the names that requests have for them.

import type { Json } from '../json.ts'
import type { MadeUpRequest } from '../made-up-requests.ts'

/** It has the form of a key, and is nobody's. */
const NO_KEY = `nf_${'A'.repeat(43)}`
const NO_ID = '00000000-0000-4000-8000-000000000000'

export class EngineKeys {
  private readonly made = new Map<string, { readonly id: string; readonly key: string }>()

  take({ kind, key: name }: MadeUpRequest, body: Json): void {
    if (kind !== 'make key') return
    const { id, key } = (body ?? {}) as { readonly id?: string; readonly key?: string }
    if (id !== undefined && key !== undefined) this.made.set(name, { id, key })
  }

  idOf(name: string): string {
    return this.made.get(name)?.id ?? NO_ID
  }

  headersOf({ withKey }: MadeUpRequest): Record<string, string> {
    if (withKey === undefined) return {}
    return { authorization: `Bearer ${this.made.get(withKey)?.key ?? NO_KEY}` }
  }
}
