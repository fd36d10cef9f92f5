// A stream of bytes → a file of its own on this machine's disk, counted while it comes, where its content can be
// looked at before anybody keeps it.

import { open, rm } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { FileStoreAway, FileTooBig } from './file-store.ts'

/** How many bytes came, and where they are. A failure leaves nothing behind. */
export async function receiveInto(
  place: Promise<string>,
  content: Readable,
  bytesMax: number,
  look: (part: Buffer) => void = () => {},
): Promise<{ readonly size: number; readonly path: string }> {
  // A sender that goes before anything is read of it is found gone by the reading.
  content.on('error', () => {})
  const path = await place.catch(unusable)
  // A write stream that opens the file by itself may create it after a broken sender has had it removed.
  const file = await open(path, 'wx', 0o600).catch(unusable)
  let size = 0
  try {
    await pipeline(
      async function* () {
        // Its sender is still there when it is too much, and is told.
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

/** A full disk or quota, one that may only be read, one that fails, and one that somebody took away. */
const UNUSABLE = new Set(['ENOSPC', 'EDQUOT', 'EROFS', 'EIO', 'EACCES', 'ENODEV', 'ENXIO', 'EMFILE', 'ENFILE'])

/** Somebody has to make room, or mend something: it is nothing that the one who asked did wrong. */
export function unusable(cause: unknown): never {
  const { code = '', message } = cause as NodeJS.ErrnoException
  throw UNUSABLE.has(code) ? new FileStoreAway(`Nothing can be kept in the folder: ${message}`, { cause }) : cause
}

export function nothingThere(cause: NodeJS.ErrnoException): null {
  if (cause.code === 'ENOENT') return null
  throw cause
}
