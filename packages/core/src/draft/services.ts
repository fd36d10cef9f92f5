// Outside services of point 7 as written.

import type { Span, Written } from '../text/source.ts'
import type { InputDraft } from './calls.ts'

/** `### Outside service: Payments`. */
export interface ServiceDraft {
  readonly name: Written
  /** The variable of the environment that holds its address. Null: not shown, or not readable. */
  readonly address: Written | null
  /** Null: requests carry no secret. */
  readonly signIn: ServiceSignInDraft | null
  readonly waits: ServiceWaitsDraft | null
  readonly operations: readonly ServiceOperationDraft[]
  readonly sends: readonly ServiceValueDraft[]
  readonly gets: readonly ServiceValueDraft[]
  readonly span: Span
}

/** `bearer PAYMENTS_KEY`, `basic PAYMENTS_USER PAYMENTS_PASSWORD`, `header X-Api-Key PAYMENTS_KEY`. */
export type ServiceSignInDraft = { readonly span: Span } & (
  | { readonly kind: 'bearer'; readonly secret: Written }
  | { readonly kind: 'basic'; readonly user: Written; readonly secret: Written }
  | { readonly kind: 'header'; readonly header: Written; readonly secret: Written }
)

/** `5 seconds, 3 tries`. */
export interface ServiceWaitsDraft {
  readonly seconds: Written
  readonly tries: Written | null
}

/** A row of `Operation | Request | Fails with`. */
export interface ServiceOperationDraft {
  readonly name: Written
  readonly method: Written
  readonly path: Written
  readonly failures: readonly { readonly status: Written; readonly code: Written }[]
  readonly span: Span
}

/** A row of `Of | Sends | Like | Needed` or of `Of | Gets | Like | Needed | Example`. */
export interface ServiceValueDraft {
  readonly operation: Written
  readonly value: InputDraft
  /** The stand-in answers with it. */
  readonly example: Written | null
}
