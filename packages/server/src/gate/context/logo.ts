// The pictures that stand for an application, as they lay beside its text when this process read it.

import type { LogoGround } from '@ninefold/core/contract/wire/brand.ts'

export interface LogoPicture {
  readonly bytes: Buffer
  /** As its content says. */
  readonly type: string
  /** Equal for equal pictures, in whatever process. */
  readonly version: string
}

export type Logo = Readonly<Record<LogoGround, LogoPicture>>
