// Tells whether the page is as narrow as a phone. It is known before the first drawing, so that no desktop layout
// flashes up.

import { useMediaQuery } from '@mantine/hooks'

/** Paper may be as narrow, but is not a phone. */
const NARROW = 'screen and (max-width: 48em)'

export function useIsPhone(): boolean {
  return useMediaQuery(NARROW, undefined, { getInitialValueInEffect: false }) === true
}
