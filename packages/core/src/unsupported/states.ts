// What of point 4 does not run yet.

import { diagnostic, type Diagnostic } from '../diagnostic/diagnostic.ts'
import type { StatesModel } from '../model/states.ts'

export function unsupportedStates({ machines }: StatesModel): Diagnostic[] {
  return machines.flatMap(({ clocks }) => clocks.map(({ span }) => diagnostic('N012', span, 'Clocks are')))
}
