// What of point 9 does not run yet.

import { diagnostic, type Diagnostic } from '../diagnostic/diagnostic.ts'
import type { LimitsModel } from '../model/limits.ts'

export function unsupportedLimits({ currency }: LimitsModel): Diagnostic[] {
  return currency === null ? [] : [diagnostic('N012', currency.span, 'The setting "Currency" is')]
}
