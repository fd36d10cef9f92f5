// Several names in an English enumeration.

/** `a`, `a and b`, `a, b and c`. */
export function enumerated(names: readonly string[], conjunction: 'and' | 'or' = 'and'): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} ${conjunction} ${names.at(-1)}`
}
