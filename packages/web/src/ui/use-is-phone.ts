// Whether a page is as narrow as a phone: known when something is first drawn, so that nothing is drawn for a desktop before.

import { useMediaQuery } from '@mantine/hooks'

const NARROW = '(max-width: 48em)'

/** Paper may be as narrow, and is no phone. */
export function useIsPhone(): boolean {
  return useMatch(`screen and ${NARROW}`)
}

export function useIsNarrow(): boolean {
  return useMatch(NARROW)
}

function useMatch(query: string): boolean {
  return useMediaQuery(query, undefined, { getInitialValueInEffect: false }) === true
}
