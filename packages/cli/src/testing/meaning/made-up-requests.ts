// A seed and a made-up specification → requests by several people: standard calls, transitions and stated calls, for
// records that are there, records that are not, and values of which some are refused.

import { ORGANISATIONS } from './made-up-tenants.ts'
import { below, chosen, type Random } from '../chance.ts'
import type { SendingPlace } from './fields/made-up-field.ts'
import {
  type AskedWith,
  fieldsOfParts,
  hasLabel,
  type MadeUp,
  type MadeUpEntity,
  relationName,
} from './made-up-parts.ts'
import type { Json } from './json.ts'
import { othersOf } from './screens/made-up-parameters.ts'
import { CALLERS } from './made-up-specification.ts'

export interface MadeUpRequest {
  /** When: later than the one before it. */
  readonly atMs: number
  /** The code of a person; null: somebody who is not signed in. */
  readonly who: string | null
  readonly kind:
    | 'list'
    | 'screen'
    | 'get'
    | 'create'
    | 'change'
    | 'delete'
    | 'transition'
    | 'call'
    | 'tenant'
    | 'give role'
    | 'take role'
    | 'time'
    | 'restore'
    | 'deleted'
    | 'history'
  readonly entity: string
  /** The path of its standard calls, or of the stated call. */
  readonly path: string
  /** Of a screen, which `key` names: the place of a block. */
  readonly block?: number
  /** Of a screen that is the page of a record: the code of that record. */
  readonly of?: string
  readonly key: string
  readonly transition: string
  /** References are given as `{"$code": …}` with the entity. */
  readonly body: Readonly<Record<string, Json>>
  /** Of a list, as it stands in the address. `$Person:ann` is the identity of a record. */
  readonly query: Readonly<Record<string, string>>
  /** Of a stated call; missing: POST, and nothing beside the body. */
  readonly asked?: AskedWith
  /** Of a record that is changed: the version that has been seen. */
  readonly version?: number
}

const HOUR_MS = 3_600_000

const KINDS: readonly MadeUpRequest['kind'][] = [
  'create',
  'create',
  'create',
  'change',
  'change',
  'change',
  'get',
  'list',
  'screen',
  'screen',
  'screen',
  'screen',
  'delete',
  'transition',
  'transition',
  'transition',
  'call',
  'call',
  'call',
  'call',
  'call',
  'call',
  'give role',
  'take role',
  'time',
  'restore',
  'deleted',
  'history',
]

/** Most of what is drawn would be refused: so often another one is drawn instead. */
const DRAWS_MAX = 12

/**
 * `play`: the reference interpreter, which says whether it would answer with anything. A play in which much happens finds more.
 */
export function madeUpRequests(
  madeUp: MadeUp,
  count: number,
  random: Random,
  play: {
    isInVain(request: MadeUpRequest): boolean
    next(request: MadeUpRequest): { readonly status: number }
  },
): MadeUpRequest[] {
  const drawing = new Drawing(madeUp, random)
  return Array.from({ length: count }, (_, index) => {
    const isFree = random() < 0.25
    const drawn = chosen(KINDS, random)
    // Another tenant is chosen instead of a role.
    const kind = madeUp.hasTenants && drawn.endsWith('role') ? 'tenant' : drawn
    let request = drawing.drawn(index, kind)
    for (let draws = 1; draws < DRAWS_MAX && !isFree && play.isInVain(request); draws++)
      request = drawing.drawn(index, kind)
    drawing.take(request, play.next(request).status < 400)
    return request
  })
}

class Drawing {
  private readonly codes: Map<string, string[]>
  private readonly madeUp: MadeUp
  private readonly random: Random
  private made = 0
  private atMs: number

  constructor(madeUp: MadeUp, random: Random) {
    this.madeUp = madeUp
    this.random = random
    this.atMs = madeUp.beginsMs
    this.codes = new Map(madeUp.entities.map(({ name }): [string, string[]] => [name, []]))
    this.codes.set('Person', ['ann', 'bob', 'cat'])
    if (!madeUp.hasTenants) return
    this.codes.set('Organisation', [...ORGANISATIONS])
    this.codes.set('Membership', ['in1', 'in2', 'in3', 'in4'])
  }

