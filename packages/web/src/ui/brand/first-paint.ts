// Postpones invisible parts until after the first paint: web fonts, and forms below the main content.

import { useEffect } from 'react'

let seen = (): void => {}
const painted = new Promise<void>((resolve) => {
  seen = resolve
})

/** Resolves after the application's first paint. */
export function whenPainted(): Promise<void> {
  return painted
}

/** Rendered beside the main content. */
export function Seen(): null {
  useEffect(() => {
    // The frame callback runs before the paint, the timer after it.
    const frame = requestAnimationFrame(() => setTimeout(seen))
    return () => cancelAnimationFrame(frame)
  }, [])
  return null
}
