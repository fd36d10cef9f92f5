// Tools beside an application while its specification is written, and never otherwise: whose eyes a session sees
// with, and somebody who is told which steps a request runs.

import type { Stated } from '@ninefold/core/model/stated.ts'
import type { Refusal } from './refusal.ts'

export interface Development {
  /** The role that whoever carries this token is seen with, in place of their own; null: their own. */
  roleOf(token: string): string | null
  /** A step of the text begins, in the request that is being answered here. */
  stepBegins(step: Stated): void
  /** The request that is being answered here is refused with this. */
  refuses(refusal: Refusal): void
}