  take({ kind, entity, key, body, atMs }: MadeUpRequest, isDone: boolean): void {
    this.atMs = atMs
    if (!isDone) return
    const { code } = body
    const made = kind === 'create' ? [code] : kind === 'call' ? madeByCall(entity, String(code), key) : []
    this.codes.get(entity)?.push(...made.map(String))
  }

  drawn(index: number, wanted: MadeUpRequest['kind']): MadeUpRequest {
    const { random } = this
    const { entities, calls } = this.madeUp
    const isFirst = index < entities.length
    const kind = isFirst ? 'create' : wanted
    const entity = (isFirst ? entities[index] : undefined) ?? chosen(entities, random)
    const about = {
      atMs: this.atMs + (kind === 'time' ? chosen([3, 3, 7, 7, 24, 24, 50, 50, 24 * 31], random) * HOUR_MS : 1),
      who: chosen([...CALLERS, 'ann', 'cat', ...this.newcomers()], random),
      kind,
      entity: entity.name,
      path: entity.path,
      key: this.keyOf(entity.name),
      transition: '',
      body: {},
      query: {},
    }
    switch (kind) {
      case 'create': {
        if (!isFirst && this.madeUp.hasStandardSignUp && random() < 0.12) return this.signUp(about)
        const isReused = random() < 0.06
        // Codes are unique in each tenant, and name records in all of them.
        const code = isReused && !this.madeUp.hasTenants ? about.key : `${entity.name.toLowerCase()}${++this.made}`
        return { ...about, body: { code, ...this.bodyOf(entity) } }
      }
      case 'delete':
        return { ...about, ...this.versionSeen() }
      case 'change':
        return { ...about, ...this.versionSeen(), body: this.bodyOf(entity, true) }
      case 'transition':
        if (!entity.hasState) return this.listOf(about, entity)
        return { ...about, ...this.versionSeen(), transition: this.transitionOf(entity), body: this.inputs() }
      case 'call': {
        const call = calls.length === 0 ? undefined : chosen(calls, random)
        if (call === undefined) return this.listOf(about, entity)
        const code = random() < 0.9 ? { code: `call${++this.made}` } : {}
        const body = { ...code, ...this.inputs() }
        const called = { ...about, entity: call.entity, path: call.path, key: this.keyOf(call.entity) }
        if (call.sent === undefined) return { ...called, body }
        const sent = call.sent(
          random,
          (of) => this.keyOf(of),
          (begin) => `${begin}${++this.made}`,
        )
        const { method = 'POST' } = call
        const { body: object = {}, query = {}, headers = {}, ...others } = sent
        return { ...called, body: object, asked: { method, query, headers, ...others } }
      }
      case 'tenant':
        return { ...about, entity: 'Organisation', path: '', key: this.keyOf('Organisation') }
      case 'give role':
      case 'take role': {
        const role = chosen(['Helper', 'Helper', 'Member', 'Founder', 'Boss', 'Nothing'], random)
        return { ...about, entity: 'Person', key: this.keyOf('Person'), body: { role } }
      }
      case 'list':
        return this.listOf(about, entity)
      case 'screen':
        return this.screenOf(about, entity)
      case 'restore':
      case 'deleted':
        return hasLabel(entity, 'Deleted') ? about : this.listOf(about, entity)
      case 'history': {
        const kept = entities.filter((each) => hasLabel(each, 'History'))
        const [first = entity] = kept
        const of = kept.length === 0 ? entity : chosen(kept, random)
        return kept.includes(first) || random() < 0.1
          ? { ...about, entity: of.name, path: of.path, key: this.keyOf(of.name) }
          : this.listOf(about, entity)
      }
      default:
        return about
    }
  }

  private versionSeen(): Pick<MadeUpRequest, 'version'> {
    const { random } = this
    return this.madeUp.hasVersions && random() < 0.3 ? { version: chosen([1, 1, 2, 3], random) } : {}
  }

