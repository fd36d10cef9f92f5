// What of point 2 is not drawn yet. The other parts of such a screen are.

import { diagnostic, type Diagnostic } from '../diagnostic/diagnostic.ts'
import type { ScreensModel } from '../model/screens.ts'

export function unsupportedScreens({ screens }: ScreensModel): Diagnostic[] {
  return screens.flatMap(({ refreshing }) =>
    refreshing?.kind === 'live' ? [diagnostic('N012', refreshing.span, 'Refreshing live is')] : [],
  )
}
