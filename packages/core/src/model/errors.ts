// Point 8, checked.

import type { Expression, Value } from '../expression/expression.ts'
import type { Stated } from './model.ts'

export interface ErrorsModel {
  /** An object expression over `code message about errors status requestId`; null: RFC 9457. */
  readonly body: Expression | null
  readonly catalogue: readonly CatalogueEntry[]
  /** Overrides by built-in error; those not named keep the supplied wording. */
  readonly builtIn: Readonly<Partial<Record<BuiltInError, BuiltInOverride>>>
}

export interface CatalogueEntry extends Stated {
  readonly code: string
  readonly status: number
  readonly about: string
  readonly message: MessageTemplate
}

export interface BuiltInOverride extends Stated {
  readonly status: number | null
  readonly about: string | null
  readonly message: MessageTemplate | null
}

/**
 * The words of an error. A placeholder is resolved where the error is raised: its path starts with a field of
 * the failing record, a name bound by a step, `path`, `input`, or a constant.
 */
export interface MessageTemplate extends Stated {
  readonly parts: readonly ({ readonly kind: 'text'; readonly text: string } | MessagePlaceholder)[]
}

export type MessagePlaceholder =
  /** A constant, already in the words that a person reads ("15 minutes"). */
  | { readonly kind: 'constant'; readonly text: string; readonly value: Value }
  | { readonly kind: 'path'; readonly path: readonly string[] }

export const BUILT_IN_ERRORS = [
  'not signed in',
  'session not valid',
  'forbidden',
  'not found',
  'blank',
  'wrong type',
  'unknown input',
  'too short',
  'too long',
  'too small',
  'too big',
  'pattern',
  'taken',
  'in use',
  'stale',
  'wrong state',
  'too many',
  'body not readable',
  'unexpected',
  'not shown',
] as const

export type BuiltInError = (typeof BUILT_IN_ERRORS)[number]
