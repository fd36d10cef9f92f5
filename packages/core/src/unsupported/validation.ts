// What of point 5 does not run yet.

import { diagnostic, type Diagnostic } from '../diagnostic/diagnostic.ts'
import type { Model } from '../model/model.ts'
import { ruleSources } from '../model/rule-sources.ts'

export function unsupportedValidation(model: Model): Diagnostic[] {
  return model.validation.rulesOverRecords
    .filter((rule) => ruleSources(model, rule) === null)
    .map(({ span }) => diagnostic('N012', span, 'Rules over records that follow from this far away are'))
}
