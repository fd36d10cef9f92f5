// A stream of bytes → a file that is kept and that no record holds yet. One gate for all uploads: those at the address for
// them, and those in the body of a stated call.

import { randomUUID } from 'node:crypto'
import { open } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { fileTypeFromFile } from 'file-type'
import type { FastifyRequest } from 'fastify'
import type { Application } from '../../gate/context/application.ts'
import { Refusal, refused } from '../../gate/context/refusal.ts'
import { tooLarge } from '../../gate/files/files.ts'
import { type FileStore, FileTooBig } from '../../store/files/file-store.ts'
import { addFile, countUnused, type Uploader } from '../../store/files/kept-files.ts'
import { limitKey } from '../../store/tables/limit-keys.ts'
import { countedAddress } from '../http/client-address.ts'
import type { Exchange } from '../http/exchange.ts'

/** Uploads of one caller that no record holds yet: whoever fills in forms needs few. */
const UNUSED_MAX = 100
const NAME_CHARACTERS_MAX = 200
/** How much of a file is looked at to tell whether it is a text. */
const HEAD_BYTES = 4096

export function uploaderOf({ caller }: Pick<Exchange, 'caller'>, { ip }: Pick<FastifyRequest, 'ip'>): Uploader {
  return caller.me === null ? { place: limitKey('uploads', countedAddress(ip)) } : { user: String(caller.me.id) }
}

export interface Uploaded {
  readonly id: string
  readonly name: string
  readonly size: number
  readonly type: string
}

export interface Taking {
  readonly application: Application
  readonly store: FileStore
  readonly from: Uploader
}

export interface ComingFile {
  readonly name: string
  /** The input that it is for. */
  readonly about: string
  readonly content: Readable
  readonly bytesMax: number
}

/** A file that no record holds yet. It is counted while it comes, and read no further than it may be large. */
export async function takeFile({ application, store, from }: Taking, coming: ComingFile): Promise<Uploaded> {
  const { name, about, content, bytesMax } = coming
  // A sender with too many sends nothing; of many who send at the same time, only some find room below.
  if ((await countUnused(application.database, from)) >= UNUSED_MAX) throw tooManyUnused()
  const id = randomUUID()
  const received = await store.receive(id, content, bytesMax).catch((cause: unknown) => {
    throw cause instanceof FileTooBig ? new Refusal([tooLarge(about, bytesMax)]) : cause
  })
  try {
    if (received.size === 0) throw refused('blank', about)
    const type = await typeOf(received.path)
    await received.keep()
    // From here on it is known. Until then it is nobody's, and housekeeping finds it.
    const file = { id, name, size: received.size, type }
    const isKept = await application.database.write(async (transaction) => {
      if ((await countUnused(transaction, from)) >= UNUSED_MAX) return false
      await addFile(transaction, { ...file, from })
      return true
    })
    if (!isKept) throw tooManyUnused()
    return file
  } finally {
    await received.discard()
  }
}

function tooManyUnused(): Refusal {
  return refused('too many', null, ['unused files'])
}

/** The last part of a path, without what could be taken for something else than a name. */
export function fileName(sent: unknown): string {
  if (sent === undefined) return 'file'
  if (typeof sent !== 'string') throw refused('wrong type', 'name')
  const plain = sent
    .toWellFormed()
    .replace(/^.*[\\/]/s, '')
    // Control characters, and those that turn the direction of writing: `photo<turn>gpj.exe` reads as a picture.
    .replace(/[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, '')
    .trim()
  return [...plain].slice(0, NAME_CHARACTERS_MAX).join('') || 'file'
}

/** The type of the content, whatever it was called. A page or a program of a browser counts as a text. */
export async function typeOf(path: string): Promise<string> {
  const known = await fileTypeFromFile(path)
  if (known !== undefined) return known.mime
  return (await isText(path)) ? 'text/plain' : 'application/octet-stream'
}

async function isText(path: string): Promise<boolean> {
  const file = await open(path, 'r')
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0)
    const head = buffer.subarray(0, bytesRead)
    // The last character may be cut in its middle.
    new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true })
    return !head.includes(0)
  } catch (cause) {
    if (cause instanceof TypeError) return false
    throw cause
  } finally {
    await file.close()
  }
}
