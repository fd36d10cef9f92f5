// Any text → a text that the document font can draw. A character without a glyph becomes its Unicode number, so that
// nothing is lost and no empty box is drawn.

/** Tells whether the font has a glyph for this code point. */
export type HasSign = (codePoint: number) => boolean

/** Invisible characters: direction of writing, joiners, variation selectors. */
const CONTROLS = /[\p{Cc}\p{Cf}\p{Variation_Selector}\u2028\u2029]/gu

export interface PrintableText {
  readonly text: string
  /** Some of its characters are printed as numbers. */
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
