// Resources that an app may ask for (RFC 8707): the application, and its address for agents.

import { AGENTS_PATH } from '@ninefold/core/contract/programs/agents.ts'

/** Undefined: the app names no resource. */
export function isOwnResource(resource: string | undefined, origin: string): boolean {
  return resource === undefined || [origin, `${origin}/`, `${origin}${AGENTS_PATH}`].includes(resource)
}
