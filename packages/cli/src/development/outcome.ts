// The outcome of saving a version of the text.

import type { WaitingStep } from '@ninefold/server/store/migrate/migrate.ts'
import type { Diagnostic } from '@ninefold/core/diagnostic/diagnostic.ts'
import type { Source } from '@ninefold/core/text/source.ts'
import type { Compiled } from '../pipeline.ts'

/** Which application answers while a text is held back. */
export type ServedMeanwhile = 'last good version' | 'version of the data' | 'nothing'

/** The outcome of a version, as a person is told of it. */
export type Outcome =
  | {
      readonly kind: 'applied'
      readonly source: Source
      readonly compiled: Compiled
      /** In sentences. */
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
