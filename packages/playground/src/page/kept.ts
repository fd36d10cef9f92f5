// The text of a visit, and what belongs to its data, in the browser's local storage.

const NAME = 'ninefold-playground'

export interface Kept {
  /** The example that it began with. */
  readonly example: string
  readonly text: string
  /** A key for secret texts of the data, in base64. */
  readonly secretKey: string
  readonly cookies: Readonly<Record<string, string>>
  /** There is a database of this text, or of one before it. */
  readonly hasData: boolean
}

/** Null: nobody was here, or the browser keeps nothing. */
export function readKept(): Kept | null {
  try {
    const found = localStorage.getItem(NAME)
    return found === null ? null : (JSON.parse(found) as Kept)
  } catch {
    return null
  }
}

/** Answers whether the browser has taken it. */
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
