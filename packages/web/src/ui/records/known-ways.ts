// The ways to records, as this tab remembers them.

import type { App } from '@ninefold/core/contract/wire/app.ts'
import { pileWith, screenOfRecord } from '../../client/records/pile.ts'
import type { KnownWays } from '../../client/records/way-to-record.ts'
import { seenBy } from './record-in-front.ts'

export function knownWays(app: Pick<App, 'screens' | 'navigation' | 'landing' | 'caller'>): KnownWays {
  const caller = app.caller?.id ?? ''
  return {
    screens: app.screens,
    pileOf: (path) => pileWith(path, caller),
    titleOf: (path) => seenBy(caller).find(({ address }) => address === path)?.title ?? null,
    screenOf: (path) => screenOfRecord(app, path),
  }
}
