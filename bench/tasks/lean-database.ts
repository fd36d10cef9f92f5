// Access of the lean server to its tables, with the kept promises.

import pg from 'pg'
import { judgement, SIGNED_IN, type Statement } from './lean-statements.ts'
import { type KeptPromise, READER } from './promises.ts'

export interface Caller {
  readonly id: string
  readonly role: string
  /** Of the session's token. Null: a signed token, which needs no session. */
  readonly hash: Buffer | null
}

export type Row = Record<string, unknown>

/** The session has ended, or the role was taken away. */
export class NotSignedIn extends Error {}

/** Too many simultaneous writes of the same rows. */
export class Busy extends Error {}

const CONNECTIONS = 10
const SERIALIZATION_FAILURE = '40001'
const TRIES = 10

pg.types.setTypeParser(pg.types.builtins.INT8, Number)

export class LeanDatabase {
  readonly #promises: ReadonlySet<KeptPromise>
  readonly #readers: pg.Pool
  readonly #writers: pg.Pool
  readonly #judgement: Statement
  readonly #callers = new Map<string, Caller>()
  #hasChanges = false
  #isTelling = false

  constructor(connectionString: string | undefined, promises: ReadonlySet<KeptPromise>) {
    const options = (...settings: string[]): string => settings.map((setting) => `-c ${setting}`).join(' ')
    const common = { connectionString, max: CONNECTIONS, pipeline: promises.has('sessions') }
    this.#promises = promises
    this.#judgement = judgement(promises)
    this.#writers = new pg.Pool({
      ...common,
      options: promises.has('serializable writes') ? options('default_transaction_isolation=serializable') : '',
    })
    this.#readers = promises.has('second wall')
      ? new pg.Pool({ ...common, options: options(`role=${READER}`) })
      : this.#writers
  }

  /** The caller of a session. Null: there is none. */
  async caller(hash: Buffer): Promise<Caller | null> {
    const key = hash.toString('base64url')
    const known = this.#callers.get(key)
    if (known !== undefined) return known
    const { rows } = await this.#writers.query<{ id: string; role: string }>({ ...SIGNED_IN, values: [hash] })
    const [row] = rows
    if (row === undefined) return null
    const caller = { ...row, hash }
    this.#callers.set(key, caller)
    return caller
  }

  /** With sessions the judgement and the statement go out together, and take one round trip. */
  async read(caller: Caller, statement: Statement, values: readonly unknown[]): Promise<readonly Row[]> {
    const query = { ...statement, values: [...values] }
    if (!this.#promises.has('sessions')) return (await this.#readers.query<Row>(query)).rows
    const client = await this.#readers.connect()
    try {
      const [judged, read] = await Promise.all([
        client.query<{ holds: boolean }>({ ...this.#judgement, values: [caller.hash, caller.id, caller.role] }),
        client.query<Row>(query),
      ])
      if (judged.rows[0]?.holds !== true) throw new NotSignedIn()
      return read.rows
    } finally {
      client.release()
    }
  }

  async write(
    caller: Caller,
    request: string,
    statement: Statement,
    values: readonly unknown[],
  ): Promise<readonly Row[]> {
    const session = this.#promises.has('sessions') ? [caller.hash, caller.role] : []
    const audit = this.#promises.has('audit log') ? [request] : []
    const query = { ...statement, values: [...values, ...session, ...audit] }
    const { rows } = await retried(() => this.#writers.query<Row>(query))
    if (rows.length > 0) this.#tellChanges()
    return rows
  }

  async end(): Promise<void> {
    await this.#writers.end()
    if (this.#readers !== this.#writers) await this.#readers.end()
  }

  /** One notification for all changes since the last one. */
  #tellChanges(): void {
    if (!this.#promises.has('live updates')) return
    this.#hasChanges = true
    if (this.#isTelling) return
    this.#isTelling = true
    const tell = async (): Promise<void> => {
      while (this.#hasChanges) {
        this.#hasChanges = false
        await this.#writers.query({ name: 'tell', text: `SELECT pg_notify('lean_changes', $1)`, values: ['task'] })
      }
    }
    void tell()
      .catch((problem: unknown) => console.error(problem))
      .finally(() => (this.#isTelling = false))
  }
}

async function retried<T>(write: () => Promise<T>): Promise<T> {
  for (let left = TRIES; ; left--) {
    try {
      return await write()
    } catch (problem) {
      if ((problem as { code?: string }).code !== SERIALIZATION_FAILURE) throw problem
      if (left <= 1) throw new Busy()
    }
  }
}
