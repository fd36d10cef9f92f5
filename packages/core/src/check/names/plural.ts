// The name of an entity without stated screens or calls → its plural in an address and in a title.

import { addressPart, plural } from '../../model/words.ts'

/** `Category` → `categories`, `StockItem` → `stock-items`. */
export function pluralAddress(name: string): string {
  return plural(addressPart(name))
}

/** The same for a title: `Stock items`. */
export function pluralTitle(name: string): string {
  const words = pluralAddress(name).replaceAll('-', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
