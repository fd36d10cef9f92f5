// A text and what was sought → its parts, and which of them are hits. Every word that was typed is looked for by itself,
// without regard to capitals and accents, as the server compares them.

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

/** `places`: of each character, where it began in the text; and one more, where that ends. */
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
