// A database → an address at which each transaction gets another connection, like a pooler in transaction mode. After
// each transaction it checks that no session state is left.

import { createServer, type Socket } from 'node:net'
import type { AddressInfo } from 'node:net'
import pg from 'pg'

export interface TransactionPooler extends AsyncDisposable {
  readonly connectionString: string
  /** The number of times a connection was lent. */
  readonly lent: () => number
  /** Kinds of session state that transactions left behind. */
  readonly left: () => readonly string[]
}

/** Session settings, prepared statements, locks, channels and temporary tables. */
const LEFT = `
  SELECT 'setting ' || name AS what FROM pg_settings WHERE source = 'session'
  UNION ALL SELECT 'prepared ' || name FROM pg_prepared_statements
  UNION ALL SELECT 'lock ' || objid FROM pg_locks WHERE locktype = 'advisory' AND pid = pg_backend_pid()
  UNION ALL SELECT 'channel ' || channel FROM pg_listening_channels() AS channel
  UNION ALL SELECT 'table ' || relname FROM pg_class WHERE relnamespace = pg_my_temp_schema()`

/** Resets found state, so that each leak is reported once. */
const CLEANED = 'DISCARD ALL'

export async function startTransactionPooler(connectionString: string, connections = 4): Promise<TransactionPooler> {
  const free = await Promise.all(Array.from({ length: connections }, () => lentConnection(connectionString)))
  const all = [...free]
  const waiting: ((connection: LentConnection) => void)[] = []
  const left = new Set<string>()
  let lent = 0
  let isClosed = false
  const borrow = (): Promise<LentConnection> => {
    lent++
    // The longest unused connection, so that a client's next transaction gets another one.
    const connection = free.shift()
    return connection === undefined ? new Promise((resolve) => waiting.push(resolve)) : Promise.resolve(connection)
  }
  const giveBack = async (connection: LentConnection): Promise<void> => {
    const found = await connection.left().catch((cause: unknown) => (isClosed ? [] : [String(cause)]))
    for (const each of found) left.add(each)
    const next = waiting.shift()
    if (next === undefined) free.push(connection)
    else next(connection)
  }
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    serve(socket, borrow, giveBack)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { database = '', user = '' } = new pg.Client({ connectionString })
  const { port } = server.address() as AddressInfo
  return {
    connectionString: `postgres://${user}@127.0.0.1:${port}/${database}`,
    lent: () => lent,
    left: () => [...left],
    [Symbol.asyncDispose]: async () => {
      isClosed = true
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
      await Promise.all(all.map((each) => each.end()))
    },
  }
}

interface LentConnection {
  /** Forwards a client's messages until a transaction ends; PostgreSQL's answers go to `answered`. */
  send(message: Buffer, answered: (message: Buffer) => void): void
  left(): Promise<readonly string[]>
  end(): Promise<void>
}

/** One message of the protocol: a letter, a length and a content. */
function messagesIn(kept: Buffer): { readonly messages: readonly Buffer[]; readonly rest: Buffer } {
  const messages: Buffer[] = []
  let at = 0
  while (kept.length >= at + 5) {
    const end = at + 1 + kept.readInt32BE(at + 1)
    if (kept.length < end) break
    messages.push(kept.subarray(at, end))
    at = end
  }
  return { messages, rest: kept.subarray(at) }
}

async function lentConnection(connectionString: string): Promise<LentConnection> {
  const client = new pg.Client({ connectionString, application_name: 'lent' })
  client.on('error', () => {})
  await client.connect()
  const { stream } = (client as unknown as { readonly connection: { readonly stream: Socket } }).connection
  const listeners = stream.listeners('data') as ((data: Buffer) => void)[]
  let answered: ((message: Buffer) => void) | null = null
  let kept: Buffer = Buffer.alloc(0)
  stream.removeAllListeners('data')
  stream.on('data', (data: Buffer) => {
    if (answered === null) return listeners.forEach((listener) => listener(data))
    const { messages, rest } = messagesIn(Buffer.concat([kept, data]))
    kept = rest
    for (const message of messages) answered(message)
  })
  return {
    send: (message, told) => {
      answered = told
      stream.write(message)
    },
    left: async () => {
      answered = null
      const { rows } = await client.query<{ what: string }>(LEFT)
      if (rows.length > 0) await client.query(CLEANED)
      return rows.map(({ what }) => what)
    },
    end: () => client.end(),
  }
}

const SSL_REQUEST = 80_877_103
const GREETING = Buffer.concat([
  message('R', int32(0)),
  message('S', Buffer.from('server_version\u000018.0\u0000')),
  message('K', Buffer.concat([int32(-1), int32(0)])),
  message('Z', Buffer.from('I')),
])

function message(letter: string, content: Buffer): Buffer {
  return Buffer.concat([Buffer.from(letter), int32(content.length + 4), content])
}

function int32(value: number): Buffer {
  const buffer = Buffer.alloc(4)
  buffer.writeInt32BE(value)
  return buffer
}

/** One client: gets a connection with its first message, and keeps it until PostgreSQL reports idle. */
function serve(
  socket: Socket,
  borrow: () => Promise<LentConnection>,
  giveBack: (connection: LentConnection) => Promise<void>,
): void {
  let isGreeted = false
  let kept: Buffer = Buffer.alloc(0)
  let borrowed: Promise<LentConnection> | null = null
  let unanswered = 0
  const answered = (answer: Buffer): void => {
    socket.write(answer)
    if (answer[0] !== 0x5a) return
    unanswered--
    if (unanswered > 0 || answer[5] !== 0x49 || borrowed === null) return
    const connection = borrowed
    borrowed = null
    void connection.then(giveBack)
  }
  const pass = (sent: Buffer): void => {
    const letter = String.fromCharCode(sent[0] ?? 0)
    if (letter === 'X') return
    // Each of these messages is answered by one with the transaction's status.
    if (letter === 'S' || letter === 'Q') unanswered++
    borrowed ??= borrow()
    void borrowed.then((connection) => connection.send(sent, answered))
  }
  const greet = (): boolean => {
    if (kept.length < 8 || kept.length < kept.readInt32BE(0)) return false
    const isQuestion = kept.readInt32BE(4) === SSL_REQUEST
    kept = kept.subarray(kept.readInt32BE(0))
    socket.write(isQuestion ? 'N' : GREETING)
    isGreeted = !isQuestion
    return true
  }
  socket.on('data', (data: Buffer) => {
    kept = Buffer.concat([kept, data])
    while (!isGreeted) if (!greet()) return
    const { messages, rest } = messagesIn(kept)
    kept = rest
    for (const sent of messages) pass(sent)
  })
}