  private transitionOf({ isHeld }: MadeUpEntity): string {
    return chosen(['begin', 'finish', 'begin', ...(isHeld ? ['hold', 'release', 'release'] : [])], this.random)
  }

  /** People who have signed up ask for things, too. */
  private newcomers(): string[] {
    return (this.codes.get('Person') ?? []).slice(3)
  }

  private signUp(about: MadeUpRequest): MadeUpRequest {
    const code = this.random() < 0.9 ? `guest${++this.made}` : 'ann'
    const body = { code, email: `${code}@example.test` }
    return { ...about, who: chosen([null, null, about.who], this.random), entity: 'Person', path: '/api/people', body }
  }

  private listOf(about: MadeUpRequest, entity: MadeUpEntity): MadeUpRequest {
    return { ...about, kind: 'list', query: this.random() < 0.2 ? {} : this.queryOf(entity) }
  }

  private screenOf(about: MadeUpRequest, entity: MadeUpEntity): MadeUpRequest {
    const { random } = this
    const screens = this.madeUp.screens.filter((each) => each.entity === entity.name)
    if (screens.length === 0) return this.listOf(about, entity)
    const screen = chosen(screens, random)
    // A list has more to be asked for than a figure.
    const places = screen.blocks.flatMap(({ columns, others = [] }, place) =>
      columns.length + others.length === 0 ? [place] : [place, place, place],
    )
    const block = chosen(places, random)
    const { columns = [], filters = [], searchIn = [], others = [] } = screen.blocks[block] ?? {}
    const query: Record<string, string> = othersOf(others, this.atMs, random)
    if (columns.length > 0 && random() < 0.3)
      query['sort'] = [chosen(columns, random), ...(random() < 0.3 ? [chosen(columns, random)] : [])]
        .map((column) => `${random() < 0.4 ? '-' : ''}${column}`)
        .join(',')
    for (const name of filters) if (random() < 0.25) query[name] = this.filterOf(entity, name)
    if (searchIn.length > 0 && random() < 0.5) query['q'] = this.wordsOf(entity)
    if (random() < 0.03) query['nothing'] = '1'
    const of = screen.isPage ? { of: about.key } : {}
    return { ...about, kind: 'screen', path: '', key: screen.name, block, ...of, query }
  }

  /** Two words are parts of one code. */
  private wordsOf(entity: MadeUpEntity): string {
    const code = this.keyOf(entity.name)
    const parts = `${code.slice(0, 2)} ${code.slice(-1)}`
    return chosen(['1', 'A', parts, parts, parts, parts, '2 LPH', 'call', '-w', code], this.random)
  }

  private queryOf(entity: MadeUpEntity): Record<string, string> {
    const { random } = this
    const names = [
      'n',
      'n',
      'twice',
      'flag',
      'k',
      'at',
      'day',
      'owner',
      'code',
      'twice',
      ...entity.children.map((child) => `${relationName(child)}Sum`),
    ]
    const others = fieldsOfParts(entity)
    const filtered = others.filter(({ filter }) => filter !== undefined).map(({ name }) => name)
    const sorted = others.filter(({ isSorted }) => isSorted === true).map(({ name }) => name)
    const all = [
      ...names,
      ...filtered,
      ...filtered,
      ...(entity.hasState ? ['status'] : []),
      ...(entity.parent === null ? [] : ['parent']),
    ]
    const query: Record<string, string> = {}
    if (random() < 0.5)
      query['limit'] = random() < 0.1 ? chosen(['0', '101', 'x'], random) : String(1 + below(5, random))
    if (random() < 0.5)
      query['sort'] = `${random() < 0.4 ? '-' : ''}${chosen([...all, ...sorted, 'code', 'n', 'at', 'k'], random)}`
    for (let filters = below(3, random); filters > 0; filters--) {
      const name = random() < 0.03 ? 'nothing' : chosen(all, random)
      if (name === 'code' && random() < 0.5) query['code.contains'] = chosen(['1', 'A', 'w', '-'], random)
      else query[name] = this.filterOf(entity, name)
    }
    return query
  }

