// A place for uploads: a folder or a bucket. A file is there whole or not at all. Which files
// there are, and what they belong to, the database knows.

import type { Readable } from 'node:stream'
import { THUMBNAIL_SIZES, type ThumbnailSize } from '@ninefold/core/contract/wire/thumbnails.ts'

export interface FileStore {
  /** Takes in what comes, and counts it; more than `bytesMax` throws FileTooBig, and nothing is kept. */
  receive(id: string, content: Readable, bytesMax: number): Promise<ReceivedFile>
  /** All of it, or a part. Null: there is no such file. */
  read(name: KeptName, part?: ByteRange): Promise<Readable | null>
  /** Keeps what was made of a file that is kept. */
  keep(name: KeptName, content: Buffer): Promise<void>
  /** The file, and all that was made of it. */
  remove(id: string): Promise<void>
  /** Ids of what was kept before that moment, some more than once; what was begun before it and never ended goes. */
  keptBefore(moment: number): AsyncIterable<string>
  /** Its owner. When nobody has said so, it is this one from now on. Throws FileStoreAway when it cannot be used. */
  claim(owner: string): Promise<string>
}

/** A file is kept under its id, what was made of it under the id with a word. */
export type KeptName = string

/** From the first byte to the last one, both counted from 0 and both inside the file. */
export interface ByteRange {
  readonly start: number
  readonly end: number
}

/** An upload that has come, and is not kept before it is said so: its content may be refused first. */
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

/** Where files are kept does not answer, or not as it should; later it may. */
export class FileStoreAway extends Error {
  override name = 'FileStoreAway'
}

/** Holds whose files these are. */
export const OWNER_NAME = 'ninefold-database'

const ID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'
const NAME = new RegExp(`^(${ID})(?:\\.(?:${THUMBNAIL_SIZES.join('|')}))?$`)

export function thumbnailName(id: string, size: ThumbnailSize): KeptName {
  return `${id}.${size}`
}

/** Of a file, and of all that may have been made of it. */
export function namesOf(id: string): readonly KeptName[] {
  return [id, ...THUMBNAIL_SIZES.map((size) => thumbnailName(id, size))].map(checkedName)
}

export function checkedName(name: KeptName): KeptName {
  if (!NAME.test(name)) throw new Error('The name of a kept file is its id.')
  return name
}

/** Null: it is the name of something else. */
export function idIn(name: string): string | null {
  return NAME.exec(name)?.[1] ?? null
}
