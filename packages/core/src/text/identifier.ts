// Names for expressions: letters, digits and underscores, and not a keyword.

/** Keywords of CEL, and names that are in scope everywhere. */
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

/** `namespace` → `oneNamespace` */
export function anotherName(name: string): string {
  return `one${name.charAt(0).toUpperCase()}${name.slice(1)}`
}