  private filterOf(entity: MadeUpEntity, name: string): string {
    const { random } = this
    const { parent } = entity
    const made = fieldsOfParts(entity)
      .find((field) => field.name === name)
      ?.filter?.(this.place())
    if (made !== undefined) return made
    if (random() < 0.1) return chosen(['-', 'nonsense', '3..', '..5', '1,,2'], random)
    const number = (): string => String(below(8, random))
    const moment = (): string => new Date(this.atMs + (below(120, random) - 40) * (HOUR_MS / 2)).toISOString()
    const day = (): string =>
      random() < 0.4 ? chosen(['today', 'yesterday', 'tomorrow'], random) : moment().slice(0, 10)
    const person = (): string => `$Person:${chosen(['ann', 'bob', 'cat'], random)}`
    const several = (value: () => string): string => [value(), ...(random() < 0.3 ? [value(), '-'] : [])].join(',')
    const range = (value: () => string): string =>
      random() < 0.5 ? value() : `${random() < 0.2 ? '' : value()}..${random() < 0.2 ? '' : value()}`
    switch (name) {
      case 'flag':
        return several(() => chosen(['true', 'false'], random))
      case 'k':
        return several(() => chosen(['red', 'green', 'blue'], random))
      case 'status':
        return several(() => chosen(['new', 'busy', 'done'], random))
      case 'at':
        return random() < 0.5 ? range(day) : range(moment)
      case 'day':
        return range(day)
      case 'd':
      case 'share':
        return range(() => chosen(['1.5', '1.50', '2', '0.05', '-3.25', '3'], random))
      case 'owner':
        return several(person)
      case 'parent':
        return several(() => `$${String(parent)}:${this.keyOf(String(parent))}`)
      case 'code':
        return chosen(['-', 'alpha1', 'beta1', 'ann'], random)
      default: {
        const from = below(4, random)
        return random() < 0.3 ? several(number) : `${from}..${random() < 0.4 ? '' : from + below(6, random)}`
      }
    }
  }

  private place(): SendingPlace {
    return { random: this.random, nowMs: this.atMs, keyOf: (entity) => this.keyOf(entity) }
  }

  private keyOf(entity: string): string {
    return chosen([...(this.codes.get(entity) ?? []), 'nowhere'], this.random)
  }

  private inputs(): Record<string, Json> {
    const { random } = this
    return {
      ...(random() < 0.6 ? { m: below(5, random) } : {}),
      ...(random() < 0.5 ? { n: random() < 0.2 ? null : below(8, random) } : {}),
    }
  }

  private bodyOf(entity: MadeUpEntity, isChange = false): Record<string, Json> {
    const { random } = this
    const { parent } = entity
    const near = (): string => new Date(this.atMs + (below(120, random) - 40) * (HOUR_MS / 2)).toISOString()
    const parts: Record<string, Json> = {}
    const give = (name: string, share: number, value: () => Json): void => {
      if (random() < share) parts[name] = random() < 0.12 ? null : value()
    }
    give('n', 0.6, () => below(8, random))
    give('flag', 0.5, () => random() < 0.5)
    give('k', 0.5, () => chosen(['red', 'green', 'blue'], random))
    give('at', 0.4, near)
    give('day', 0.3, () => near().slice(0, 10))
    give('d', 0.4, () => chosen(['1.50', '2', '0.05', '-3.25', 4, 0.5, '1.005', 'one'], random))
    give('owner', 0.4, () => ({ $entity: 'Person', $code: chosen(['ann', 'bob', 'cat'], random) }))
    if (parent !== null) give('parent', 0.7, () => ({ $entity: parent, $code: this.keyOf(parent) }))
    for (const { name, sent, isSetOnce } of fieldsOfParts(entity))
      if (sent !== undefined) give(name, isChange && isSetOnce === true ? 0.05 : 0.4, () => sent(this.place()))
    return parts
  }
}

/** Codes that a call may have made. */
function madeByCall(entity: string, code: string, key: string): string[] {
  return entity === 'Person' || entity === 'Membership' ? [code] : [`${code}-z`, `${key}-w`, `${key}-p`]
}
