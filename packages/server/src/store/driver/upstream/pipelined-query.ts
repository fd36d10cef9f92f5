// A statement, and small ones of our own that are sent with it, in one go: before it, after it. Without a transaction
// around them all of them are one: when one fails, nothing of what comes after it happens, and what was set for the
// transaction is gone when it ends. They cost no round trip.

import type { Socket } from 'node:net'
import pg, { type PoolClient } from 'pg'
import { ninefoldTypes } from '../column-values.ts'
import type { OwnStatement, Row } from '../rows.ts'

export interface Surrounded extends Omit<OwnStatement, 'values'> {
  readonly values: readonly unknown[]
  readonly before: readonly OwnStatement[]
  readonly after: readonly OwnStatement[]
}

/** The same for connections that keep no statements: each goes out with its text. */
export function unnamed(asked: Surrounded): Surrounded {
  const without = (own: OwnStatement): OwnStatement => ({ ...own, name: '' })
  return { ...asked, name: '', before: asked.before.map(without), after: asked.after.map(without) }
}

/** The rows of the statement itself. */
export function querySurrounded(client: PoolClient, asked: Surrounded): Promise<readonly Row[]> {
  for (const own of [...asked.before, ...asked.after]) if (own.name !== '') prepare(client, own)
  return new Promise((resolve, reject) => {
    const query: SurroundedQuery = new SurroundedQuery(asked, (failure) => {
      if (failure === null) return resolve(query.found)
      // From here on it leads to whoever asked, and not to the socket.
      Error.captureStackTrace(failure)
      reject(failure)
    })
    client.query(query)
  })
}

/** Names of the statements that a connection has prepared. */
const prepared = new WeakMap<PoolClient, Set<string>>()

/** By running it once. Where it fails, what is sent with it does. */
function prepare(client: PoolClient, { name, text, values }: OwnStatement): void {
  const names = prepared.get(client) ?? new Set()
  prepared.set(client, names)
  if (names.has(name)) return
  client
    .query({ name, text, values: [...values] })
    .then(() => names.add(name))
    .catch(() => {})
}

type Told = (failure: Error | null) => void

interface Column {
  readonly name: string
  readonly dataTypeID: number
}

/** Members of the driver's own query that its types leave out. */
interface DriverQuery extends pg.Submittable {
  name: string
  /** Extended: statements without values go the same way as others. */
  queryMode: string
  /** The error that is told in place of the answer. */
  _canceledDueToError: unknown
  prepare(connection: Wire): void
  _getRows(connection: Wire, rows: number | undefined): void
  handleRowDescription(message: { readonly fields: readonly Column[] }): void
  handleDataRow(message: { readonly fields: readonly (string | null)[] }): void
  handleCommandComplete(message: unknown, connection: Wire): void
}

interface Wire {
  readonly stream: Socket
  parse(asked: { name: string; text: string }): void
  bind(asked: { statement: string; values: OwnStatement['values'] }): void
  execute(asked: object): void
  sync(): void
  /** Each message goes through here. */
  _send(message: Buffer): void
}

const OwnQuery = pg.Query as unknown as new (text: string, values: unknown[], callback: Told) => DriverQuery

/**
 * The driver's query, with less of what it does at every one: it copies what it is asked property by property, makes of
 * each row a dictionary, and writes each message for itself.
 */
class SurroundedQuery extends OwnQuery {
  readonly found: Row[] = []
  private readonly asked: Surrounded
  private columns: readonly Column[] = []
  /** How many of the statements that were sent have ended. */
  private ended = 0

  constructor(asked: Surrounded, callback: Told) {
    super(asked.text, [...asked.values], callback)
    this.name = asked.name
    this.queryMode = 'extended'
    this.asked = asked
  }

  override prepare(connection: Wire): void {
    const messages: Buffer[] = []
    const collecting = Object.create(connection) as Wire
    collecting._send = (message) => void messages.push(message)
    for (const own of this.asked.before) send(collecting, own)
    super.prepare(collecting)
    connection.stream.write(Buffer.concat(messages))
  }

  override _getRows(connection: Wire): void {
    connection.execute({})
    for (const own of this.asked.after) send(connection, own)
    connection.sync()
  }

  /** Of the statement itself only: the others are not asked what they answer. */
  override handleRowDescription({ fields }: { readonly fields: readonly Column[] }): void {
    this.columns = fields
  }

  override handleDataRow({ fields }: { readonly fields: readonly (string | null)[] }): void {
    if (this.ended !== this.asked.before.length) return
    const row: Record<string, unknown> = {}
    try {
      for (const [at, { name, dataTypeID }] of this.columns.entries()) row[name] = valueIn(dataTypeID, fields[at])
    } catch (cause) {
      this._canceledDueToError = cause
    }
    this.found.push(row)
  }

  override handleCommandComplete(): void {
    this.ended += 1
  }
}

function valueIn(dataTypeID: number, text: string | null | undefined): unknown {
  return text === null || text === undefined ? null : ninefoldTypes.getTypeParser(dataTypeID, 'text')(text)
}

function send(connection: Wire, { name, text, values }: OwnStatement): void {
  if (name === '') connection.parse({ name, text })
  connection.bind({ statement: name, values })
  connection.execute({})
}
