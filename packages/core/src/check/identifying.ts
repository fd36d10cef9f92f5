// What finds exactly one record: fields that are never the same for two, and the parameters of paths.

/** Never the same for two records? */
export function identifies(field: {
  readonly type: { readonly kind: string }
  readonly unique: { readonly within: readonly string[] } | null
}): boolean {
  return (
    field.type.kind === 'identifier' ||
    field.type.kind === 'sequence' ||
    (field.unique !== null && field.unique.within.length === 0)
  )
}

/** `number` in `/tickets/:number`. */
export function parametersIn(path: string): string[] {
  return [...path.matchAll(/:([A-Za-z_][A-Za-z0-9_]*)/g)].map((match) => match[1] ?? '')
}
