// Small versions of a picture: few, and of fixed sizes, so that nobody can have the server make as many as they like.

/** The longer side of each, in pixels. Small ones stand in tables and forms, medium ones on cards and records. */
export const THUMBNAILS = { small: 160, medium: 640 } as const

export type ThumbnailSize = keyof typeof THUMBNAILS

export const THUMBNAIL_SIZES = Object.keys(THUMBNAILS) as readonly ThumbnailSize[]

/** Types of content that browsers show as pictures and that hold no program. */
export const IMAGE_TYPES: readonly string[] = ['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif']

/** Beside the address of the file itself. */
export function thumbnailAddress(url: string, size: ThumbnailSize): string {
  return `${url}/${size}`
}
