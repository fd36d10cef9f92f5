// A statement with small statements of our own, sent in one message: before it and after it. Without an explicit
// transaction they share an implicit one: if one fails, those after it do not run, and transaction settings end with
// it. They cost no round trip.

import type { Socket } from 'node:net'
import pg, { type PoolClient } from 'pg'
import { ninefoldTypes } from '../column-values.ts'
import type { OwnStatement, Row } from '../rows.ts'

export interface Surrounded extends Omit<OwnStatement, 'values'> {
  readonly values: readonly unknown[]
  readonly before: readonly OwnStatement[]
  readonly after: readonly OwnStatement[]
}

/** The same for connections without prepared statements: each is sent with its text. */
export function unnamed(asked: Surrounded): Surrounded {
  const without = (own: OwnStatement): OwnStatement => ({ ...own, name: '' })
  return { ...asked, name: '', before: asked.before.map(without), after: asked.after.map(without) }
}

/** Rows of the statement itself. */
export function querySurrounded(client: PoolClient, asked: Surrounded): Promise<readonly Row[]> {
  prepareEach(client, asked.before)
  prepareEach(client, asked.after)
  return new Promise((resolve, reject) => {
    const query: SurroundedQuery = new SurroundedQuery(asked, (failure) => {
      if (failure === null) return resolve(query.found)
      // Makes the stack trace lead to the caller instead of the socket.
      Error.captureStackTrace(failure)
      reject(failure)
    })
    client.query(query)
  })
}

/** Sends two queries in one message, each as a transaction of its own, and waits for both. */
export async function queryInOneMessage(
  client: PoolClient,
  first: Surrounded,
  second: Surrounded,
): Promise<[PromiseSettledResult<readonly Row[]>, PromiseSettledResult<readonly Row[]>]> {
  const { stream } = (client as unknown as { readonly connection: Wire }).connection
  stream.cork()
  const answers = [querySurrounded(client, first), querySurrounded(client, second)] as const
  stream.uncork()
  return Promise.allSettled(answers)
}

/** Names of the statements prepared on each connection. */
const prepared = new WeakMap<PoolClient, Set<string>>()

function prepareEach(client: PoolClient, statements: readonly OwnStatement[]): void {
  for (const own of statements) if (own.name !== '') prepare(client, own)
}

/** Prepares a statement by running it once. If it fails, the statements sent with it fail too. */
function prepare(client: PoolClient, { name, text, values }: OwnStatement): void {
  const names = prepared.get(client) ?? new Set()
  if (names.has(name)) return
  prepared.set(client, names)
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
  /** Extended: statements without values use the same protocol as others. */
  queryMode: string
  /** The error that replaces the answer. */
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
  /** Sends a protocol message. */
  _send(message: Buffer): void
}

const OwnQuery = pg.Query as unknown as new (text: string, values: unknown[], callback: Told) => DriverQuery

/**
 * The driver's query with less overhead: the original copies the query's properties one by one, builds a dictionary per
 * row, and writes each message separately.
 */
class SurroundedQuery extends OwnQuery {
  readonly found: Row[] = []
  private readonly asked: Surrounded
  private columns: readonly Column[] = []
  /** The number of sent statements that have ended. */
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

  /** Only for the main statement: results of the others are ignored. */
  override handleRowDescription({ fields }: { readonly fields: readonly Column[] }): void {
    this.columns = fields
  }

  override handleDataRow({ fields }: { readonly fields: readonly (string | null)[] }): void {
    if (this.ended !== this.asked.before.length) return
    const row: Record<string, unknown> = {}
    try {
      this.columns.forEach(({ name, dataTypeID }, at) => {
        row[name] = valueIn(dataTypeID, fields[at])
      })
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
