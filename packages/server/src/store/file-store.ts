// Uploaded bytes ↔ a folder, a file for each id. A file is there whole or not at all: it is written under another
// name, forced to the disk, and then renamed. Which files there are, and what they belong to, the database knows.

import { createWriteStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/** What uploads need of wherever they are kept. */
export interface FileStore {
  /** Takes in what comes, and counts it; more than `bytesMax` throws FileTooBig, and nothing is kept. */
  receive(id: string, content: Readable, bytesMax: number): Promise<ReceivedFile>
  /** Null: there is no such file. */
  read(id: string): Promise<Readable | null>
  remove(id: string): Promise<void>
  /** Ids of what was kept or begun before that moment. */
  keptBefore(moment: number): Promise<readonly string[]>
}

/** What has come, and is not kept before it is said so: whoever looks at its content first may refuse it. */
export interface ReceivedFile {
  readonly size: number
  /** Where its content can be looked at. */
  readonly path: string
  keep(): Promise<void>
  discard(): Promise<void>
}

export class FileTooBig extends Error {
  override name = 'FileTooBig'
}

/** Of files that are still on their way, beside those that are kept. */
const INCOMING = 'incoming'
const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

export function folderOfFiles(folder: string): FileStore {
  // The first two digits are a folder, so that none has too many files to be looked through.
  const folderOf = (id: string): string => join(folder, id.slice(0, 2))
  const pathOf = (id: string): string => {
    if (!ID.test(id)) throw new Error('The name of a kept file is its id.')
    return join(folderOf(id), id)
  }
  return {
    receive: async (id, content, bytesMax) => {
      // A sender that goes before anything is read of it is found gone by the reading.
      content.on('error', () => {})
      const [place, incoming] = [pathOf(id), join(folder, INCOMING, id)]
      await mkdir(join(folder, INCOMING), { recursive: true, mode: 0o700 })
      const discard = (): Promise<void> => rm(incoming, { force: true })
      let size = 0
      try {
        await pipeline(
          async function* () {
            // Its sender is still there when it is too much, and is told.
            for await (const part of content.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
              size += part.length
              if (size > bytesMax) throw new FileTooBig(`More than ${bytesMax} bytes.`)
              yield part
            }
          },
          createWriteStream(incoming, { flags: 'wx', mode: 0o600, flush: true }),
        )
      } catch (cause) {
        await discard()
        throw cause
      }
      const keep = async (): Promise<void> => {
        await mkdir(folderOf(id), { recursive: true, mode: 0o700 })
        await rename(incoming, place)
        // Only now are the new names as safe as the content.
        await syncFolder(folderOf(id))
        await syncFolder(folder)
      }
      return { size, path: incoming, keep, discard }
    },
    read: async (id) => {
      const file = await open(pathOf(id), 'r').catch(nothingThere)
      return file === null ? null : file.createReadStream()
    },
    remove: (id) => rm(pathOf(id), { force: true }),
    keptBefore: (moment) => namesBefore(folder, moment),
  }
}

async function namesBefore(folder: string, moment: number): Promise<string[]> {
  const entries = (await readdir(folder, { recursive: true, withFileTypes: true }).catch(nothingThere)) ?? []
  const names: string[] = []
  for (const entry of entries) {
    if (!entry.isFile() || !ID.test(entry.name)) continue
    const path = join(entry.parentPath, entry.name)
    const facts = await stat(path).catch(nothingThere)
    if (facts === null || facts.mtimeMs >= moment) continue
    // What has not come to its end by now never will.
    if (entry.parentPath === join(folder, INCOMING)) await rm(path, { force: true })
    else names.push(entry.name)
  }
  return names
}

function nothingThere(cause: NodeJS.ErrnoException): null {
  if (cause.code === 'ENOENT') return null
  throw cause
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } catch (cause) {
    // Windows knows no such thing, and keeps names safe by itself.
    if (!['EPERM', 'EISDIR', 'EINVAL'].includes((cause as NodeJS.ErrnoException).code ?? '')) throw cause
  } finally {
    await handle.close()
  }
}
