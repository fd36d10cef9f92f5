// A statement, and small ones of our own that are sent with it, in one go: before it, after it. Without a transaction
// around them all of them are one: when one fails, nothing of what comes after it happens, and what was set for the
// transaction is gone when it ends. They cost no round trip.

import pg, { type PoolClient } from 'pg'
import type { Row } from './database.ts'

/** Prepared under its name. Its values are as they are sent. */
export interface OwnStatement {
  readonly name: string
  readonly text: string
  readonly values: readonly (string | Buffer | null)[]
}

export interface Surrounded extends Omit<OwnStatement, 'values'> {
  readonly values: readonly unknown[]
  readonly before: readonly OwnStatement[]
  readonly after: readonly OwnStatement[]
}

/** The rows of the statement itself. */
export async function querySurrounded(client: PoolClient, asked: Surrounded): Promise<readonly Row[]> {
  for (const own of [...asked.before, ...asked.after]) prepare(client, own)
  const result = await new Promise<pg.QueryResult<Row>>((resolve, reject) => {
    client.query(
      new SurroundedQuery(asked, (failure, found) =>
        failure ? reject(failure) : resolve(found as pg.QueryResult<Row>),
      ),
    )
  })
  return result.rows
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

type Told = (failure: Error | null, found?: unknown) => void

/** What the driver's own query does, of which its types do not tell. */
interface DriverQuery extends pg.Submittable {
  prepare(connection: Wire): void
  _getRows(connection: Wire, rows: number | undefined): void
  handleDataRow(message: unknown): void
  handleCommandComplete(message: unknown, connection: Wire): void
}

interface Wire {
  bind(asked: { statement: string; values: OwnStatement['values'] }): void
  execute(asked: object): void
  sync(): void
}

const OwnQuery = pg.Query as unknown as new (asked: {
  name: string
  text: string
  values: unknown[]
  callback: Told
}) => DriverQuery

class SurroundedQuery extends OwnQuery {
  private readonly asked: Surrounded
  /** How many of the statements that were sent have ended. */
  private ended = 0

  constructor(asked: Surrounded, callback: Told) {
    super({ name: asked.name, text: asked.text, values: [...asked.values], callback })
    this.asked = asked
  }

  override prepare(connection: Wire): void {
    for (const own of this.asked.before) send(connection, own)
    super.prepare(connection)
  }

  override _getRows(connection: Wire): void {
    connection.execute({})
    for (const own of this.asked.after) send(connection, own)
    connection.sync()
  }

  override handleDataRow(message: unknown): void {
    if (this.ended === this.asked.before.length) super.handleDataRow(message)
  }

  override handleCommandComplete(message: unknown, connection: Wire): void {
    if (this.ended === this.asked.before.length) super.handleCommandComplete(message, connection)
    this.ended += 1
  }
}

function send(connection: Wire, { name, values }: OwnStatement): void {
  connection.bind({ statement: name, values })
  connection.execute({})
}
