// Invisible parts wait until the rest is seen: the page's letters, and forms below what a page is about.

import { useEffect } from 'react'

let seen = (): void => {}
const painted = new Promise<void>((resolve) => {
  seen = resolve
})

/** Once the application has been painted for the first time. */
export function whenPainted(): Promise<void> {
  return painted
}

/** It stands beside what there is to see. */
export function Seen(): null {
  useEffect(() => {
    // A frame is asked for its contents, and then painted.
    const frame = requestAnimationFrame(() => setTimeout(seen))
    return () => cancelAnimationFrame(frame)
  }, [])
  return null
}
