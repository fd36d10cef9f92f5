// A picture → a smaller one. Uploads may be hostile: only picture formats of browsers are read, with a limit of pixels,
// one at a time and with a timeout.

import { IMAGE_TYPES, THUMBNAILS, type ThumbnailSize } from '@ninefold/core/contract/wire/thumbnails.ts'
import type sharpLibrary from 'sharp'

/** Above any camera's pictures, for formats that can be decoded line by line. */
const PIXELS_MAX = 60_000_000
/** For formats that must be decoded as a whole, at up to twenty bytes per pixel. */
const WHOLE_PIXELS_MAX = 16_000_000
const LINE_BY_LINE: readonly string[] = ['image/png', 'image/jpeg']
const SECONDS_MAX = 10
/** Requests beyond this queue length get an icon instead. */
const WAITING_MAX = 50
const QUALITY = 78

export const THUMBNAIL_TYPE = 'image/webp'

const READERS = ['Png', 'Jpeg', 'Nsgif', 'Webp', 'Heif'].flatMap((format) => [
  `VipsForeignLoad${format}File`,
  `VipsForeignLoad${format}Buffer`,
])

type Sharp = typeof sharpLibrary

let library: Promise<Sharp | null> | null = null

/** Null: the library does not support this platform. Pictures are then shown unscaled. */
function pictureLibrary(): Promise<Sharp | null> {
  library ??= import('sharp').then(
    ({ default: sharp }) => {
      sharp.block({ operation: ['VipsForeignLoad'] })
      sharp.unblock({ operation: READERS })
      sharp.cache(false)
      // More threads cost memory per picture, and other work needs the processor.
      sharp.concurrency(1)
      return sharp
    },
    () => null,
  )
  return library
}

/** Null: no thumbnail is possible for this file. `unable`: this platform cannot. `later`: the queue is full. */
export type Made = Buffer | null | 'unable' | 'later'

let last: Promise<unknown> = Promise.resolve()
let waiting = 0

/**
 * Removes metadata (place, time, camera) and applies the orientation. `load` is called only when its turn comes, so
 * that waiting pictures need no memory.
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

/** A picture in a format that PDF supports, no larger than printing needs. */
export interface PrintedPicture {
  readonly type: 'image/png' | 'image/jpeg'
  readonly bytes: Buffer
}

/** Null: the picture cannot be converted, or not on this platform. */
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
    // For any other failure, the name is printed instead.
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
    // A timeout is temporary. Any other error means that the picture has no thumbnail.
    return /timeout/i.test(String(cause)) ? 'later' : null
  }
}
