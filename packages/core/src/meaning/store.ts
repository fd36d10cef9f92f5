// The records of an application, as the plainest data that can hold them.
// A request gets a copy of the store: a refused request leaves no trace because its copy is thrown away.

import type { Zone } from './values/dates.ts'
import type { Step } from '../model/calls.ts'

/** Numbers are whole; decimals and amounts are text; dates are `2026-01-31`; moments are milliseconds since 1970. */
export type Datum = string | number | boolean | null | Reference | readonly Datum[] | { readonly [key: string]: Datum }

/** A record by its identity. Its fields are in the store. */
export interface Reference {
  readonly entity: string
  readonly id: string
}

/** The stored fields of one record: computed fields and the other sides of relations are not among them. */
export interface StoredRecord {
  readonly entity: string
  readonly id: string
  readonly values: Record<string, Datum>
  /** By field with states: the state in which the record was when it came into its present one. Missing: it began there. */
  cameFrom?: Readonly<Record<string, string>>
}

/** A change that a history keeps. Of a list: a record that comes, or one that goes. */
export interface KeptChange {
  readonly record: Reference
  readonly field: string
  readonly atMs: number
  /** Null: nobody was signed in. */
  readonly by: Reference | 'the product' | null
  readonly before: Datum
  readonly after: Datum
}

/** A clock of point 4 as it stands for one record. */
export interface SetClock {
  readonly machine: string
  readonly clock: string
  readonly record: Reference
  /** The state it was set in, or whether it counts at all; another one sets it anew. */
  readonly within: string
  /** Null: it does not run. */
  readonly dueMs: number | null
  /** The moment for which it has run. */
  readonly ranForMs: number | null
}

/** Steps that were put off, with what they name as it was then. */
export interface PutOff {
  readonly number: number
  readonly steps: readonly Step[]
  readonly names: ReadonlyMap<string, Datum>
  /** Names of records that whoever asked could see, and has to be able to see still. */
  readonly seen: ReadonlySet<string>
  readonly sent: ReadonlySet<string>
  readonly who: { readonly me: Reference | null; readonly isProduct: boolean; readonly isClock: boolean }
  /** Roles of the program that asked, beyond which they do not go; null: they are those of the user. */
  readonly narrowedTo: ReadonlySet<string> | null
  /** Roles of which the caller has to have one still; null: none was asked for. */
  readonly roles: readonly string[] | null
  readonly dueMs: number
  readonly attempts: number
}

/** A key by which a program asks for its user. */
export interface KeptKey {
  readonly user: Reference
  readonly roles: readonly string[]
  readonly onlyReads: boolean
  /** An app has it by OAuth: it is a token. */
  readonly isOfApp: boolean
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
  /** Of a webhook: the values that its words name. */
  readonly values?: Readonly<Record<string, Datum>>
}

/** A deleted record that can be brought back, with all that went with it. */
export interface Deletion {
  readonly number: number
  readonly record: Reference
  readonly records: readonly StoredRecord[]
  /** Where it stood in lists of others. */
  readonly places: readonly { readonly of: string; readonly field: string; readonly item: Reference }[]
  /** Histories of the records. */
  readonly changes: readonly KeptChange[]
  readonly atMs: number
  readonly endsMs: number
}

/** The answer of a request that may be sent again. */
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
  /** Roles that users were given, by the id of the user. */
  readonly roles: Map<string, Set<string>>
  /** By machine, clock and record. */
  readonly clocks: Map<string, SetClock>
  /** When each schedule, and each clock of every day, runs next. */
  readonly recurring: Map<string, number>
  /** The last number of each count of a sequence. */
  readonly counted: Map<string, number>
  readonly deletions: Deletion[]
  /** The changes that histories have kept, the oldest first. */
  readonly changes: KeptChange[]
  readonly putOff: PutOff[]
  readonly messages: SentMessage[]
  /** Keys of programs, by the names that their users gave them. */
  readonly keys: Map<string, KeptKey>
  /** Events of outside services that have had their effect. */
  readonly events: Set<string>
  /** By caller, call and key. */
  readonly answered: Map<string, KeptAnswer>
  /** How many records and put-off steps there have ever been: the next one's identity. */
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
    keys: new Map(),
    events: new Set(),
    answered: new Map(),
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
    keys: new Map(store.keys),
    events: new Set(store.events),
    answered: new Map(store.answered),
    nowMs: store.nowMs,
    zone: store.zone,
    made: store.made,
  }
}

export function isReference(value: Datum | undefined): value is Reference {
  return typeof value === 'object' && value !== null && 'entity' in value && 'id' in value
}

export function recordsOf(store: Store, entity: string): StoredRecord[] {
  return [...store.records.values()].filter((record) => record.entity === entity)
}

/** Could a record be called so? `nothing-0` is nobody's. */
export function isIdentity(text: string): boolean {
  return /^\w+-\d+$/.test(text)
}

/** Which one of all records it was that were made. */
export function numberOf({ id }: Reference): number {
  return Number(id.slice(id.lastIndexOf('-') + 1))
}

/** Adds a record and gives its identity. */
export function addRecord(store: Store, entity: string, values: Readonly<Record<string, Datum>>): Reference {
  const id = `${entity}-${++store.made}`
  store.records.set(id, { entity, id, values: { ...values } })
  return { entity, id }
}
