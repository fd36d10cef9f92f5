// Removing an entry of the account page, such as a session or key, with its line.

import { useState } from 'react'
import { noticeDone, noticeFailed } from '../errors.tsx'

interface Ending {
  readonly isBusy: boolean
  /** `done`: the message afterwards. */
  readonly end: (ending: Promise<void>, done: string) => void
}

/** `title`: of the message on failure. */
export function useEnding(title: string): Ending {
  const [isBusy, setBusy] = useState(false)
  return {
    isBusy,
    end: (ending, done) => {
      setBusy(true)
      ending
        .then(
          () => {
            // The button disappears with its line, so the focus moves to the page.
            document.getElementById('content')?.focus()
            noticeDone(done)
          },
          (thrown: unknown) => noticeFailed(title, thrown),
        )
        .finally(() => setBusy(false))
    },
  }
}
