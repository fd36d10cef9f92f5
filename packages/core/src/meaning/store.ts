// The records of an application, as plain data. A request works on a copy of the store, which is discarded if the
// request is refused.

import type { Zone } from './values/dates.ts'
import type { Step } from '../model/calls.ts'
import type { Direction } from '../model/field-types.ts'

/** Integers are numbers; decimals and amounts are text; dates are `2026-01-31`; moments are milliseconds since 1970. */
export type Datum = string | number | boolean | null | Reference | readonly Datum[] | { readonly [key: string]: Datum }

/** A record by its identity. Its fields are in the store. */
export interface Reference {
  readonly entity: string
  readonly id: string
}

/** The stored fields of one record, without computed and reverse fields. */
export interface StoredRecord {
  readonly entity: string
  readonly id: string
  readonly values: Record<string, Datum>
  /** By field with states: the record's previous state. Missing: none. */
  cameFrom?: Readonly<Record<string, string>>
}

/** An entry of a history. For a list: an added or removed record. */
export interface KeptChange {
  readonly record: Reference
  readonly field: string
  readonly atMs: number
  /** Null: a guest. */
  readonly by: Reference | 'the product' | null
  readonly before: Datum
  readonly after: Datum
}

/** A clock of point 4 for one record. */
export interface SetClock {
  readonly machine: string
  readonly clock: string
  readonly record: Reference
  /** The state that set it, or whether it applies at all; a change sets it anew. */
  readonly within: string
  /** Null: it is not running. */
  readonly dueMs: number | null
  /** The moment that it has already run for. */
  readonly ranForMs: number | null
}

/** Deferred steps with their bindings. */
export interface PutOff {
  readonly number: number
  readonly steps: readonly Step[]
  readonly names: ReadonlyMap<string, Datum>
  /** Names of records that the caller could see, and must still be able to see. */
  readonly seen: ReadonlySet<string>
  readonly sent: ReadonlySet<string>
  readonly who: {
    readonly me: Reference | null
    readonly tenant: string | undefined
    readonly isProduct: boolean
    readonly isClock: boolean
  }
  /** Roles of the key that limit the steps; null: those of the user. */
  readonly narrowedTo: ReadonlySet<string> | null
  /** Roles of which the caller must still have one; null: none required. */
  readonly roles: readonly string[] | null
  readonly dueMs: number
  readonly attempts: number
}

/** An API key. */
export interface KeptKey {
  readonly user: Reference
  readonly roles: readonly string[]
  readonly onlyReads: boolean
  /** An OAuth token of an app. */
  readonly isOfApp: boolean
  /** The tenant at whose address it was made; null: at an address that names none. */
  readonly tenant: string | null
  readonly endsMs: number
}

/** A message to one receiver. */
export interface SentMessage {
  readonly name: string
  readonly way: string
  /** An address, or a user. */
  readonly to: Datum
  readonly subject: string
  readonly body: string
  readonly atMs: number
  /** For a webhook: the named values. */
  readonly values?: Readonly<Record<string, Datum>>
}

/** A restorable deletion with its cascade. */
export interface Deletion {
  readonly number: number
  readonly record: Reference
  readonly records: readonly StoredRecord[]
  /** Positions in lists of other records. */
  readonly places: readonly { readonly of: string; readonly field: string; readonly item: Reference }[]
  /** Histories of the records. */
  readonly changes: readonly KeptChange[]
  readonly atMs: number
  readonly endsMs: number
}

/** The answer of an idempotent request. */
export interface KeptAnswer {
  readonly content: string
  readonly answer: { readonly status: number; readonly body?: Datum }
}

