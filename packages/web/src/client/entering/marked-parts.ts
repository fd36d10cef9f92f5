// A text and search words → its parts, with hits marked. Each word is searched separately, ignoring case and accents,
// as on the server.

export interface TextPart {
  readonly text: string
  readonly isHit: boolean
}

export function markedParts(text: string, sought: string): TextPart[] {
  const words = [
    ...new Set(
      plain(sought)
        .text.split(/\s+/)
        .filter((word) => word !== ''),
    ),
  ]
  const { text: comparable, places } = plain(text)
  const isHit: boolean[] = Array.from({ length: text.length }, () => false)
  for (const word of words) {
    for (let at = comparable.indexOf(word); at >= 0; at = comparable.indexOf(word, at + word.length)) {
      const [begin = 0, end = text.length] = [places[at], places[at + word.length]]
      isHit.fill(true, begin, end)
    }
  }
  const parts: TextPart[] = []
  for (let begin = 0; begin < text.length;) {
    let end = begin + 1
    while (end < text.length && isHit[end] === isHit[begin]) end += 1
    parts.push({ text: text.slice(begin, end), isHit: isHit[begin] === true })
    begin = end
  }
  return parts
}

/** `places`: the start of each character in the text, and the end. */
function plain(text: string): { readonly text: string; readonly places: readonly number[] } {
  let result = ''
  const places: number[] = []
  let at = 0
  for (const character of text) {
    const bare = character.toLowerCase().normalize('NFD').replaceAll(/\p{M}/gu, '')
    for (let index = 0; index < bare.length; index += 1) places.push(at)
    result += bare
    at += character.length
  }
  places.push(at)
  return { text: result, places }
}
