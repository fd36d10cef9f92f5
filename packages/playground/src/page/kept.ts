// The text of a visit, and what belongs to its data, in the browser's local storage; a text in the address of the page.

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

const IN_ADDRESS = 'text='

/** The part of the address behind `#`, which no server is sent. */
export async function addressOf(text: string): Promise<string> {
  const packed = new Blob([text]).stream().pipeThrough(new CompressionStream('deflate-raw'))
  const bytes = new Uint8Array(await new Response(packed).arrayBuffer())
  const letters = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
  return `#${IN_ADDRESS}${letters.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')}`
}

/** Null: there is none, or it is not whole. */
export async function textIn(hash: string): Promise<string | null> {
  if (!hash.startsWith(`#${IN_ADDRESS}`)) return null
  try {
    const letters = hash
      .slice(1 + IN_ADDRESS.length)
      .replaceAll('-', '+')
      .replaceAll('_', '/')
    const bytes = Uint8Array.from(atob(letters), (letter) => letter.charCodeAt(0))
    return await new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'))).text()
  } catch {
    return null
  }
}
