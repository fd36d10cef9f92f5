// Model → what this version reads and checks, but does not run yet. A text may be ahead of what runs it:
// it has a model, and each such place is told. Whoever builds a construct deletes its line here.

import type { Diagnostic } from '../diagnostic/diagnostic.ts'
import type { Model } from '../model/model.ts'
import { unsupportedEntities } from './entities.ts'
import { unsupportedStates } from './states.ts'
import { unsupportedValidation } from './validation.ts'

export function unsupportedIn(model: Model): Diagnostic[] {
  return [...unsupportedEntities(model.entities), ...unsupportedStates(model), ...unsupportedValidation(model)]
}
