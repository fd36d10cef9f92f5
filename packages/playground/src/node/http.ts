// node:http, server side: requests handed over in memory → the listener that Node's server would call.

import { EventEmitter } from 'node:events'
import { Readable, Writable } from 'node:stream'
import { Buffer } from './buffer.ts'
import { request } from './absent.ts'
import { METHODS, STATUS_CODES } from './http-words.ts'

type Header = string | number | readonly string[]

export interface SentRequest {
  readonly method: string
  /** Path and query. */
  readonly url: string
  /** In lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array | null
}

/** Receives an answer as it arrives. */
export interface Receiver {
  head(status: number, headers: readonly (readonly [string, string])[]): void
  body(bytes: Uint8Array): void
  end(): void
}

/** The socket, as far as a listener reads it. */
class Line extends EventEmitter {
  readonly remoteAddress = '127.0.0.1'
  readonly remotePort = 1
  readonly encrypted = false
  readonly writable = true
  destroyed = false
  destroy(): this {
    this.destroyed = true
    return this
  }
  setTimeout(): this {
    return this
  }
  end(): this {
    return this
  }
}

export class IncomingMessage extends Readable {
  readonly method: string
  readonly url: string
  readonly headers: Record<string, string>
  readonly rawHeaders: string[]
  readonly httpVersion = '1.1'
  readonly httpVersionMajor = 1
  readonly httpVersionMinor = 1
  readonly socket: Line
  readonly connection: Line
  complete = false
  private left: Uint8Array | null

  constructor({ method, url, headers, body }: SentRequest, line: Line) {
    super()
    this.method = method
    this.url = url
    this.headers = { ...headers }
    this.rawHeaders = Object.entries(headers).flat()
    this.socket = line
    this.connection = line
    this.left = body
  }

  override _read(): void {
    const { left } = this
    this.left = null
    this.complete = true
    if (left !== null && left.length > 0) this.push(Buffer.from(left))
    this.push(null)
  }

  setTimeout(): this {
    return this
  }
}

export class ServerResponse extends Writable {
  statusCode = 200
  statusMessage = ''
  headersSent = false
  sendDate = false
  readonly req: IncomingMessage
  readonly socket: Line
  readonly connection: Line
  private readonly stated = new Map<string, Header>()
  private readonly receiver: Receiver

  constructor(req: IncomingMessage, receiver: Receiver) {
    super()
    this.req = req
    this.socket = req.socket
    this.connection = req.socket
    this.receiver = receiver
  }

  setHeader(name: string, value: Header): this {
    this.stated.set(name.toLowerCase(), value)
    return this
  }
  appendHeader(name: string, value: string): this {
    const known = this.getHeader(name)
    return this.setHeader(name, known === undefined ? value : [known, value].flat().map(String))
  }
  getHeader(name: string): Header | undefined {
    return this.stated.get(name.toLowerCase())
  }
  hasHeader(name: string): boolean {
    return this.stated.has(name.toLowerCase())
  }
  removeHeader(name: string): void {
    this.stated.delete(name.toLowerCase())
  }
  getHeaders(): Record<string, Header> {
    return Object.fromEntries(this.stated)
  }
  getHeaderNames(): string[] {
    return [...this.stated.keys()]
  }

  writeHead(status: number, ...said: readonly unknown[]): this {
    this.statusCode = status
    const headers = said.find((each) => typeof each === 'object' && each !== null) ?? {}
    for (const [name, value] of Object.entries(headers as Record<string, Header>))
      if (value !== undefined) this.setHeader(name, value)
    return this
  }

  flushHeaders(): void {
    if (this.headersSent) return
    this.headersSent = true
    const headers = [...this.stated].flatMap(([name, value]) =>
      [value].flat().map((each) => [name, String(each)] as const),
    )
    this.receiver.head(this.statusCode, headers)
  }

  override _write(bytes: Uint8Array, _: unknown, done: () => void): void {
    this.flushHeaders()
    this.receiver.body(Uint8Array.from(bytes))
    done()
  }
  override _final(done: () => void): void {
    this.flushHeaders()
    this.receiver.end()
    done()
  }
  override _destroy(cause: Error | null, done: (cause: Error | null) => void): void {
    this.receiver.end()
    done(cause)
  }
  setTimeout(): this {
    return this
  }
  writeContinue(): void {}
}

type Listener = (request: IncomingMessage, response: ServerResponse) => void

const listening = new Set<Server>()

export class Server extends EventEmitter {
  private readonly listener: Listener | undefined
  maxConnections = 0

  constructor(listener: Listener | undefined) {
    super()
    this.listener = listener
  }
  /** The latest listening server receives the requests. */
  listen(...asked: readonly unknown[]): this {
    listening.add(this)
    const told = asked.find((each) => typeof each === 'function') as (() => void) | undefined
    if (told !== undefined) queueMicrotask(told)
    return this
  }
  address(): object {
    return { port: 80, address: '127.0.0.1', family: 'IPv4' }
  }
  setTimeout(): this {
    return this
  }
  close(told?: () => void): this {
    listening.delete(this)
    if (told !== undefined) queueMicrotask(told)
    return this
  }
  closeAllConnections(): void {}
  closeIdleConnections(): void {}
  answer(incoming: IncomingMessage, response: ServerResponse): void {
    this.listener?.(incoming, response)
  }
}

export function createServer(...asked: readonly unknown[]): Server {
  return new Server(asked.find((each) => typeof each === 'function') as Listener | undefined)
}

/** Sends a request to the listening server. Returns a function that cancels it. */
export function send(sent: SentRequest, receiver: Receiver): () => void {
  const server = [...listening].at(-1)
  if (server === undefined) throw new Error('No server listens.')
  const incoming = new IncomingMessage(sent, new Line())
  const response = new ServerResponse(incoming, receiver)
  server.answer(incoming, response)
  return () => {
    incoming.destroy()
    response.destroy()
  }
}

export class Agent {}
export { METHODS, STATUS_CODES, request }
export default { createServer, Server, IncomingMessage, ServerResponse, Agent, METHODS, STATUS_CODES, request }
