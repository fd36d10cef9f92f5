// A seed and a made-up specification → requests by several people: standard calls, transitions and stated calls, for
// records that are there, records that are not, and values of which some are refused.

import { below, chosen, type Random } from '../chance.ts'
import type { Json } from './engine.ts'
import { CALLERS, type MadeUp, type MadeUpEntity } from './made-up-specification.ts'

export interface MadeUpRequest {
  /** The code of a person; null: somebody who is not signed in. */
  readonly who: string | null
  readonly kind: 'list' | 'get' | 'create' | 'change' | 'delete' | 'transition' | 'call'
  readonly entity: string
  /** The path of its standard calls, or of the stated call. */
  readonly path: string
  readonly key: string
  readonly transition: string
  readonly body: Readonly<Record<string, Json>>
}

const KINDS: readonly MadeUpRequest['kind'][] = [
  'create',
  'create',
  'create',
  'change',
  'change',
  'get',
  'list',
  'delete',
  'transition',
  'transition',
  'call',
  'call',
  'call',
]

export function madeUpRequests({ entities, calls }: MadeUp, count: number, random: Random): MadeUpRequest[] {
  const codes = new Map(entities.map(({ name }): [string, string[]] => [name, []]))
  let made = 0
  const keyOf = (entity: string): string => chosen([...(codes.get(entity) ?? []), 'nowhere'], random)
  return Array.from({ length: count }, (_, index): MadeUpRequest => {
    const kind = index < entities.length ? 'create' : chosen(KINDS, random)
    const entity = index < entities.length ? (entities[index] ?? chosen(entities, random)) : chosen(entities, random)
    const who = chosen([...CALLERS, 'ann', 'cat'], random)
    const about = {
      who,
      kind,
      entity: entity.name,
      path: entity.path,
      key: keyOf(entity.name),
      transition: '',
      body: {},
    }
    if (kind === 'create') {
      const code = random() < 0.06 ? keyOf(entity.name) : `${entity.name.toLowerCase()}${++made}`
      codes.get(entity.name)?.push(code, ...(random() < 0.1 ? [`${code}-z`, `${code}-w`] : []))
      return { ...about, body: { code, ...bodyOf(entity, keyOf, random) } }
    }
    if (kind === 'change') return { ...about, body: bodyOf(entity, keyOf, random) }
    if (kind === 'transition') {
      if (!entity.hasState) return { ...about, kind: 'list' }
      return { ...about, transition: chosen(['begin', 'finish', 'begin'], random) }
    }
    if (kind !== 'call') return about
    const call = calls.length === 0 ? undefined : chosen(calls, random)
    if (call === undefined) return { ...about, kind: 'list' }
    return {
      ...about,
      entity: call.entity,
      path: call.path,
      key: keyOf(call.entity),
      body: {
        ...(random() < 0.9 ? { code: `call${++made}` } : {}),
        ...(random() < 0.6 ? { m: below(5, random) } : {}),
        ...(random() < 0.5 ? { n: random() < 0.2 ? null : below(8, random) } : {}),
      },
    }
  })
}

function bodyOf(entity: MadeUpEntity, keyOf: (entity: string) => string, random: Random): Record<string, Json> {
  const parts: Record<string, Json> = {}
  const give = (name: string, share: number, value: () => Json): void => {
    if (random() < share) parts[name] = random() < 0.12 ? null : value()
  }
  give('n', 0.6, () => below(8, random))
  give('flag', 0.5, () => random() < 0.5)
  give('k', 0.5, () => chosen(['red', 'green', 'blue'], random))
  give('owner', 0.3, () => ({ $entity: 'Person', $code: chosen(['ann', 'bob', 'cat'], random) }))
  const { parent } = entity
  if (parent !== null) give('parent', 0.7, () => ({ $entity: parent, $code: keyOf(parent) }))
  return parts
}
