// Uploaded bytes ↔ files in a folder. Each is written under a temporary name, synced to disk and renamed, so that it is
// complete or absent.

import { randomUUID } from 'node:crypto'
import { link, mkdir, open, opendir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { checkedName, type FileStore, FileStoreAway, idIn, type KeptName, namesOf, OWNER_NAME } from './file-store.ts'
import { nothingThere, receiveInto, unusable } from './incoming-file.ts'

/** Folder of unfinished uploads. */
const INCOMING = 'incoming'

export function folderOfFiles(folder: string): FileStore {
  // The first two digits are a subfolder, to keep folders small.
  const pathOf = (name: KeptName): string => join(folder, checkedName(name).slice(0, 2), name)
  const incomingPath = async (name: string): Promise<string> => {
    await mkdir(join(folder, INCOMING), { recursive: true, mode: 0o700 })
    return join(folder, INCOMING, name)
  }
  const settle = async (incoming: string, place: string): Promise<void> => {
    await mkdir(dirname(place), { recursive: true, mode: 0o700 })
    await rename(incoming, place)
    // Syncs the folder, because a rename is durable only then.
    await syncFolder(dirname(place))
    await syncFolder(folder)
  }
  return {
    receive: async (id, content, bytesMax) => {
      const place = pathOf(id)
      const { size, path } = await receiveInto(incomingPath(id), content, bytesMax)
      return {
        size,
        path,
        keep: () => settle(path, place).catch(unusable),
        discard: () => rm(path, { force: true }),
      }
    },
    read: async (name, part) => {
      const file = await open(pathOf(name), 'r').catch(nothingThere)
      return file === null ? null : file.createReadStream(part)
    },
    keep: async (name, content) => {
      const place = pathOf(name)
      const incoming = await incomingPath(randomUUID()).catch(unusable)
      try {
        await writeFile(incoming, content, { flag: 'wx', mode: 0o600, flush: true })
        await settle(incoming, place)
      } catch (cause) {
        return unusable(cause)
      } finally {
        await rm(incoming, { force: true })
      }
    },
    remove: async (id) => {
      for (const name of namesOf(id)) await rm(pathOf(name), { force: true })
    },
    keptBefore: (moment) => idsBefore(folder, moment),
    claim: (owner) => claim(folder, owner),
  }
}

async function* idsBefore(folder: string, moment: number): AsyncGenerator<string> {
  const entries = await opendir(folder, { recursive: true }).catch(nothingThere)
  if (entries === null) return
  for await (const entry of entries) {
    const id = idIn(entry.name)
    if (!entry.isFile() || id === null) continue
    const path = join(entry.parentPath, entry.name)
    const facts = await stat(path).catch(nothingThere)
    if (facts === null || facts.mtimeMs >= moment) continue
    // An upload that old is abandoned.
    if (entry.parentPath === join(folder, INCOMING)) await rm(path, { force: true })
    else yield id
  }
}

async function claim(folder: string, owner: string): Promise<string> {
  const path = join(folder, OWNER_NAME)
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    // Written under a temporary name and renamed, so that nobody reads an incomplete file.
    const written = `${path}.${randomUUID()}`
    await writeFile(written, owner, { flag: 'wx', mode: 0o600, flush: true })
    try {
      await link(written, path)
    } catch (cause) {
      if ((cause as NodeJS.ErrnoException).code !== 'EEXIST') throw cause
    } finally {
      await rm(written, { force: true })
    }
    return await readFile(path, 'utf8')
  } catch (cause) {
    throw new FileStoreAway(`The folder ${folder} cannot be used: ${(cause as Error).message}`, { cause })
  }
}

export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } catch (cause) {
    // Windows cannot sync folders, and keeps names safe by itself.
    if (!['EPERM', 'EISDIR', 'EINVAL'].includes((cause as NodeJS.ErrnoException).code ?? '')) throw cause
  } finally {
    await handle.close()
  }
}
