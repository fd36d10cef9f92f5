// A seed and a generated specification → requests by several people: standard calls, transitions and stated calls, for
// existing and missing records, with some invalid values.

import { below, chosen, type Random } from '../chance.ts'
import { filterOf } from './fields/filters.ts'
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
import { KINDS, type RequestKind } from './request-kinds.ts'
import { carriedBy, madeUpKey } from './people/made-up-keys.ts'
import { othersOf } from './screens/made-up-parameters.ts'
import { CALLERS } from './made-up-specification.ts'
import { ORGANISATIONS } from './people/made-up-tenants.ts'

export interface MadeUpRequest {
  /** Later than the request before. */
  readonly atMs: number
  /** The code of a person. Null: not signed in. */
  readonly who: string | null
  readonly kind: RequestKind
  readonly entity: string
  /** The path of its standard calls, or of the stated call. */
  readonly path: string
  /** For a screen, which `key` names: the index of a block. */
  readonly block?: number
  /** For the page of a record: the code of the record. */
  readonly of?: string
  readonly key: string
  readonly transition: string
  /** References have the form `{"$code": …}` with the entity. */
  readonly body: Readonly<Record<string, Json>>
  /** The query of a list. `$Person:ann` stands for the id of a record. */
  readonly query: Readonly<Record<string, string>>
  /** For a stated call. Missing: POST, with a body only. */
  readonly asked?: AskedWith
  /** The tenant that the address of the request names; missing: it names none. */
  readonly tenantLabel?: string
  /** The name of the key with which a program sends the request; `who` is then ignored. */
  readonly withKey?: string
  /** For a change: the version that the person has seen. */
  readonly version?: number
}

const HOUR_MS = 3_600_000

/** Most random requests would be refused, so up to this many others are drawn instead. */
const DRAWS_MAX = 24
/** Nothing can happen without records. */
const DRAWS_OF_FIRST_MAX = 60

/**
 * `play`: the reference interpreter, which tells whether a request would have any effect. A run in which much happens
 * finds more.
 */
export function madeUpRequests(madeUp: MadeUp, count: number, random: Random, play: Played): MadeUpRequest[] {
  const drawing = new Drawing(madeUp, random, play)
  return Array.from({ length: count }, (_, index) => {
    const isFirst = index < madeUp.entities.length
    const isFree = !isFirst && random() < 0.25
    const drawn = chosen(KINDS, random)
    // Chooses another tenant instead of a role.
    const isOther = madeUp.tenancies === 'tenants' ? drawn.endsWith('role') : drawn === 'take role'
    const kind = madeUp.tenancies !== 'none' && isOther ? 'tenant' : drawn
    const draw = (): MadeUpRequest => {
      const request = carriedBy(drawing.drawn(index, kind), drawing.keys, random)
      return madeUp.namedBy === null ? request : atTenant(request, random)
    }
    let request = draw()
    const drawsMax = isFirst ? DRAWS_OF_FIRST_MAX : DRAWS_MAX
    for (let draws = 1; draws < drawsMax && !isFree && play.isInVain(request); draws++) request = draw()
    drawing.take(request, play.next(request).status < 400)
    return request
  })
}

/** Clocks and services have no address of a tenant. */
function atTenant(request: MadeUpRequest, random: Random): MadeUpRequest {
  if (request.kind === 'time' || request.asked?.from !== undefined || random() < 0.4) return request
  return { ...request, tenantLabel: chosen([...ORGANISATIONS, ...ORGANISATIONS, ...ORGANISATIONS, 'nowhere'], random) }
}

interface Played {
  isInVain(request: MadeUpRequest): boolean
  next(request: MadeUpRequest): { readonly status: number }
  /** Codes of existing records. */
  codesOf(entity: string): readonly string[]
}

class Drawing {
  /** Names of the created keys. */
  readonly keys: string[] = []
  /** Codes of deleted records, by entity. */
  private readonly gone = new Map<string, string[]>()
  private readonly madeUp: MadeUp
  private readonly random: Random
  private readonly play: Played
  private made = 0
  /** The last transition that succeeded. */
  private done: MadeUpRequest | null = null
  private atMs: number

  constructor(madeUp: MadeUp, random: Random, play: Played) {
    this.madeUp = madeUp
    this.random = random
    this.play = play
    this.atMs = madeUp.beginsMs
  }

