// The logo files of an application, as they were when this process read them.

import type { LogoGround } from '@ninefold/core/contract/wire/brand.ts'

export interface LogoPicture {
  readonly bytes: Buffer
  /** Detected from the content. */
  readonly type: string
  /** A hash of the pictures, equal in all processes. */
  readonly version: string
}

export type Logo = Readonly<Record<LogoGround, LogoPicture>>
