// The page of a record → its address.

export interface RecordPage {
  /** `/tickets/:number`, with names of the record's fields. */
  readonly pattern: string
  readonly fields: readonly string[]
}

/** Null: one of the fields is empty or hidden. */
export function addressOfRecord({ pattern }: RecordPage, keys: Readonly<Record<string, unknown>>): string | null {
  const segments: string[] = []
  for (const segment of pattern.split('/')) {
    const value = segment.startsWith(':') ? keys[segment.slice(1)] : segment
    if (typeof value !== 'string' || (value === '' && segment !== '')) return null
    segments.push(segment.startsWith(':') ? encodeURIComponent(value) : value)
  }
  return segments.join('/')
}
