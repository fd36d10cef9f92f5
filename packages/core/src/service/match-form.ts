// Typed text of a construct, and its possible forms → candidates for the next position.

import { fitsSlot, piecesOf, wholeForm, type Piece } from '../grammar/values.ts'

export type Next =
  | { readonly kind: 'words'; readonly words: string; readonly typed: string; readonly form: string }
  | { readonly kind: 'slot'; readonly slot: string; readonly typed: string; readonly before: Filled }

/** Values of the slots before the caret, by slot. */
export type Filled = Readonly<Record<string, string>>

const KNOWN = new Map<string, Piece[]>()

export function nextOf(typed: string, forms: readonly string[]): Next[] {
  return forms.flatMap((form) => {
    const pieces = KNOWN.get(form) ?? piecesOf(form)
    KNOWN.set(form, pieces)
    const found: Next[] = []
    follow(pieces, typed, {}, wholeForm(form), found)
    return found
  })
}

/** Every way to match the pieces with the typed text, as far as it goes. */
function follow(pieces: readonly Piece[], rest: string, filled: Filled, form: string, found: Next[]): void {
  const [piece, ...after] = pieces
  if (piece === undefined) return
  switch (piece.kind) {
    case 'optional':
      follow([...piece.pieces, ...after], rest, filled, form, found)
      return follow(after, rest, filled, form, found)
    case 'words':
      if (piece.text.startsWith(rest) && piece.text.trim() !== '' && rest !== piece.text)
        found.push({ kind: 'words', words: piece.text, typed: rest, form })
      if (rest.startsWith(piece.text)) follow(after, rest.slice(piece.text.length), filled, form, found)
      return
    case 'code': {
      const code = /^`[^`]*`/.exec(rest)
      if (code !== null) follow(after, rest.slice(code[0].length), filled, form, found)
      return
    }
    case 'slot':
      if (fitsSlot(piece.text, rest)) found.push({ kind: 'slot', slot: piece.text, typed: rest, before: filled })
      for (const end of endsOf(piece.text, rest, firstWords(after)))
        follow(after, rest.slice(end), { ...filled, [piece.text]: rest.slice(0, end) }, form, found)
  }
}

/** The possible first words. */
function firstWords([piece, ...after]: readonly Piece[]): string[] {
  if (piece === undefined || piece.kind === 'code' || piece.kind === 'slot') return []
  return piece.kind === 'optional' ? [...firstWords(piece.pieces), ...firstWords(after)] : [piece.text]
}

/** A name may contain spaces, so it can end before any of the following words. */
function endsOf(slot: string, rest: string, after: readonly string[]): number[] {
  const ends: number[] = []
  for (let end = 1; end <= rest.length; end++) {
    if (!fitsSlot(slot, rest.slice(0, end))) break
    const remaining = rest.slice(end)
    if (after.some((words) => remaining.startsWith(words) || (remaining !== '' && words.startsWith(remaining))))
      ends.push(end)
  }
  return ends
}
