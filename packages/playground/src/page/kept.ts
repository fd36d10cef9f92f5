// The text of a visit, and the keys of its data, in the browser's local storage.

const NAME = 'ninefold-playground'

export interface Kept {
  /** The example that the visit started with. */
  readonly example: string
  readonly text: string
  /** Key for secret texts of the data, in base64. */
  readonly secretKey: string
  readonly cookies: Readonly<Record<string, string>>
  /** True: a database of this text, or of an earlier version, exists. */
  readonly hasData: boolean
}

/** Null: a first visit, or the browser stores nothing. */
export function readKept(): Kept | null {
  try {
    const found = localStorage.getItem(NAME)
    return found === null ? null : (JSON.parse(found) as Kept)
  } catch {
    return null
  }
}

/** Tells whether the browser has stored it. */
export function keep(kept: Kept): boolean {
  try {
    localStorage.setItem(NAME, JSON.stringify(kept))
    return true
  } catch {
    return false
  }
}

export function newSecretKey(): string {
  return btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(32))))
}
