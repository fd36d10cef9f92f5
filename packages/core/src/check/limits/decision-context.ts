// Types: the surroundings in which the cells of a decision table are checked.

import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import type { Catalogue } from '../../expression/expression.ts'
import type { EntityFacts } from '../entities/facts.ts'
import type { Names } from '../names/names.ts'
import type { Calendars } from './calendars.ts'

export interface DecisionContext {
  readonly names: Names
  readonly entities: ReadonlyMap<string, EntityFacts>
  /** With the lookups and the tables before this one. */
  readonly catalogue: Catalogue
  readonly calendars: Calendars
  readonly found: Diagnostic[]
}