  take(request: MadeUpRequest, isDone: boolean): void {
    const { kind, entity, key, atMs } = request
    this.atMs = atMs
    if (!isDone) return
    if (kind === 'make key') this.keys.push(key)
    if (kind === 'transition') this.done = request
    if (kind === 'delete') this.gone.set(entity, [...(this.gone.get(entity) ?? []), key])
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
        const isReused = random() < 0.06 && about.key !== 'nowhere'
        // Codes are unique within each tenant, but identify records across all of them.
        const code =
          isReused && this.madeUp.tenancies === 'none' ? about.key : `${entity.name.toLowerCase()}${++this.made}`
        return { ...about, body: { code, ...this.bodyOf(entity) } }
      }
      case 'delete':
        return { ...about, ...this.versionSeen() }
      case 'change':
        return { ...about, ...this.versionSeen(), body: this.bodyOf(entity, true) }
      case 'transition':
        if (!entity.hasState) return this.listOf(about, entity)
        return { ...this.transitionAfter(about, entity), ...this.versionSeen(), ...this.handed() }
      case 'call': {
        const call = calls.length === 0 ? undefined : chosen(calls, random)
        if (call === undefined) return this.listOf(about, entity)
        const code = random() < 0.9 ? { code: `call${++this.made}` } : {}
        const body = { ...code, ...this.inputs() }
        const called = { ...about, entity: call.entity, path: call.path, key: this.partOfAddress(call.entity) }
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
      case 'suspend':
      case 'end suspension':
        if (!this.madeUp.hasSuspensions) return this.listOf(about, entity)
        return { ...about, entity: 'Person', path: '', key: this.keyOf('Person') }
      case 'list':
        return this.listOf(about, entity)
      case 'screen':
        return this.screenOf(about, entity)
      case 'restore': {
        const gone = this.gone.get(entity.name) ?? []
        if (!hasLabel(entity, 'Deleted')) return this.listOf(about, entity)
        return gone.length === 0 ? about : { ...about, key: chosen(gone, random) }
      }
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
      case 'make key':
        if (!this.madeUp.hasKeys) return this.listOf(about, entity)
        return {
          ...about,
          path: '',
          key: `${chosen(['key', 'key', 'app'], random)}${++this.made}`,
          body: madeUpKey(random),
        }
      case 'end key':
        if (this.keys.length === 0) return this.listOf(about, entity)
        return { ...about, path: '', key: chosen(this.keys, random) }
      default:
        return about
    }
  }

  private versionSeen(): Pick<MadeUpRequest, 'version'> {
    const { random } = this
    return this.madeUp.hasVersions && random() < 0.3 ? { version: chosen([1, 1, 2, 3], random) } : {}
  }

  /** The same person continues with another transition, so that records pass through several states. */
  private transitionAfter(about: MadeUpRequest, entity: MadeUpEntity): MadeUpRequest {
    const of = this.madeUp.entities.find(({ name }) => name === this.done?.entity)
    if (this.done === null || of === undefined || this.random() < 0.4)
      return { ...about, transition: this.transitionOf(entity) }
    const { who, key, path } = this.done
    return { ...about, who, key, path, entity: of.name, transition: this.transitionOf(of) }
  }

  /** Few transitions have inputs. */
  private handed(): Pick<MadeUpRequest, 'body'> {
    return { body: this.random() < 0.6 ? {} : this.inputs() }
  }

  private transitionOf({ isHeld }: MadeUpEntity): string {
    return chosen(['begin', 'finish', 'begin', ...(isHeld ? ['hold', 'hold', 'release', 'release'] : [])], this.random)
  }

  /** People who have signed up send requests, too. */
  private newcomers(): string[] {
    return this.play.codesOf('Person').slice(3)
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
    // A list offers more to request than a figure.
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
    for (const name of filters) if (random() < 0.25) query[name] = filterOf(entity, name, this.place())
    if (searchIn.length > 0 && random() < 0.5) query['q'] = this.wordsOf(entity)
    if (random() < 0.03) query['nothing'] = '1'
    const of = screen.isPage ? { of: about.key } : {}
    return { ...about, kind: 'screen', path: '', key: screen.name, block, ...of, query }
  }

  /** Combines two words of one code. */
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
      else query[name] = filterOf(entity, name, this.place())
    }
    return query
  }

  private place(): SendingPlace {
    return { random: this.random, nowMs: this.atMs, keyOf: (entity) => this.keyOf(entity) }
  }

  /** Some that no record has are too long for a code. */
  private partOfAddress(entity: string): string {
    const key = this.keyOf(entity)
    return key === 'nowhere' && this.made % 2 === 0 ? key.repeat(9) : key
  }

  private keyOf(entity: string): string {
    const codes = this.play.codesOf(entity)
    return codes.length === 0 || this.random() < 0.08 ? 'nowhere' : chosen(codes, this.random)
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
