// Thumbnails of a picture: few and of fixed sizes, so that clients cannot have arbitrary many made.

/** The longer side, in pixels. Small ones are for tables and forms, medium ones for cards and records. */
export const THUMBNAILS = { small: 160, medium: 640 } as const

export type ThumbnailSize = keyof typeof THUMBNAILS

export const THUMBNAIL_SIZES = Object.keys(THUMBNAILS) as readonly ThumbnailSize[]

/** Types that browsers show as pictures and that cannot contain scripts. */
export const IMAGE_TYPES: readonly string[] = ['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif']

/** Next to the address of the file itself. */
export function thumbnailAddress(url: string, size: ThumbnailSize): string {
  return `${url}/${size}`
}
