// node:net: sockets have a single address, the database in this worker.

import { Duplex } from 'node:stream'
import type { Connection, SharedBackend } from '../database/shared-backend.ts'
import { Buffer } from './buffer.ts'

let reached: SharedBackend | null = null

/** Connects all further sockets to this backend. */
export function reach(backend: SharedBackend): void {
  reached = backend
}

export class Socket extends Duplex {
  private connection: Connection | null = null

  connect(): this {
    if (reached === null) throw new Error('Nothing listens: the database has not begun.')
    this.connection = reached.connect((bytes) => {
      // Asynchronous, as on a network.
      queueMicrotask(() => {
        if (!this.destroyed) this.push(Buffer.from(bytes))
      })
    })
    queueMicrotask(() => this.emit('connect'))
    return this
  }

  override _read(): void {}

  override _write(bytes: Uint8Array, _: unknown, done: (cause?: Error) => void): void {
    this.connection?.send(bytes)
    done()
  }

  override _final(done: () => void): void {
    this.connection?.close()
    this.push(null)
    done()
  }

  override _destroy(cause: Error | null, done: (cause: Error | null) => void): void {
    this.connection?.close()
    done(cause)
  }

  setNoDelay(): this {
    return this
  }
  setKeepAlive(): this {
    return this
  }
  /** The database in this worker never times out. */
  setTimeout(): this {
    return this
  }
  ref(): this {
    return this
  }
  unref(): this {
    return this
  }
}

const IPV4 = /^\d{1,3}(?:\.\d{1,3}){3}$/

export const isIPv4 = (text: string): boolean => IPV4.test(text)
export const isIPv6 = (text: string): boolean => text.includes(':') && URL.canParse(`http://[${text}]/`)
export const isIP = (text: string): number => (isIPv4(text) ? 4 : isIPv6(text) ? 6 : 0)
export default { Socket, isIP, isIPv4, isIPv6 }
