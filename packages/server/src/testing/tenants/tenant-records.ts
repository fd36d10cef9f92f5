// Records of every tenant → statements with the records of one tenant in place of another's, as if a caller had named these.

import type { Run } from './recorded-statements.ts'

/** The id of a record in the form of random ids; counted ids could be those of any table. */
const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

export interface KnownRecord {
  readonly id: string
  readonly tenant: string
  readonly table: string
}

const NO_RECORD = '00000000-0000-4000-8000-000000000000'

export class TenantRecords {
  private readonly byId: ReadonlyMap<string, KnownRecord>
  private readonly all: readonly KnownRecord[]

  constructor(all: readonly KnownRecord[]) {
    this.all = all
    this.byId = new Map(all.filter(({ id }) => ID.test(id)).map((each) => [each.id, each]))
  }

  /** The run with records of other tenants in place of this one's. Null: it names none of these. */
  namedElsewhere(run: Run, tenant: string): Run | null {
    return this.named(
      run,
      (of) => of.tenant === tenant,
      (of) => of.tenant !== tenant,
    )
  }

  /** The run with records of this tenant in place of others'. Null: it names no others. */
  namedHere(run: Run, tenant: string): Run | null {
    return this.named(
      run,
      (of) => of.tenant !== tenant,
      (of) => of.tenant === tenant,
    )
  }

  private named(
    run: Run,
    isMeant: (record: KnownRecord) => boolean,
    isInstead: (record: KnownRecord) => boolean,
  ): Run | null {
    const other = (value: unknown): unknown => {
      const known = typeof value === 'string' ? this.byId.get(value) : undefined
      // The tenant itself is the current one, which no caller chooses in a statement.
      if (known === undefined || !isMeant(known) || known.id === known.tenant) return value
      return this.all.find((each) => each.table === known.table && isInstead(each))?.id ?? NO_RECORD
    }
    const values = run.values.map(other)
    if (values.every((value, place) => value === run.values[place])) return null
    const { locating } = run
    return { ...run, values, locating: locating === null ? null : { ...locating, values: locating.values.map(other) } }
  }
}
