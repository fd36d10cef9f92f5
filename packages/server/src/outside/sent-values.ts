// Values of steps → JSON, a form or a query for another program: moments in ISO 8601 or as numbers, exact numbers as
// strings.

import type { Value } from '@ninefold/core/expression/expression.ts'
import type { Input } from '@ninefold/core/model/calls.ts'
import { sentPath, type UnixUnit } from '@ninefold/core/model/wire.ts'

type Values = Readonly<Record<string, Value>>
export type SentBody = Readonly<Record<string, unknown>>

/** `values` by the dotted names of steps; the text states their places in the body. */
export function sentBody(values: Values, sends: readonly Input[], inPath: ReadonlySet<string>): SentBody {
  const body: Record<string, unknown> = {}
  for (const input of sends) {
    const name = input.path.join('.')
    const value = values[name] ?? null
    if (value === null || inPath.has(name)) continue
    const path = sentPath(input)
    let within = body
    for (const key of path.slice(0, -1)) within = (within[key] ??= {}) as Record<string, unknown>
    within[path.at(-1) ?? name] = isMoment(input) ? momentAs(input.unix, Number(value)) : value
  }
  return body
}

function isMoment({ like }: Input): boolean {
  const type = like.kind === 'field' ? like.field.type : like.kind === 'type' ? like.type : null
  return type?.kind === 'date and time'
}

function momentAs(unix: UnixUnit | undefined, milliseconds: number): string | number {
  if (unix === undefined) return new Date(milliseconds).toISOString()
  return unix === 'seconds' ? Math.floor(milliseconds / 1000) : milliseconds
}

/** In the form of most frameworks: `order[reference]=A1`, and lists as `tags[]=a&tags[]=b`. */
export function pairsOf(body: SentBody, before = ''): (readonly [name: string, value: string])[] {
  return Object.entries(body).flatMap(([key, value]) => {
    const name = before === '' ? key : `${before}[${key}]`
    if (Array.isArray(value)) return value.map((item) => [`${name}[]`, sentText(item as Value)] as const)
    if (typeof value === 'object' && value !== null) return pairsOf(value as SentBody, name)
    return [[name, sentText(value as Value)] as const]
  })
}

/** The text of a value in an address. */
export function sentText(value: Value): string {
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value ?? '')
}
