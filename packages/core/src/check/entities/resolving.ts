// Surroundings in which types of fields are resolved.

import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import type { Constant } from '../../model/limits.ts'
import type { Span } from '../../text/source.ts'
import type { Names } from '../names/names.ts'

export interface Resolving {
  readonly names: Names
  readonly constants: ReadonlyMap<string, Constant>
  /** The entity whose records are the users. */
  readonly users: string | null
  /** The currency of point 9. */
  readonly currency: string | null
  readonly found: Diagnostic[]
  /** Did reading find an error at this place? */
  readonly isReportedAsError: (place: Span) => boolean
}
