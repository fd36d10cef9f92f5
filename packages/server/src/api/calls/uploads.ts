// A stream of bytes → a file that is kept and that no record holds yet. All uploads pass through here: those at their
// own address, and those in the body of a stated call.

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

/** Unattached uploads per caller. Filling in forms needs few. */
const UNUSED_MAX = 100
const NAME_CHARACTERS_MAX = 200
/** How much of a file is inspected to tell whether it is a text. */
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

/** Stores a file that no record holds yet. Its size is counted while it arrives, and reading stops at the limit. */
export async function takeFile({ application, store, from }: Taking, coming: ComingFile): Promise<Uploaded> {
  const { name, about, content, bytesMax } = coming
  // Refuses early if the sender has too many unattached files. The check in the transaction below also holds for
  // concurrent uploads.
  if ((await countUnused(application.database, from)) >= UNUSED_MAX) throw tooManyUnused()
  const id = randomUUID()
  const received = await store.receive(id, content, bytesMax).catch((cause: unknown) => {
    throw cause instanceof FileTooBig ? new Refusal([tooLarge(about, bytesMax)]) : cause
  })
  try {
    if (received.size === 0) throw refused('blank', about)
    const type = await typeOf(received.path)
    await received.keep()
    // The row makes the file known. Without it, the cleanup job removes the file.
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

/** The last segment of a path, without characters that would give it another meaning. */
export function fileName(sent: unknown): string {
  if (sent === undefined) return 'file'
  if (typeof sent !== 'string') throw refused('wrong type', 'name')
  const plain = sent
    .toWellFormed()
    .replace(/^.*[\\/]/s, '')
    // Control characters, and those that reverse the direction of writing: `photo<turn>gpj.exe` reads as a picture.
    .replace(/[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, '')
    .trim()
  return [...plain].slice(0, NAME_CHARACTERS_MAX).join('') || 'file'
}

/** The type detected from the content, whatever the file's name says. HTML and scripts count as plain text. */
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
    // The last character may be cut off.
    new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true })
    return !head.includes(0)
  } catch (cause) {
    if (cause instanceof TypeError) return false
    throw cause
  } finally {
    await file.close()
  }
}
