// Inputs of a call or transition in two models → what callers must send, may send, and may no longer send.

import type { Input } from '../../model/calls.ts'
import { placeOfKeys, sentPath } from '../../model/wire.ts'
import { isSameMeaning } from '../meaning.ts'
import { ELSEWHERE, KEY, type Members, membersSaid, partsSaid, type Said } from './sentences.ts'

export function inputsSaid(name: string, before: readonly Input[], after: readonly Input[]): Said[] {
  return partsSaid(before, after, keyOf, {
    gone: (input) => [['contract', `${name} takes no "${keyOf(input)}" any more.`]],
    made: (input) =>
      input.isNeeded
        ? [['contract', `${name} needs "${keyOf(input)}".`]]
        : [['safe', `${name} takes "${keyOf(input)}".`]],
    changed: (pair) => membersSaid(`"${keyOf(pair.now)}" of ${name}`, inputMembers(name, keyOf(pair.now)), pair),
    order: ['safe', `${name} has its inputs in another order.`],
  })
}

function keyOf({ path }: Input): string {
  return path.join('.')
}

function inputMembers(name: string, key: string): Members<Input> {
  return {
    path: KEY,
    sentAs: (_, __, { now }) => [['contract', `${name} is sent "${key}" as "${placeOfKeys(sentPath(now))}".`]],
    // Present in translated models only.
    label: ELSEWHERE,
    isNeeded: (_, now) =>
      now
        ? [['contract', `${name} needs "${key}", which could be left out.`]]
        : [['safe', `${name} can do without "${key}".`]],
    isOneNeeded: (_, now) =>
      now === true
        ? [['contract', `${name} needs "${key}" or another of several.`]]
        : [['safe', `${name} needs neither "${key}" nor another of several.`]],
    unix: (_, now) => [
      ['contract', `${name} takes "${key}" ${now === undefined ? 'in ISO 8601' : `as Unix ${now}`} now.`],
    ],
    like: (old, now) => {
      if (old.kind === 'objects' && now.kind === 'objects' && isSameMeaning(countsOf(old), countsOf(now)))
        return inputsSaid(`Each of "${key}" of ${name}`, old.inputs, now.inputs)
      // Rights and labels of a field are reported for the field.
      const isSameField = 'field' in old && 'field' in now && isSameMeaning(typeOf(old.field), typeOf(now.field))
      const isSame = isSameField && isSameMeaning({ ...old, field: 0 }, { ...now, field: 0 })
      return isSame
        ? [['safe', `"${key}" of ${name} follows what is different about its field.`]]
        : [['contract', `${name} takes other values for "${key}".`]]
    },
  }
}

function countsOf({ countMin, countMax }: Extract<Input['like'], { kind: 'objects' }>) {
  return { countMin, countMax }
}

function typeOf({ name, type, min, max, pattern, isRequired }: Extract<Input['like'], { field: unknown }>['field']) {
  return { name, type, min, max, pattern, isRequired }
}
