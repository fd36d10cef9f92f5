// The records of an application, as the plainest data that can hold them.
// A request gets a copy of the store: a refused request leaves no trace because its copy is thrown away.

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
}

export interface Store {
  readonly records: Map<string, StoredRecord>
  /** Roles that users were given, by the id of the user. */
  readonly roles: Map<string, Set<string>>
  /** How many records there have ever been: the next one's identity. */
  made: number
}

export function emptyStore(): Store {
  return { records: new Map(), roles: new Map(), made: 0 }
}

export function copyOf(store: Store): Store {
  return {
    records: new Map([...store.records].map(([id, record]) => [id, { ...record, values: { ...record.values } }])),
    roles: new Map([...store.roles].map(([id, roles]) => [id, new Set(roles)])),
    made: store.made,
  }
}

export function isReference(value: Datum | undefined): value is Reference {
  return typeof value === 'object' && value !== null && 'entity' in value && 'id' in value
}

export function recordsOf(store: Store, entity: string): StoredRecord[] {
  return [...store.records.values()].filter((record) => record.entity === entity)
}

/** Adds a record and gives its identity. */
export function addRecord(store: Store, entity: string, values: Readonly<Record<string, Datum>>): Reference {
  const id = `${entity}-${++store.made}`
  store.records.set(id, { entity, id, values: { ...values } })
  return { entity, id }
}
