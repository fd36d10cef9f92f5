// A stored picture → a thumbnail, made on the first request and stored beside it.

import { IMAGE_TYPES, type ThumbnailSize } from '@ninefold/core/contract/wire/thumbnails.ts'
import { refused } from '../../gate/context/refusal.ts'
import { type FileStore, FileStoreAway, thumbnailName } from '../../store/files/file-store.ts'
import type { FileValue } from '../../store/files/kept-files.ts'
import { smallerPicture, THUMBNAIL_TYPE } from '../../store/files/pictures.ts'

/** Larger pictures are not read into memory. */
const ORIGINAL_BYTES_MAX = 50 * 1024 ** 2

export interface Thumbnail {
  readonly bytes: Buffer
  readonly size: number
  readonly type: string
}

/** Thumbnails in progress, so that concurrent requests share one. */
const making = new Map<string, Promise<Thumbnail | 'original' | null>>()

/** Null: the file is not a picture, or cannot be scaled. `original`: this platform cannot scale pictures. */
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
  // A failure is stored too, as an empty file, so that it is not tried again for every viewer.
  await store.keep(name, made ?? Buffer.alloc(0)).catch(unlessAway)
  return made === null ? null : thumbnail(made)
}

/** If the store is full, the thumbnail is made again next time: viewing must not need space. */
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
