// A specification's text → its meaning without positions: equivalent texts give equal results.

import { readSpecification } from '../read/specification.ts'

export function meaningOf(text: string): string {
  const { draft, diagnostics } = readSpecification(text)
  const said = diagnostics.map(({ number, message, hint }) => [number, message, hint])
  return JSON.stringify({ draft, said }, (key, value: unknown) =>
    key === 'skipped' || isPlace(value) ? undefined : value,
  )
}

function isPlace(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  const keys = Object.keys(value)
  return keys.length === 2 && 'start' in value && 'end' in value
}
