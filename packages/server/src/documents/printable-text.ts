// Any text → one that the font of documents can draw, with the same meaning: what it has no sign for stands as the number
// that Unicode gives it, so that nothing is lost and nothing is drawn as an empty box.

/** Has the font a sign for this code point? */
export type HasSign = (codePoint: number) => boolean

/** Characters that only control others: direction of writing, joining, variants of signs. */
const CONTROLS = /[\p{Cc}\p{Cf}\p{Variation_Selector}\u2028\u2029]/gu

export interface PrintableText {
  readonly text: string
  /** Some of its characters stand as their numbers. */
  readonly hasNumbers: boolean
}

export function printableText(text: string, hasSign: HasSign): PrintableText {
  let hasNumbers = false
  const plain = text
    .toWellFormed()
    .normalize('NFC')
    .replace(/\r\n?|[\u2028\u2029\u0085]/g, '\n')
    .replace(/\t/g, '    ')
    .replace(CONTROLS, (control) => (control === '\n' ? control : ''))
  const shown = Array.from(plain, (character) => {
    const codePoint = character.codePointAt(0) ?? 0
    if (character === '\n' || hasSign(codePoint)) return character
    hasNumbers = true
    return `[U+${codePoint.toString(16).toUpperCase().padStart(4, '0')}]`
  }).join('')
  return { text: shown, hasNumbers }
}
