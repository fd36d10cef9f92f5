// Names of the specification → words that a person reads.

/** `firstRepliedAt` → `First replied at`; `on hold` → `On hold`; `SLOT_TAKEN` stays. */
export function humanised(name: string): string {
  const spaced = name
    .replace(/([a-z0-9])([A-Z])/g, (_, before: string, after: string) => `${before} ${after.toLowerCase()}`)
    .replace(/_/g, ' ')
    .trim()
  return spaced.charAt(0).toUpperCase() + spaced.slice(1)
}

/** A name as a part of an address: `My tickets` → `my-tickets`. */
export function addressPart(name: string): string {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '')
    .toLowerCase()
}
