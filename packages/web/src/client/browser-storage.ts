// The browser's storage. Where it is disabled or full, nothing is kept: reading finds nothing, and writing does nothing.

export interface BrowserStorage {
  readonly read: (key: string) => string | null
  /** Null: removes it. */
  readonly write: (key: string, value: string | null) => void
}

/** Kept until somebody clears it. */
export const LOCAL = storageIn(() => window.localStorage)
/** Kept until the tab is closed. */
export const SESSION = storageIn(() => window.sessionStorage)

/** `area`: a function, because a browser with disabled storage throws at the name itself. */
function storageIn(area: () => Storage): BrowserStorage {
  return {
    read: (key) => {
      try {
        return area().getItem(key)
      } catch {
        return null
      }
    },
    write: (key, value) => {
      try {
        if (value === null) area().removeItem(key)
        else area().setItem(key, value)
      } catch {
        // Owners keep in memory what has to hold until the page is left.
      }
    },
  }
}
