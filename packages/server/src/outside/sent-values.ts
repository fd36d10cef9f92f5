// Values of steps → JSON and text as another program reads them: a moment in ISO 8601, an exact number as a text.

import type { ObjectValue, Value } from '@ninefold/core/expression/expression.ts'
import type { Input } from '@ninefold/core/model/calls.ts'
import type { UnixUnit } from '@ninefold/core/model/wire.ts'

/** `values` within each other; moments are known by what the text says of them. */
export function sentBody(values: ObjectValue, sends: readonly Input[]): Record<string, unknown> {
  const moments = new Map(
    sends.flatMap((input) => (isMoment(input) ? [[input.path.join('.'), input.unix] as const] : [])),
  )
  return within(values, '', moments)
}

function within(values: ObjectValue, before: string, moments: Moments): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      const path = `${before}${name}`
      if (moments.has(path)) return [name, momentAs(moments.get(path), Number(value))]
      return [name, isGroup(value) ? within(value, `${path}.`, moments) : value]
    }),
  )
}

type Moments = ReadonlyMap<string, UnixUnit | undefined>

function momentAs(unix: UnixUnit | undefined, milliseconds: number): string | number {
  if (unix === undefined) return new Date(milliseconds).toISOString()
  return unix === 'seconds' ? Math.floor(milliseconds / 1000) : milliseconds
}

function isGroup(value: Value | undefined): value is ObjectValue {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isMoment({ like }: Input): boolean {
  const type = like.kind === 'field' ? like.field.type : like.kind === 'type' ? like.type : null
  return type?.kind === 'date and time'
}

/** In an address. */
export function sentText(value: Value): string {
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value ?? '')
}
