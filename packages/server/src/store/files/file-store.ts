// The store for uploads: a folder or a bucket. A file is complete or absent. The database knows which files exist and
// what they belong to.

import type { Readable } from 'node:stream'
import { THUMBNAIL_SIZES, type ThumbnailSize } from '@ninefold/core/contract/wire/thumbnails.ts'

export interface FileStore {
  /** Receives and counts bytes. Above `bytesMax` it throws FileTooBig and stores nothing. */
  receive(id: string, content: Readable, bytesMax: number): Promise<ReceivedFile>
  /** The whole file, or a range. Null: there is no such file. */
  read(name: KeptName, part?: ByteRange): Promise<Readable | null>
  /** Stores a derivative of a stored file, such as a thumbnail. */
  keep(name: KeptName, content: Buffer): Promise<void>
  /** Removes the file and its derivatives. */
  remove(id: string): Promise<void>
  /**
   * Ids of files that were stored before that moment, possibly repeated. Unfinished uploads from before it are removed.
   */
  keptBefore(moment: number): AsyncIterable<string>
  /**
   * Returns the owner of the store; without one, `owner` becomes it. Throws FileStoreAway if the store cannot be used.
   */
  claim(owner: string): Promise<string>
}

/** A file's name is its id; a derivative's name is the id with a suffix. */
export type KeptName = string

/** The first and the last byte, both counted from 0 and within the file. */
export interface ByteRange {
  readonly start: number
  readonly end: number
}

/** A received upload. It is stored only when `keep` is called, after its content was checked. */
export interface ReceivedFile {
  readonly size: number
  /** A local path for reading its content. */
  readonly path: string
  keep(): Promise<void>
  discard(): Promise<void>
}

export class FileTooBig extends Error {
  override name = 'FileTooBig'
}

/** The store does not answer, or not as expected; a retry may help. */
export class FileStoreAway extends Error {
  override name = 'FileStoreAway'
}

/** The object that names the owner of the store. */
export const OWNER_NAME = 'ninefold-database'

const ID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'
const NAME = new RegExp(`^(${ID})(?:\\.(?:${THUMBNAIL_SIZES.join('|')}))?$`)

export function thumbnailName(id: string, size: ThumbnailSize): KeptName {
  return `${id}.${size}`
}

/** Names of a file and of all its possible derivatives. */
export function namesOf(id: string): readonly KeptName[] {
  return [id, ...THUMBNAIL_SIZES.map((size) => thumbnailName(id, size))].map(checkedName)
}

export function checkedName(name: KeptName): KeptName {
  if (!NAME.test(name)) throw new Error('The name of a kept file is its id.')
  return name
}

/** Null: the name is not that of a file. */
export function idIn(name: string): string | null {
  return NAME.exec(name)?.[1] ?? null
}
