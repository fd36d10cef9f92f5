// The body of a form, or a text → the object that it stands for (reference/7-calls, Body). In a form, brackets and dots
// build its structure, as in `items[0][sku]`, `items[0].sku` and `tags[]`, and all values are texts.

import type { Call } from '../../model/calls.ts'
import { sentPath } from '../../model/wire.ts'
import type { Datum } from '../store.ts'

/** Names and values in the order of the body. */
export type SentForm = readonly (readonly [name: string, value: string])[]

type Group = Map<string, Group | string[]>

export function objectOf(form: SentForm): Datum {
  const whole: Group = new Map()
  for (const [name, value] of form) {
    const [outer = '', ...inner] = name.replaceAll('].', '[').replaceAll(']', '').split('[')
    const keys = [...outer.split('.'), ...inner]
    const path = keys.at(-1) === '' ? keys.slice(0, -1) : keys
    let group = whole
    for (const key of path.slice(0, -1)) {
      const next = group.get(key) ?? new Map()
      if (!(next instanceof Map)) throw new Error('Defect: a form that has no one meaning.')
      group.set(key, next)
      group = next
    }
    const [last = ''] = path.slice(-1)
    const values = group.get(last) ?? []
    if (!Array.isArray(values)) throw new Error('Defect: a form that has no one meaning.')
    group.set(last, [...values, value])
  }
  return datumOf(whole)
}

/** Numbered values form a list, and so do repeated names. */
function datumOf(group: Group | readonly string[]): Datum {
  if (!(group instanceof Map)) return group.length === 1 ? (group[0] ?? null) : group
  const entries = [...group].map(([key, value]): [string, Datum] => [key, datumOf(value)])
  if (entries.length > 0 && entries.every(([key]) => /^\d+$/.test(key)))
    return entries.sort(([a], [b]) => Number(a) - Number(b)).map(([, value]) => value)
  return Object.fromEntries(entries)
}

/** A whole body that is the value of the first input → the body in which that input has its place. */
export function onlyInput({ inputs: [input] }: Call, text: string): Datum {
  const path = input === undefined ? [] : sentPath(input)
  return path.reduceRight<Datum>((inner, key) => ({ [key]: inner }), text)
}
