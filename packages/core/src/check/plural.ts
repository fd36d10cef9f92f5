// The name of an entity → its records in an address: `Category` → `categories`, `StockItem` → `stock-items`.

export function pluralAddress(name: string): string {
  return plural(addressOf(name))
}

/** The same for a title: `Stock items`. */
export function pluralTitle(name: string): string {
  const words = pluralAddress(name).replaceAll('-', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** `give up` → `give-up`, `StockItem` → `stock-item`. */
export function addressOf(name: string): string {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '')
    .toLowerCase()
}

function plural(word: string): string {
  if (/[^aeiou]y$/.test(word)) return `${word.slice(0, -1)}ies`
  if (word.endsWith('person')) return `${word.slice(0, -6)}people`
  return /(s|x|z|ch|sh)$/.test(word) ? `${word}es` : `${word}s`
}
