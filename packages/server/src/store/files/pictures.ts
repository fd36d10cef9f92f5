// A picture → a smaller one. An uploaded picture may be hostile: only the formats of pictures that browsers show are
// read, whatever else the library could; a picture of too many pixels is not begun; one is made at a time, and not for
// long.

import { IMAGE_TYPES, THUMBNAILS, type ThumbnailSize } from '@ninefold/core/contract/wire/thumbnails.ts'
import type sharpLibrary from 'sharp'

/** A picture that can be read line by line may be larger than the picture of any camera that people have. */
const PIXELS_MAX = 60_000_000
/** A picture that has to be unpacked as a whole takes up to twenty bytes for each. */
const WHOLE_PIXELS_MAX = 16_000_000
const LINE_BY_LINE: readonly string[] = ['image/png', 'image/jpeg']
const SECONDS_MAX = 10
/** A reader behind as many as these gets the icon instead. */
const WAITING_MAX = 50
const QUALITY = 78

export const THUMBNAIL_TYPE = 'image/webp'

const READERS = ['Png', 'Jpeg', 'Nsgif', 'Webp', 'Heif'].flatMap((format) => [
  `VipsForeignLoad${format}File`,
  `VipsForeignLoad${format}Buffer`,
])

type Sharp = typeof sharpLibrary

let library: Promise<Sharp | null> | null = null

/** Null: there is none for this platform. Then pictures are shown as they are. */
function pictureLibrary(): Promise<Sharp | null> {
  library ??= import('sharp').then(
    ({ default: sharp }) => {
      sharp.block({ operation: ['VipsForeignLoad'] })
      sharp.unblock({ operation: READERS })
      sharp.cache(false)
      // Threads beyond one cost memory for each picture, and the program has other things to do.
      sharp.concurrency(1)
      return sharp
    },
    () => null,
  )
  return library
}

/** Null: nothing can be made of it, now or ever. `unable`: not here. `later`: too many are waiting. */
export type Made = Buffer | null | 'unable' | 'later'

let last: Promise<unknown> = Promise.resolve()
let waiting = 0

/**
 * Without what the camera wrote into it (where, when, with what), and the right way up. `load` is asked when it is its
 * turn, so that those that wait take no room.
 */
export async function smallerPicture(load: () => Promise<Buffer>, size: ThumbnailSize): Promise<Made> {
  const sharp = await pictureLibrary()
  if (sharp === null) return 'unable'
  if (waiting >= WAITING_MAX) return 'later'
  waiting += 1
  const made = last.then(async () => resized(sharp, await load(), size))
  last = made.catch(() => null)
  try {
    return await made
  } finally {
    waiting -= 1
  }
}

const PRINTED_PIXELS = 1200
const PRINTED_QUALITY = 85

/** Of a kind that PDF has a place for, and no larger than paper shows. */
export interface PrintedPicture {
  readonly type: 'image/png' | 'image/jpeg'
  readonly bytes: Buffer
}

/** Null: nothing can be made of it, or not here. */
export async function printedPicture(load: () => Promise<Buffer>): Promise<PrintedPicture | null> {
  const sharp = await pictureLibrary()
  if (sharp === null || waiting >= WAITING_MAX) return null
  waiting += 1
  const made = last.then(async () => printed(sharp, await load()))
  last = made.catch(() => null)
  try {
    return await made
  } finally {
    waiting -= 1
  }
}

async function printed(sharp: Sharp, content: Buffer): Promise<PrintedPicture | null> {
  try {
    const picture = sharp(content, { limitInputPixels: PIXELS_MAX, sequentialRead: true, failOn: 'error', pages: 1 })
    const { mediaType, isProgressive, width, height, hasAlpha } = await picture.metadata()
    if (mediaType === undefined || !IMAGE_TYPES.includes(mediaType)) return null
    const isWhole = isProgressive || !LINE_BY_LINE.includes(mediaType)
    if (isWhole && width * height > WHOLE_PIXELS_MAX) return null
    const small = picture
      .autoOrient()
      .resize(PRINTED_PIXELS, PRINTED_PIXELS, { fit: 'inside', withoutEnlargement: true })
      .timeout({ seconds: SECONDS_MAX })
    return hasAlpha
      ? { type: 'image/png', bytes: await small.png().toBuffer() }
      : { type: 'image/jpeg', bytes: await small.jpeg({ quality: PRINTED_QUALITY }).toBuffer() }
  } catch {
    // It cannot be printed, for whatever reason: its name stands in its place.
    return null
  }
}

async function resized(sharp: Sharp, content: Buffer, size: ThumbnailSize): Promise<Made> {
  const pixels = THUMBNAILS[size]
  try {
    const picture = sharp(content, { limitInputPixels: PIXELS_MAX, sequentialRead: true, failOn: 'error', pages: 1 })
    const { mediaType, isProgressive, width, height } = await picture.metadata()
    if (mediaType === undefined || !IMAGE_TYPES.includes(mediaType)) return null
    const isWhole = isProgressive || !LINE_BY_LINE.includes(mediaType)
    if (isWhole && width * height > WHOLE_PIXELS_MAX) return null
    return await picture
      .autoOrient()
      .resize(pixels, pixels, { fit: 'inside', withoutEnlargement: true })
      .webp({ quality: QUALITY })
      .timeout({ seconds: SECONDS_MAX })
      .toBuffer()
  } catch (cause) {
    // A busy machine says nothing about the picture. Any other defect means that it has no thumbnail.
    return /timeout/i.test(String(cause)) ? 'later' : null
  }
}
