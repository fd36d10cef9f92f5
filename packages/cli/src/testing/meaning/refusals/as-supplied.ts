// Words of a refusal that the product chooses: the reference interpreter leaves them open, and any words are right.

import { AS_SUPPLIED } from '@ninefold/core/meaning/refusals/answers.ts'
import type { Json } from '../json.ts'

/** `came`, with the open words of `expected` where it has words in their place. */
export function withOpenWords(expected: Json, came: Json): Json {
  if (typeof expected === 'string') return isMeant(expected, came) ? expected : came
  if (typeof expected !== 'object' || expected === null || typeof came !== 'object' || came === null) return came
  if (Array.isArray(came))
    return came.map((item: Json, index): Json => withOpenWords((expected as readonly Json[])[index] ?? null, item))
  const others = expected as Readonly<Record<string, Json>>
  // A key may itself be open: the thing that a refusal is about.
  const open = Object.keys(others).filter((key) => key === AS_SUPPLIED && !Object.hasOwn(came, key))
  return Object.fromEntries(
    Object.entries(came).map(([key, value]): [string, Json] => {
      const meant = Object.hasOwn(others, key) ? key : (open.pop() ?? key)
      return [meant, withOpenWords(others[meant] ?? null, value)]
    }),
  )
}

function isMeant(expected: string, came: Json): boolean {
  if (typeof came !== 'string' || !expected.includes(AS_SUPPLIED)) return false
  const said = expected.split(AS_SUPPLIED).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return new RegExp(`^${said.join('.+')}$`, 's').test(came)
}
