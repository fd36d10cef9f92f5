// One PostgreSQL backend with a single session (PGlite) → several connections for the engine's driver. Each connection
// has its own prepared statements, by a prefix of their names. The backend serves one connection at a time, and during
// a transaction no other one, so that transactions never overlap. All connections share the session's settings.

import {
  closeStatement,
  concat,
  isEncryptionAsked,
  marked,
  type Message,
  MessageReader,
  NO_ENCRYPTION,
  query,
  readinessOf,
  SYNC,
  welcome,
} from './messages.ts'

export interface Backend {
  /** Sends messages and returns the answers. */
  execProtocolRaw(messages: Uint8Array): Promise<Uint8Array>
}

export interface Connection {
  send(bytes: Uint8Array): void
  /** Rolls an open transaction back. */
  close(): void
}

interface Guest {
  readonly mark: string
  readonly reader: MessageReader
  readonly receive: (bytes: Uint8Array) => void
  /** Names of its statements in the backend. */
  readonly statements: Set<string>
  /** Messages of a batch that is not complete yet. */
  begun: Uint8Array[]
  readonly batches: Uint8Array[]
  isClosed: boolean
}

export interface SharedBackendOptions {
  /** The process number that the backend reports. */
  readonly process: number
  /** Settings that PostgreSQL reports at the start of a connection. */
  readonly parameters: Readonly<Record<string, string>>
  /** Called once all statements are done. */
  readonly onIdle?: () => void
  readonly onFailure: (cause: unknown) => void
}

export class SharedBackend {
  private readonly backend: Backend
  private readonly options: SharedBackendOptions
  private readonly guests = new Set<Guest>()
  /** The connection with an open transaction. */
  private owner: Guest | null = null
  private isWorking = false
  private opened = 0

  constructor(backend: Backend, options: SharedBackendOptions) {
    this.backend = backend
    this.options = options
  }

  connect(receive: (bytes: Uint8Array) => void): Connection {
    const guest: Guest = {
      mark: `${++this.opened}/`,
      reader: new MessageReader(false),
      receive,
      statements: new Set(),
      begun: [],
      batches: [],
      isClosed: false,
    }
    this.guests.add(guest)
    return {
      send: (bytes) => {
        for (const message of guest.reader.read(bytes)) this.take(guest, message)
      },
      close: () => this.close(guest),
    }
  }

  private take(guest: Guest, message: Message): void {
    if (isEncryptionAsked(message)) {
      // The startup message comes next, again without a type.
      Object.assign(guest, { reader: new MessageReader(false) })
      return guest.receive(NO_ENCRYPTION)
    }
    if (message.type === '') return guest.receive(welcome(this.options.process, this.options.parameters))
    if (message.type === 'X') return this.close(guest)
    const { bytes, name } = marked(message, guest.mark)
    if (name !== null && message.type === 'P') guest.statements.add(name)
    guest.begun.push(bytes)
    if (message.type !== 'Q' && message.type !== 'S') return
    guest.batches.push(concat(guest.begun))
    guest.begun = []
    this.work()
  }

  private close(guest: Guest): void {
    if (guest.isClosed) return
    guest.isClosed = true
    guest.begun = []
    if (this.owner === guest) guest.batches.push(query('ROLLBACK'))
    if (guest.statements.size > 0) guest.batches.push(concat([...[...guest.statements].map(closeStatement), SYNC]))
    if (guest.batches.length === 0) this.guests.delete(guest)
    this.work()
  }

  private work(): void {
    if (this.isWorking) return
    this.isWorking = true
    this.workAll().then(
      () => {
        this.isWorking = false
        this.options.onIdle?.()
      },
      (cause: unknown) => {
        this.isWorking = false
        this.options.onFailure(cause)
      },
    )
  }

  private async workAll(): Promise<void> {
    for (let next = this.next(); next !== null; next = this.next()) {
      const [guest, batch] = next
      const answers = new MessageReader(true).read(await this.backend.execProtocolRaw(batch))
      // Notifications go to every connection, not only to the one that sent the statement.
      const told = answers.filter(({ type }) => type === 'A')
      const last = answers.findLast(({ type }) => type === 'Z')
      this.owner = last === undefined || readinessOf(last) === 'I' ? null : guest
      if (told.length > 0) for (const each of this.guests) if (!each.isClosed) each.receive(bytesOf(told))
      if (!guest.isClosed) guest.receive(bytesOf(answers.filter(({ type }) => type !== 'A')))
      else if (this.owner === guest && guest.batches.length === 0) guest.batches.push(query('ROLLBACK'))
      else if (guest.batches.length === 0) this.guests.delete(guest)
      if (this.owner === null) this.toTheEnd(guest)
    }
  }

  private next(): readonly [Guest, Uint8Array] | null {
    const guest = this.owner ?? [...this.guests].find(({ batches }) => batches.length > 0)
    const batch = guest?.batches.shift()
    return guest === undefined || batch === undefined ? null : [guest, batch]
  }

  /** Moves the served connection to the end of the queue. */
  private toTheEnd(guest: Guest): void {
    if (this.guests.delete(guest) && !(guest.isClosed && guest.batches.length === 0)) this.guests.add(guest)
  }
}

function bytesOf(messages: readonly Message[]): Uint8Array {
  return concat(messages.map(({ bytes }) => bytes))
}
