// Where the author's pages are: they stand alone, without the application's own ways around them.

import { POINTS } from '@ninefold/core/model/points.ts'

export const STUDIO = '/_ninefold'

export function isStudio(pathname: string): boolean {
  return pathname === STUDIO || ['editor', ...POINTS].some((page) => pathname === `${STUDIO}/${page}`)
}
