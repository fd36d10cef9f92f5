// Drafts: typed and unsent values. They survive a closed dialog, a reload and another specification; they end when they
// are sent or discarded, or when another user signs in. Secrets are kept in memory only.

import type { Entered } from './form-values.ts'
import { SESSION } from '../browser-storage.ts'
import { TENANT_BASE } from '../tenant-base.ts'

const PREFIX = 'ninefold.draft:'
/** A draft belongs to one tenant. */
const KEY = `${PREFIX}${TENANT_BASE}`
const inMemory = new Map<string, Entered>()

export function readDraft(key: string): Entered | null {
  const held = inMemory.get(key)
  if (held !== undefined) return held
  try {
    const stored = SESSION.read(KEY + key)
    return stored === null ? null : (JSON.parse(stored) as Entered)
  } catch {
    // The stored text is corrupted, so there is no draft.
    return null
  }
}

export function keepDraft(key: string, entered: Entered, secrets: ReadonlySet<string>): void {
  inMemory.set(key, entered)
  const storable = Object.fromEntries(Object.entries(entered).filter(([name]) => !secrets.has(name)))
  SESSION.write(KEY + key, JSON.stringify(storable))
}

/** The values that the form showed before a person changed them. */
export function seenKey(draftKey: string): string {
  return `${draftKey} seen`
}

/** The current page of a form with pages. */
export function pageKey(draftKey: string): string {
  return `${draftKey} page`
}

/** Drops a draft with everything stored beside it. */
export function dropDraft(draftKey: string): void {
  for (const key of [draftKey, seenKey(draftKey), pageKey(draftKey)]) {
    inMemory.delete(key)
    SESSION.write(KEY + key, null)
  }
}

export function dropAllDrafts(): void {
  inMemory.clear()
  try {
    for (const key of Object.keys(window.sessionStorage))
      if (key.startsWith(PREFIX)) window.sessionStorage.removeItem(key)
  } catch {
    // Storage is disabled, so nothing was stored.
  }
}
