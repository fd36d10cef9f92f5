// A stream of bytes → a counted file on local disk, whose content can be checked before it is stored.

import { open, rm } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { FileStoreAway, FileTooBig } from './file-store.ts'

/** The number of bytes, and their path. A failure leaves nothing behind. */
export async function receiveInto(
  place: Promise<string>,
  content: Readable,
  bytesMax: number,
  look: (part: Buffer) => void = () => {},
): Promise<{ readonly size: number; readonly path: string }> {
  // The reading below notices a sender that disconnects early.
  content.on('error', () => {})
  const path = await place.catch(unusable)
  // A write stream that opens the file by itself may create it after the cleanup.
  const file = await open(path, 'wx', 0o600).catch(unusable)
  let size = 0
  try {
    await pipeline(
      async function* () {
        // Keeps the connection open beyond the limit, so that the sender gets the refusal.
        for await (const part of content.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
          size += part.length
          if (size > bytesMax) throw new FileTooBig(`More than ${bytesMax} bytes.`)
          look(part)
          yield part
        }
      },
      file.createWriteStream({ flush: true }),
    )
    return { size, path }
  } catch (cause) {
    await rm(path, { force: true })
    return unusable(cause)
  }
}

/** A full disk or quota, a read-only or failing disk, or a removed folder. */
const UNUSABLE = new Set(['ENOSPC', 'EDQUOT', 'EROFS', 'EIO', 'EACCES', 'ENODEV', 'ENXIO', 'EMFILE', 'ENFILE'])

/** The operator has to make room or repair something; the client did nothing wrong. */
export function unusable(cause: unknown): never {
  const { code = '', message } = cause as NodeJS.ErrnoException
  throw UNUSABLE.has(code) ? new FileStoreAway(`Nothing can be kept in the folder: ${message}`, { cause }) : cause
}

export function nothingThere(cause: NodeJS.ErrnoException): null {
  if (cause.code === 'ENOENT') return null
  throw cause
}
