// The outcome of a saved version of the text.

import type { WaitingStep } from '@ninefold/server/store/migrate/migrate.ts'
import type { Diagnostic } from '@ninefold/core/diagnostic/diagnostic.ts'
import type { Source } from '@ninefold/core/text/source.ts'
import type { Compiled } from '../pipeline.ts'

/** The application that is served while a text is held back. */
export type ServedMeanwhile = 'last good version' | 'version of the data' | 'nothing'

/** The outcome of a version, for the report to the author. */
export type Outcome =
  | {
      readonly kind: 'applied'
      readonly source: Source
      readonly compiled: Compiled
      /** As sentences. */
      readonly changes: readonly string[]
      readonly unloaded: Diagnostic | null
      readonly tookMs: number
    }
  | {
      readonly kind: 'errors'
      readonly source: Source
      readonly compiled: Compiled
      readonly served: ServedMeanwhile
    }
  | { readonly kind: 'waiting'; readonly source: Source; readonly steps: readonly WaitingStep[] }
  | { readonly kind: 'failed'; readonly cause: unknown }
  | { readonly kind: 'file gone'; readonly reason: string }
