// Bodies of generated calls: the words that their text has, and names of values as forms and JSON have them.

import type { Random } from '../chance.ts'
import type { Json } from './json.ts'
import { type MadeUpEntity, maybe } from './made-up-parts.ts'

/** Every second entity has calls that take multipart forms, too. */
export function bodiesLike(drawn: 'form' | 'form or JSON' | 'JSON', isSecond: boolean, inputs: number): string {
  if (!isSecond || drawn === 'JSON') return drawn
  return drawn === 'form' ? 'form or multipart' : inputs % 2 === 0 ? 'multipart or JSON' : 'JSON, form or multipart'
}

/** `user.nick` → `user[nick]` */
export function bracketed(name: string): string {
  const [group = name, part] = name.split('.')
  return part === undefined ? group : `${group}[${part}]`
}

/** `{"user.nick": 1}` → `{"user": {"nick": 1}}` */
export function grouped(values: Readonly<Record<string, Json>>): Record<string, Json> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]): [string, Json] => {
      const [group = name, part] = name.split('.')
      return part === undefined ? [name, value] : [group, { [part]: value }]
    }),
  )
}

/** Only some items have a moment, without a chance of its own. */
export function itemOf(n: number): { n: number; 'seen-at'?: string } {
  return n % 2 === 0 ? { n } : { n, 'seen-at': '2026-04-10T10:00:00Z' }
}

export function itemSteps({ parent }: MadeUpEntity, random: Random): string[] {
  return [
    'create Log with what = `"item"`, n = `line.n`',
    ...(parent !== null && maybe(random, 0.7) ? ['when `line.up != null`: change x with parent = `line.up`'] : []),
  ]
}
