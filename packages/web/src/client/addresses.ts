// Address patterns (`/tickets/:number`) ↔ addresses. Segments are compared decoded.

import type { App, AppList, AppScreen, RowData } from '@ninefold/core/contract/wire/app.ts'

/** The description of the application, which a browser needs before anything else. */
export const APP_ADDRESS = '/_ninefold/app'

export interface MatchedScreen {
  readonly screen: AppScreen
  readonly parameters: Readonly<Record<string, string>>
}

/** The screen of an address. If several match, the one with fewer parameters wins: `/tickets/new`. */
export function matchScreen(screens: readonly AppScreen[], path: string): MatchedScreen | null {
  let best: MatchedScreen | null = null
  for (const screen of screens) {
    const parameters = matchPattern(screen.address, path)
    if (parameters === null) continue
    const isBetter = best === null || Object.keys(parameters).length < Object.keys(best.parameters).length
    if (isBetter) best = { screen, parameters }
  }
  return best
}

export function matchPattern(pattern: string, path: string): Record<string, string> | null {
  const expected = segmentsOf(pattern)
  const given = segmentsOf(path)
  if (expected.length !== given.length) return null
  const parameters: Record<string, string> = {}
  for (const [index, segment] of expected.entries()) {
    const value = decoded(given[index] ?? '')
    if (value === null) return null
    if (segment.startsWith(':')) parameters[segment.slice(1)] = value
    else if (segment !== value) return null
  }
  return parameters
}

/** Null if a parameter has no value, as behind an empty reference. */
export function fillPattern(pattern: string, values: Readonly<Record<string, string | null>>): string | null {
  const segments: string[] = []
  for (const segment of segmentsOf(pattern)) {
    const value = segment.startsWith(':') ? values[segment.slice(1)] : segment
    if (value === undefined || value === null || value === '') return null
    segments.push(segment.startsWith(':') ? encodeURIComponent(value) : segment)
  }
  return `/${segments.join('/')}`
}

/** The page that a row of the block opens; null: none, or its reader may not open that of this record. */
export function addressOfRow(
  { opens }: Pick<AppList, 'opens'>,
  { keys, isClosed }: Pick<RowData, 'keys' | 'isClosed'>,
): string | null {
  return opens === null || isClosed === true ? null : fillPattern(opens, keys)
}

/** Values of the page's own address, by their names in patterns of other screens: `:path.slug`. */
export function keysOfPlace(parameters: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(parameters).map(([name, value]) => [`path.${name}`, value]))
}

export function queryOf(values: Readonly<Record<string, string | undefined>>): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(values)) if (value !== undefined && value !== '') query.set(name, value)
  const text = query.toString()
  return text === '' ? '' : `?${text}`
}

/** The address of a block's data. */
export function blockAddress(screen: string, block: number, parameters: Readonly<Record<string, string>>): string {
  return `/_ninefold/screens/${encodeURIComponent(screen)}/${block}${queryOf(parameters)}`
}

/** The address of a part of a list. An empty `after` is included, because it distinguishes parts from pages. */
export function partAddress(
  screen: string,
  block: number,
  parameters: Readonly<Record<string, string>>,
  { after, until }: { readonly after: string; readonly until: string | null },
): string {
  const address = blockAddress(screen, block, { ...parameters, ...(until === null ? {} : { until }) })
  return `${address}${address.includes('?') ? '&' : '?'}after=${encodeURIComponent(after)}`
}

function segmentsOf(path: string): string[] {
  return path.split('/').filter((segment) => segment !== '')
}

function decoded(segment: string): string | null {
  try {
    return decodeURIComponent(segment)
  } catch {
    return null
  }
}

/** The page after signing in: the landing page of a user, else the root page or the first of the navigation. */
export function landingAddress({
  caller,
  landing,
  navigation,
  screens,
}: Pick<App, 'caller' | 'landing' | 'navigation' | 'screens'>): string {
  if (caller !== null && landing !== null) return landing
  return matchScreen(screens, '/') === null ? (navigation[0]?.address ?? '/') : '/'
}
