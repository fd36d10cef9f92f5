// What of point 9 does not run yet.

import { diagnostic, type Diagnostic } from '../diagnostic/diagnostic.ts'
import type { LimitsModel } from '../model/limits.ts'

export function unsupportedLimits({ currency, weekStarts, secrets }: LimitsModel): Diagnostic[] {
  return [
    ...(currency === null ? [] : [diagnostic('N012', currency.span, 'The setting "Currency" is')]),
    ...(weekStarts === null ? [] : [diagnostic('N012', weekStarts.span, 'The setting "Week starts" is')]),
    ...secrets.map(({ span }) => diagnostic('N012', span, 'Secrets are')),
  ]
}
