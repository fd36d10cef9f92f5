// The list that a record was opened from → navigation in it: position, previous, next, and back to the row. Kept in
// this tab, so it survives a reload; another user cannot use it.

import type { App, AppList, RowData } from '@ninefold/core/contract/wire/app.ts'
import { addressOfRow, matchPattern } from '../addresses.ts'
import { SESSION } from '../browser-storage.ts'

export interface Pile {
  /** Owner of the entry. */
  readonly caller: string
  /** The list's page, with its query. */
  readonly href: string
  readonly screen: string
  readonly block: number
  /** Prefix of its part of the page's address. */
  readonly prefix: string
  /** Query of its rows. */
  readonly asked: Readonly<Record<string, string>>
  /** Addresses of the records, in list order. */
  readonly addresses: readonly string[]
  /** The number of records before the first one, and of all. */
  readonly before: number
  readonly total: number
}

const KEY = 'ninefold.pile'
/** Several lists of one screen, and a few screens. */
const PILES_MAX = 6

let piles: readonly Pile[] | null = null

function kept(): readonly Pile[] {
  if (piles !== null) return piles
  try {
    piles = JSON.parse(SESSION.read(KEY) ?? '[]') as readonly Pile[]
  } catch {
    // The stored text is corrupted, so there is no origin.
    piles = []
  }
  return piles
}

/** Called when the list is shown. */
export function rememberPile(pile: Pile): void {
  const others = kept().filter(({ screen, block }) => screen !== pile.screen || block !== pile.block)
  piles = [pile, ...others].slice(0, PILES_MAX)
  SESSION.write(KEY, JSON.stringify(piles))
}

/** The most recent list with the record. */
export function pileWith(address: string, caller: string): Pile | null {
  return kept().find((pile) => pile.caller === caller && pile.addresses.includes(address)) ?? null
}

export interface PlaceInPile {
  /** From 1. */
  readonly number: number
  readonly total: number
  /** Null: on another page of the list, or there is none. */
  readonly previous: string | null
  readonly next: string | null
}

export function placeIn({ addresses, before, total }: Pile, address: string): PlaceInPile {
  const index = addresses.indexOf(address)
  return {
    number: before + index + 1,
    total: Math.max(total, before + addresses.length),
    previous: addresses[index - 1] ?? null,
    next: addresses[index + 1] ?? null,
  }
}

export function addressesOf(block: Pick<AppList, 'opens'>, rows: readonly RowData[]): string[] {
  return rows.flatMap((row) => addressOfRow(block, row) ?? [])
}

/**
 * The list for a record that was not opened from one: that of the screen below whose address the record stands, else that
 * of the landing screen, else the first of the navigation, if it opens such pages.
 */
export function screenOfRecord(
  {
    screens,
    navigation,
    landing,
  }: Pick<App, 'screens' | 'landing'> & {
    readonly navigation: readonly { readonly label: string; readonly address: string }[]
  },
  path: string,
): { readonly label: string; readonly address: string } | null {
  const rank = ({ address }: { readonly address: string }): number =>
    path.startsWith(`${address}/`) ? address.length : Number(address === landing) - 1
  return (
    navigation
      .toSorted((a, b) => rank(b) - rank(a))
      .find(({ address }) =>
        screens
          .find((screen) => screen.address === address)
          ?.blocks.some(
            (block) => block.kind === 'list' && block.opens !== null && matchPattern(block.opens, path) !== null,
          ),
      ) ?? null
  )
}
