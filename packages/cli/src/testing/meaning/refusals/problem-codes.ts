// The codes of problem details, in one order. An error body that the text states tells none.

import type { Json } from '../json.ts'

export function codesOf(body: Json): string[] {
  if (typeof body !== 'object' || body === null || !('type' in body && 'errors' in body)) return []
  const { errors } = body as { readonly errors?: Json }
  if (!Array.isArray(errors)) return []
  return (errors as readonly { readonly code?: string }[]).map(({ code }) => String(code)).sort()
}
