// Bodies of generated calls: the words that their text has, and names of values as forms and JSON have them.

import type { Json } from './json.ts'

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
