// Names that expressions use: letters, digits and underscores, and none of the reserved words.

/** Words of CEL, and names that every expression knows. */
const RESERVED = new Set(
  (
    'as break const continue else false for function if import in let loop null package namespace return true var void while ' +
    'this old me now today'
  ).split(' '),
)

export function isIdentifier(name: string): boolean {
  return /^[A-Za-z_][A-Za-z0-9_]*$/.test(name)
}

export function isReserved(name: string): boolean {
  return RESERVED.has(name)
}
