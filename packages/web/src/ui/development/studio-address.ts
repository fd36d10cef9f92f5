// Where the author's pages are: they stand alone, without the application's own ways around them.

import { POINTS } from '@ninefold/core/model/points.ts'

export const STUDIO = '/_ninefold'

/** The guided first run. */
export const GUIDE_PAGE = 'begin'

export function isStudio(pathname: string): boolean {
  return (
    pathname === STUDIO ||
    ['editor', 'requests', 'clock', GUIDE_PAGE, ...POINTS].some((page) => pathname === `${STUDIO}/${page}`)
  )
}
