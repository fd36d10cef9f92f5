// How an application looks, as far as its specification says: a colour, and a logo by its addresses.

export const LOGO_PATH = '/_ninefold/logo'

/** On light pages and on dark ones. */
export const LOGO_GROUNDS = ['light', 'dark'] as const

export type LogoGround = (typeof LOGO_GROUNDS)[number]

/** A larger logo would delay every first page. */
export const LOGO_BYTES_MAX = 200 * 1024

export interface AppBrand {
  /** `#0a7d5c`; null: the web app's own. */
  readonly colour: string | null
  /** Addresses; null: the first letter of the name stands for it. Both are the same where there is one picture. */
  readonly logo: Readonly<Record<LogoGround, string>> | null
}

/** Another picture has another address, so that browsers may keep each. */
export function logoAddress(ground: LogoGround, version: string): string {
  return `${LOGO_PATH}/${ground}?version=${version}`
}
