// A picture that is kept → a small one, made when it is asked for first, and kept beside it.

import { IMAGE_TYPES, type ThumbnailSize } from '@ninefold/core/contract/wire/thumbnails.ts'
import { refused } from '../../gate/context/refusal.ts'
import { type FileStore, FileStoreAway, thumbnailName } from '../../store/files/file-store.ts'
import type { FileValue } from '../../store/files/kept-files.ts'
import { smallerPicture, THUMBNAIL_TYPE } from '../../store/files/pictures.ts'

/** A larger picture is read into memory for nobody. */
const ORIGINAL_BYTES_MAX = 50 * 1024 ** 2

export interface Thumbnail {
  readonly bytes: Buffer
  readonly size: number
  readonly type: string
}

/** Several browsers ask for the same one at once; it is made once. */
const making = new Map<string, Promise<Thumbnail | 'original' | null>>()

/** Null: it is no picture, or none that can be made small. `original`: pictures cannot be made small on this platform. */
export async function thumbnailOf(
  store: FileStore,
  file: FileValue,
  size: ThumbnailSize,
): Promise<Thumbnail | 'original' | null> {
  if (!IMAGE_TYPES.includes(file.type)) return null
  const name = thumbnailName(file.id, size)
  const begun = making.get(name)
  if (begun !== undefined) return begun
  const made = keptOrMade(store, file, size).finally(() => making.delete(name))
  making.set(name, made)
  return made
}

async function keptOrMade(
  store: FileStore,
  file: FileValue,
  size: ThumbnailSize,
): Promise<Thumbnail | 'original' | null> {
  const name = thumbnailName(file.id, size)
  const kept = await contentOf(store, name)
  if (kept !== null) return thumbnail(kept)
  if (file.size > ORIGINAL_BYTES_MAX) return null
  const made = await smallerPicture(async () => {
    const original = await contentOf(store, file.id)
    if (original === null) throw refused('not found')
    return original
  }, size)
  if (made === 'unable') return 'original'
  if (made === 'later') throw refused('busy')
  // That nothing can be made of it is kept too, as nothing: it is not tried again for each who looks.
  await store.keep(name, made ?? Buffer.alloc(0)).catch(unlessAway)
  return made === null ? null : thumbnail(made)
}

/** Where there is no room for it, it is made again for the next one: looking needs none. */
function unlessAway(cause: unknown): void {
  if (!(cause instanceof FileStoreAway)) throw cause
}

async function contentOf(store: FileStore, name: string): Promise<Buffer | null> {
  const content = await store.read(name)
  return content === null ? null : Buffer.concat(await content.toArray())
}

function thumbnail(bytes: Buffer): Thumbnail | null {
  return bytes.length === 0 ? null : { bytes, size: bytes.length, type: THUMBNAIL_TYPE }
}
