// A stream of bytes → a file of its own on this machine's disk, counted while it comes, where its content can be
// looked at before anybody keeps it.

import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { FileTooBig } from './file-store.ts'

/** How many bytes came, and where they are. Whatever goes wrong, nothing is left. */
export async function receiveInto(
  place: Promise<string>,
  content: Readable,
  bytesMax: number,
  look: (part: Buffer) => void = () => {},
): Promise<{ readonly size: number; readonly path: string }> {
  // A sender that goes before anything is read of it is found gone by the reading.
  content.on('error', () => {})
  const path = await place
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
      createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true }),
    )
    return { size, path }
  } catch (cause) {
    await rm(path, { force: true })
    throw cause
  }
}

export function nothingThere(cause: NodeJS.ErrnoException): null {
  if (cause.code === 'ENOENT') return null
  throw cause
}
