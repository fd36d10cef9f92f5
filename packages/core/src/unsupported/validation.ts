// What of point 5 does not run yet.

import { diagnostic, type Diagnostic } from '../diagnostic/diagnostic.ts'
import type { ValidationModel } from '../model/validation.ts'

export function unsupportedValidation({ rulesOverRecords }: ValidationModel): Diagnostic[] {
  return rulesOverRecords.map(({ span }) => diagnostic('N012', span, 'Rules over several records are'))
}
