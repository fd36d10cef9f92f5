// Operations → their tool names: the words of the text, in letters that every client accepts. A name depends on the
// text alone, so that all callers know a tool by the same name.

import { filledPath } from '../../model/addresses/call-path.ts'
import { addressPart, plural } from '../../model/words.ts'
import type { Operation } from '../calls/calls.ts'
import { isForAgents } from './agent-operations.ts'

/** The limit of model clients. */
const NAME_LENGTH_MAX = 64

/** Every operation gets a unique name. */
export function toolNames(operations: readonly Operation[]): Map<Operation, string> {
  const own = operations.filter(isForAgents)
  const wanted = new Map(own.map((operation) => [operation, nameOf(operation)]))
  const counts = new Map<string, number>()
  for (const name of wanted.values()) counts.set(name, (counts.get(name) ?? 0) + 1)
  const names = new Map<Operation, string>()
  const taken = new Set<string>()
  for (const [operation, name] of wanted) {
    const isOwn = name !== '' && counts.get(name) === 1
    const free = unlessTaken(isOwn ? name : addressName(operation), taken)
    taken.add(free)
    names.set(operation, free)
  }
  return names
}

function nameOf(operation: Operation): string {
  switch (operation.kind) {
    case 'stated':
      return inLetters(operation.call.title ?? '')
    case 'transition':
      return inLetters(`${operation.transition} ${operation.entity}`)
    case 'list':
      return inLetters(`list ${plural(operation.standard.entity)}`)
    default:
      return inLetters(`${operation.kind} ${operation.standard.entity}`)
  }
}

/** For a title in another script, or one that several calls share. */
function addressName({ method, path }: Operation): string {
  return inLetters(`${method} ${filledPath(path, ({ name }) => `by ${name} `)}`)
}

/** `Réserver une salle` → `reserver_une_salle`. */
function inLetters(words: string): string {
  return addressPart(words.normalize('NFKD').replace(/\p{M}/gu, '').replace(/ß/g, 'ss'))
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')
    .slice(0, NAME_LENGTH_MAX)
    .replace(/_+$/, '')
}

function unlessTaken(name: string, taken: ReadonlySet<string>): string {
  if (!taken.has(name)) return name
  for (let number = 2; ; number++) {
    const numbered = `${name.slice(0, NAME_LENGTH_MAX - String(number).length - 1)}_${number}`
    if (!taken.has(numbered)) return numbered
  }
}
