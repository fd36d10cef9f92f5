// All calls of point 7, stated or standard, by method and path: `GET /api/tickets/:number`.

import { pathPattern } from '../../model/addresses/call-path.ts'
import { diagnostic } from '../../diagnostic/diagnostic.ts'
import { closest } from '../../diagnostic/did-you-mean.ts'
import type { StandardCallKind, StandardCalls } from '../../model/calls.ts'
import { addressPart } from '../../model/words.ts'
import { report, type Checking } from '../checking.ts'
import type { Written } from '../../text/source.ts'
import type { Names } from './names.ts'
import { memoized } from '../memoized.ts'

type Surroundings = Pick<Checking, 'names' | 'standardCalls'>

/** Standard calls of an entity's row. Each name of a transition is a call. */
export function standardCallNames(checking: Pick<Checking, 'names'>, standard: StandardCalls): string[] {
  const { path, foundBy } = standard
  const one = `${path}/:${foundBy}`
  return standard.calls.flatMap((kind) => {
    switch (kind) {
      case 'list':
        return [`GET ${path}`]
      case 'get':
        return [`GET ${one}`]
      case 'create':
        return [`POST ${path}`]
      case 'change':
        return [`PATCH ${one}`]
      case 'delete':
        return [`DELETE ${one}`]
      case 'presence':
        return [presenceCall(standard)]
      case 'transitions':
        return transitionNames(checking, standard.entity).map((name) => `POST ${one}/${addressPart(name)}`)
    }
  })
}

/** `GET /api/tickets/:number/presence` */
function presenceCall({ path, foundBy }: Pick<StandardCalls, 'path' | 'foundBy'>): string {
  return `GET ${path}/:${foundBy}/presence`
}

/** Transitions that a person may do; the clock needs no address. */
export function transitionNames({ names }: Pick<Checking, 'names'>, entity: string): readonly string[] {
  return transitionsByEntity(names.machines).get(entity) ?? []
}

const transitionsByEntity = memoized((machines: Names['machines']) => {
  const byEntity = new Map<string, Set<string>>()
  for (const machine of machines.values()) {
    const names = byEntity.get(machine.entity.text) ?? new Set<string>()
    byEntity.set(machine.entity.text, names)
    for (const { name, who, from } of machine.transitions) {
      const isByPeople = who.some(({ text }) => text !== 'the clock' && text !== 'call only')
      if (isByPeople && from?.kind !== 'nothing') names.add(name.text)
    }
  }
  return new Map([...byEntity].map(([entity, names]) => [entity, [...names]]))
})

export const knownCalls = memoized(
  (checking: Surroundings): ReadonlySet<string> =>
    new Set([
      ...checking.names.calls.keys(),
      ...checking.standardCalls.flatMap((standard) => standardCallNames(checking, standard)),
    ]),
)

/** The known call with the same addresses, regardless of parameter names. */
export function knownCallLike(checking: Surroundings, name: string): string | null {
  return callsByPattern(checking).get(pathPattern(name)) ?? null
}

const callsByPattern = memoized((checking: Surroundings) =>
  firstByKey([...knownCalls(checking)].map((name) => [pathPattern(name), name])),
)

export interface StandardCall {
  readonly standard: StandardCalls
  readonly kind: StandardCallKind
}

/** The standard call with these addresses. */
export function standardCallLike(checking: Surroundings, name: string): StandardCall | null {
  return standardByPattern(checking).get(pathPattern(name)) ?? null
}

const standardByPattern = memoized((checking: Surroundings) =>
  firstByKey(
    checking.standardCalls.flatMap((standard) =>
      standard.calls.flatMap((kind) =>
        standardCallNames(checking, { ...standard, calls: [kind] }).map((name): [string, StandardCall] => [
          pathPattern(name),
          { standard, kind },
        ]),
      ),
    ),
  ),
)

/** For equal keys, the first. */
function firstByKey<Value>(entries: readonly (readonly [string, Value])[]): Map<string, Value> {
  return new Map(entries.toReversed())
}

/** If a row of standard calls is open, it is unknown whether the call exists. */
export function refuseUnknownCall(
  checking: Checking,
  number: 'N208' | 'N733' | 'N905',
  place: Written,
  known: Iterable<string> = knownCalls(checking),
): null {
  const { missingStandard } = checking.draft.calls
  if (missingStandard.includes('unreadable')) return null
  if (missingStandard.length > 0)
    return report(checking, diagnostic('N007', place.span, `The answer of "${place.text}"`))
  const nearest = nearestCall(place.text, [...known])
  const hint = nearest === null ? null : `Did you mean "${nearest}"?`
  const found = diagnostic(number, place.span, place.text).withHint(hint)
  return report(checking, number === 'N733' && nearest !== null ? found.meaning(nearest) : found)
}

/**
 * The call that was probably meant: same method, and an address whose words are nearly equal one by one, whatever its
 * parameters are called; else the same address with another method. Addresses with other words are different calls,
 * however many letters they share.
 */
export function nearestCall(written: string, known: readonly string[]): string | null {
  const [method = '', path = ''] = written.split(' ')
  const parts = path.split('/')
  const alike = known.filter((call) => {
    const [, other = ''] = call.split(' ')
    const words = other.split('/')
    return words.length === parts.length && words.every((word, index) => isNearly(parts[index] ?? '', word))
  })
  const same = alike.filter((call) => call.startsWith(`${method} `))
  return closest(written, same) ?? same[0] ?? closest(written, alike)
}

function isNearly(written: string, word: string): boolean {
  if (written.startsWith(':') || word.startsWith(':')) return written.startsWith(':') === word.startsWith(':')
  return written === word || closest(written, [word]) !== null
}