export interface Store {
  /** The moment of the request, in milliseconds since 1970. */
  readonly nowMs: number
  /** The time zone of the text. */
  readonly zone: Zone
  readonly records: Map<string, StoredRecord>
  /** Given roles by user id. */
  readonly roles: Map<string, Set<string>>
  /** By machine, clock and record. */
  readonly clocks: Map<string, SetClock>
  /** The next run of each schedule and daily clock. */
  readonly recurring: Map<string, number>
  /** The last number of each counter. */
  readonly counted: Map<string, number>
  readonly deletions: Deletion[]
  /** History entries, oldest first. */
  readonly changes: KeptChange[]
  readonly putOff: PutOff[]
  readonly messages: SentMessage[]
  /** Issued documents, by name and record. */
  readonly issued: Map<string, { readonly document: string; readonly record: Reference }>
  /** Keys of programs, by the names that their users gave them. */
  readonly keys: Map<string, KeptKey>
  /** Processed events of outside services. */
  readonly events: Set<string>
  /** By caller, call and key. */
  readonly answered: Map<string, KeptAnswer>
  /**
   * Deleted records among `records`, while it is judged who may restore them: they find each other, and are in no list
   * of other records. Missing: none.
   */
  readonly apart?: ReadonlySet<string>
  /** Users who are suspended. */
  readonly suspended: Set<string>
  /** Of limits over a time, by limit and party: the moments of the uses. */
  readonly uses: Map<string, readonly number[]>
  /** The number of records and deferred steps ever created: the next identity. */
  made: number
}

export function emptyStore(nowMs: number, zone: Zone): Store {
  return {
    nowMs,
    zone,
    records: new Map(),
    roles: new Map(),
    clocks: new Map(),
    recurring: new Map(),
    counted: new Map(),
    deletions: [],
    changes: [],
    putOff: [],
    messages: [],
    issued: new Map(),
    keys: new Map(),
    events: new Set(),
    answered: new Map(),
    suspended: new Set(),
    uses: new Map(),
    made: 0,
  }
}

export function copyOf(store: Store): Store {
  return {
    records: new Map([...store.records].map(([id, record]) => [id, { ...record, values: { ...record.values } }])),
    roles: new Map([...store.roles].map(([id, roles]) => [id, new Set(roles)])),
    clocks: new Map(store.clocks),
    recurring: new Map(store.recurring),
    counted: new Map(store.counted),
    deletions: [...store.deletions],
    changes: [...store.changes],
    putOff: [...store.putOff],
    messages: [...store.messages],
    issued: new Map(store.issued),
    keys: new Map(store.keys),
    events: new Set(store.events),
    answered: new Map(store.answered),
    suspended: new Set(store.suspended),
    uses: new Map(store.uses),
    nowMs: store.nowMs,
    zone: store.zone,
    made: store.made,
  }
}

export function isReference(value: Datum | undefined): value is Reference {
  return typeof value === 'object' && value !== null && 'entity' in value && 'id' in value
}

export function recordsOf(store: Store, entity: string): StoredRecord[] {
  return allOf(store, entity).filter(({ id }) => store.apart?.has(id) !== true)
}

/** The records that may refer to this one: those apart refer only to each other. */
export function recordsAround(store: Store, { id }: Reference, entity: string): StoredRecord[] {
  return store.apart?.has(id) === true ? allOf(store, entity) : recordsOf(store, entity)
}

function allOf({ records }: Store, entity: string): StoredRecord[] {
  return [...records.values()].filter((record) => record.entity === entity)
}

/** Tells whether a record could have this identity. `nothing-0` never exists. */
export function isIdentity(text: string): boolean {
  return /^\w+-\d+$/.test(text)
}

/** The number of a record in the order of creation. */
export function numberOf({ id }: Reference): number {
  return Number(id.slice(id.lastIndexOf('-') + 1))
}

export function byCreation(direction: Direction): (one: Reference, other: Reference) => number {
  const sign = direction === 'ascending' ? 1 : -1
  return (one, other) => sign * (numberOf(one) - numberOf(other))
}

/** Adds a record and returns its identity. */
export function addRecord(store: Store, entity: string, values: Readonly<Record<string, Datum>>): Reference {
  const id = `${entity}-${++store.made}`
  store.records.set(id, { entity, id, values: { ...values } })
  return { entity, id }
}
