// Files beside the specification → files of sample records.

import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { basename, join } from 'node:path'
import { sizeInWords } from '@ninefold/core/model/sizes.ts'
import type { DataFiles } from '../../store/data/data-files.ts'
import { type FileStore, FileTooBig } from '../../store/files/file-store.ts'
import { addFile, fileAddress } from '../../store/files/kept-files.ts'
import { typeOf } from './uploads.ts'

/** `folder`: the folder of the specification. If the transaction rolls back, the cleanup job removes the file. */
export function dataFilesIn(folder: string, store: FileStore): DataFiles {
  return {
    bring: async (executor, name, bytesMax) => {
      const id = randomUUID()
      const received = await store
        .receive(id, createReadStream(join(folder, name)), bytesMax)
        .catch((cause: unknown) => whyNot(name, bytesMax, cause))
      if (typeof received === 'string') return received
      try {
        const file = { id, name: basename(name), size: received.size, type: await typeOf(received.path) }
        await received.keep()
        await addFile(executor, { ...file, from: { place: 'sample data' } })
        return { id, url: fileAddress(id), name: file.name, size: file.size, type: file.type }
      } finally {
        await received.discard()
      }
    },
  }
}

function whyNot(name: string, bytesMax: number, cause: unknown): string {
  if (cause instanceof FileTooBig) return `"${name}" is larger than ${sizeInWords(bytesMax)}.`
  const { code } = cause as NodeJS.ErrnoException
  if (code === 'ENOENT' || code === 'EISDIR') return `there is no file "${name}" beside this text.`
  throw cause
}
