// The current record, for dialogs and the palette; and recent ones of this tab.

import { useSyncExternalStore } from 'react'
import type { AppRecord, AppScreen, RowData } from '@ninefold/core/contract/wire/app.ts'
import { SESSION } from '../../client/browser-storage.ts'

export interface RecordInFront {
  readonly screen: AppScreen
  readonly block: AppRecord
  readonly row: RowData
  readonly title: string
}

export interface SeenRecord {
  /** The person who has seen it. */
  readonly caller: string
  readonly address: string
  readonly title: string
}

const KEY = 'ninefold.seen'
const SEEN_MAX = 8

let inFront: RecordInFront | null = null
const listeners = new Set<() => void>()

/** Returns the function that removes it. */
export function putInFront(record: RecordInFront): () => void {
  inFront = record
  for (const listener of listeners) listener()
  return () => {
    if (inFront === record) inFront = null
    for (const listener of listeners) listener()
  }
}

export function recordInFront(): RecordInFront | null {
  return inFront
}

export function useRecordInFront(): RecordInFront | null {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => inFront,
  )
}

export function seenBy(caller: string): readonly SeenRecord[] {
  return kept().filter((each) => each.caller === caller)
}

export function rememberSeen(record: SeenRecord): void {
  const others = kept().filter(({ address, caller }) => address !== record.address || caller !== record.caller)
  SESSION.write(KEY, JSON.stringify([record, ...others].slice(0, SEEN_MAX)))
}

function kept(): readonly SeenRecord[] {
  try {
    return JSON.parse(SESSION.read(KEY) ?? '[]') as readonly SeenRecord[]
  } catch {
    // The stored text is corrupted.
    return []
  }
}
