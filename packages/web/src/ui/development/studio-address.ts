// Addresses of the author's pages, which have no navigation of the application.

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
