// Tells whether the page is as narrow as a phone. It is known before the first drawing, so that no desktop layout
// flashes up.

import { useMediaQuery } from '@mantine/hooks'

const NARROW = '(max-width: 48em)'

/** Paper may be as narrow, but is not a phone. */
export function useIsPhone(): boolean {
  return useMatch(`screen and ${NARROW}`)
}

export function useIsNarrow(): boolean {
  return useMatch(NARROW)
}

function useMatch(query: string): boolean {
  return useMediaQuery(query, undefined, { getInitialValueInEffect: false }) === true
}
