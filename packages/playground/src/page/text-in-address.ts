// A text ↔ the fragment of an address (`#`), which browsers send to no server.

const IN_ADDRESS = 'text='

export async function addressOf(text: string): Promise<string> {
  const packed = new Blob([text]).stream().pipeThrough(new CompressionStream('deflate-raw'))
  const bytes = new Uint8Array(await new Response(packed).arrayBuffer())
  const letters = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
  return `#${IN_ADDRESS}${letters.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')}`
}

/** Null: no text, or an incomplete one. */
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
