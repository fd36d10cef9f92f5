// Something on the account page that its user ends, such as a session or a key: it goes with its line.

import { useState } from 'react'
import { noticeDone, noticeFailed } from '../errors.tsx'

interface Ending {
  readonly isBusy: boolean
  /** `done`: said afterwards. */
  readonly end: (ending: Promise<void>, done: string) => void
}

/** `title`: of what is said where it fails. */
export function useEnding(title: string): Ending {
  const [isBusy, setBusy] = useState(false)
  return {
    isBusy,
    end: (ending, done) => {
      setBusy(true)
      ending
        .then(
          () => {
            // The button goes with its line; the keyboard stays on the page.
            document.getElementById('content')?.focus()
            noticeDone(done)
          },
          (thrown: unknown) => noticeFailed(title, thrown),
        )
        .finally(() => setBusy(false))
    },
  }
}
