// The look of an application as stated: a colour, and the addresses of its logo.

export const LOGO_PATH = '/_ninefold/logo'

/** For light and dark pages. */
export const LOGO_GROUNDS = ['light', 'dark'] as const

export type LogoGround = (typeof LOGO_GROUNDS)[number]

/** A larger logo would delay every first page. */
export const LOGO_BYTES_MAX = 200 * 1024

export interface AppBrand {
  /** `#0a7d5c`; null: the web app's default. */
  readonly colour: string | null
  /** Addresses; null: the first letter of the name is used. Both are equal if there is one picture. */
  readonly logo: Readonly<Record<LogoGround, string>> | null
}

/** A changed picture gets another address, so that browsers may cache it. */
export function logoAddress(ground: LogoGround, version: string): string {
  return `${LOGO_PATH}/${ground}?version=${version}`
}
