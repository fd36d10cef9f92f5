// The screen whose blocks and actions are checked.

import type { ScreenDraft } from '../../draft/screens.ts'
import type { ScopeVariable } from '../../expression/expression.ts'
import type { Performer } from '../../model/roles.ts'
import type { ScreenChecking } from '../checking.ts'
import type { EntityFacts } from '../entities/facts.ts'
import type { Presence } from '../names/scopes.ts'

export interface ScreenContext {
  readonly checking: ScreenChecking
  readonly screen: ScreenDraft
  /** The entity of the screen's record. */
  readonly record: EntityFacts | null
  /** Null: not stated. */
  readonly who: readonly Performer[] | null
  readonly presence: Presence
  /** `path.slug` and `chosen.tag`. */
  readonly variables: ReadonlyMap<string, ScopeVariable>
}
