// Where each person was last, kept in the browser: the start address brings them back there.

import type { App } from '@ninefold/core/contract/wire/app.ts'
import { landingAddress } from './addresses.ts'
import { LOCAL } from './browser-storage.ts'

type Known = Pick<App, 'caller' | 'navigation' | 'landing' | 'screens'>

const KEY = 'ninefold.place.'

/** Only pages of the navigation, without filters. */
export function rememberPlace({ caller, navigation }: Known, pathname: string): void {
  if (caller === null || !navigation.some(({ address }) => address === pathname)) return
  LOCAL.write(KEY + caller.id, pathname)
}

/** The page that `/` opens, for a browser that comes from elsewhere, and the page after signing in. */
export function startAddress(app: Known): string {
  if (app.caller === null) return landingAddress(app)
  const last = LOCAL.read(KEY + app.caller.id)
  // The specification or the person's roles may have changed since.
  const isThere = last !== null && app.navigation.some(({ address }) => address === last)
  return isThere ? last : landingAddress(app)
}

let isArriving = true

/** The first page is drawn. */
export function arrived(): void {
  isArriving = false
}

/** The address to open instead of the start address, for a signed-in person who has just opened the application. */
export function startInstead(app: Known, pathname: string, search: string): string | null {
  if (!isArriving || app.caller === null || pathname !== '/' || search !== '') return null
  const start = startAddress(app)
  return start === '/' ? null : start
}
