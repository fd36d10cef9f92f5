// Bytes of PostgreSQL's protocol (version 3) → messages; and the few answers that the engine's driver gets without the
// database.

export interface Message {
  /** A letter. Empty for the first message of a connection, which has no type. */
  readonly type: string
  /** Includes its type and length. */
  readonly bytes: Uint8Array
}

const LENGTH_BYTES = 4
const text = new TextEncoder()

/** Returns whole messages as bytes arrive, and buffers the rest. */
export class MessageReader {
  private rest = new Uint8Array(0)
  private isBegun: boolean

  /** `hasTypes`: the first message has a type too, as in a server's stream. */
  constructor(hasTypes: boolean) {
    this.isBegun = hasTypes
  }

  read(bytes: Uint8Array): Message[] {
    this.rest = concat([this.rest, bytes])
    const messages: Message[] = []
    for (let next = this.next(); next !== null; next = this.next()) messages.push(next)
    return messages
  }

  private next(): Message | null {
    const typeBytes = this.isBegun ? 1 : 0
    if (this.rest.length < typeBytes + LENGTH_BYTES) return null
    const length = typeBytes + uint32At(this.rest, typeBytes)
    if (this.rest.length < length) return null
    const bytes = this.rest.slice(0, length)
    this.rest = this.rest.subarray(length)
    const type = this.isBegun ? String.fromCharCode(bytes[0] ?? 0) : ''
    this.isBegun = true
    return { type, bytes }
  }
}

export function concat(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

/** State of a ready connection: idle, in a transaction, or in a failed one. */
export type Readiness = 'I' | 'T' | 'E'

export function readinessOf({ bytes }: Message): Readiness {
  return String.fromCharCode(bytes[5] ?? 0) as Readiness
}

export function isEncryptionAsked({ type, bytes }: Message): boolean {
  return type === '' && uint32At(bytes, LENGTH_BYTES) === 80_877_103
}

export const NO_ENCRYPTION = text.encode('N')

/** Accepts the connection without a password. */
export function welcome(process: number, parameters: Readonly<Record<string, string>>): Uint8Array {
  const key = new Uint8Array(8)
  new DataView(key.buffer).setUint32(0, process)
  return concat([
    message('R', new Uint8Array(4)),
    ...Object.entries(parameters).map(([name, value]) => message('S', text.encode(`${name}\0${value}\0`))),
    message('K', key),
    message('Z', text.encode('I')),
  ])
}

export function query(statement: string): Uint8Array {
  return message('Q', text.encode(`${statement}\0`))
}

/** Closes a prepared statement. */
export function closeStatement(name: string): Uint8Array {
  return message('C', text.encode(`S${name}\0`))
}

export const SYNC = message('S', new Uint8Array(0))

/** The position of the statement's name, in messages that have one. */
function placeOfName({ type, bytes }: Message): number | null {
  if (type === 'P') return 5
  // Follows the name of the portal.
  if (type === 'B') return bytes.indexOf(0, 5) + 1
  return (type === 'D' || type === 'C') && bytes[5] === 'S'.charCodeAt(0) ? 6 : null
}

/** Returns the same message with the mark before the statement's name. An unnamed statement has no name to return. */
export function marked(original: Message, mark: string): { readonly bytes: Uint8Array; readonly name: string | null } {
  const { type, bytes } = original
  const at = placeOfName(original)
  if (at === null) return { bytes, name: null }
  const end = bytes.indexOf(0, at)
  if (end === at) return { bytes, name: null }
  const name = mark + new TextDecoder().decode(bytes.subarray(at, end))
  return { bytes: message(type, concat([bytes.subarray(5, at), text.encode(name), bytes.subarray(end)])), name }
}

function message(type: string, body: Uint8Array): Uint8Array {
  const whole = new Uint8Array(1 + LENGTH_BYTES + body.length)
  whole[0] = type.charCodeAt(0)
  new DataView(whole.buffer).setUint32(1, LENGTH_BYTES + body.length)
  whole.set(body, 1 + LENGTH_BYTES)
  return whole
}

function uint32At(bytes: Uint8Array, at: number): number {
  return new DataView(bytes.buffer, bytes.byteOffset).getUint32(at)
}
