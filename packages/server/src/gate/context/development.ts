// Development tools beside an application: the role that a session is viewed with, and an observer of the steps of a
// request.

import type { Stated } from '@ninefold/core/model/stated.ts'
import type { Refusal } from './refusal.ts'

export interface Development {
  /** The role that the session with this token is viewed with; null: the user's own roles. */
  roleOf(token: string): string | null
  /** Reports a step that begins in the current request. */
  stepBegins(step: Stated): void
  /** Reports the refusal of the current request. */
  refuses(refusal: Refusal): void
}
