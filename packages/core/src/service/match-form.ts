// What is typed of a construct, and the forms that it may have → what can stand next.
// A form is written as an author reads it in a hint, with words in capitals for names: `find NAME in ENTITY where …`.

export type Next =
  | { readonly kind: 'words'; readonly words: string; readonly typed: string; readonly form: string }
  | { readonly kind: 'slot'; readonly slot: string; readonly typed: string; readonly before: Filled }

/** What fills the slots before the caret, by slot. */
export type Filled = Readonly<Record<string, string>>

type Piece =
  | { readonly kind: 'words' | 'code'; readonly text: string }
  | { readonly kind: 'slot'; readonly text: string }

/** A word in capitals is a slot; `…` in backticks an expression; everything else stands as it is. */
const PIECES = /`…`|\b[A-Z]{2,}\b/g

function piecesOf(form: string): Piece[] {
  const pieces: Piece[] = []
  let from = 0
  for (const match of form.matchAll(PIECES)) {
    if (match.index > from) pieces.push({ kind: 'words', text: form.slice(from, match.index) })
    pieces.push({ kind: match[0] === '`…`' ? 'code' : 'slot', text: match[0] })
    from = match.index + match[0].length
  }
  if (from < form.length) pieces.push({ kind: 'words', text: form.slice(from) })
  return pieces
}

const KNOWN = new Map<string, Piece[]>()

export function nextOf(typed: string, forms: readonly string[]): Next[] {
  return forms.flatMap((form) => {
    const pieces = KNOWN.get(form) ?? piecesOf(form)
    KNOWN.set(form, pieces)
    return nextOfForm(typed, pieces, form)
  })
}

function nextOfForm(typed: string, pieces: readonly Piece[], form: string): Next[] {
  const found: Next[] = []
  let states: { rest: string; filled: Filled }[] = [{ rest: typed, filled: {} }]
  for (const [index, piece] of pieces.entries()) {
    const following: typeof states = []
    for (const { rest, filled } of states) {
      if (piece.kind === 'words') {
        const isBegun = piece.text.startsWith(rest)
        if (isBegun && piece.text.trim() !== '' && rest !== piece.text)
          found.push({ kind: 'words', words: piece.text, typed: rest, form })
        if (rest.startsWith(piece.text)) following.push({ rest: rest.slice(piece.text.length), filled })
      } else if (piece.kind === 'code') {
        const code = /^`[^`]*`/.exec(rest)
        if (code !== null) following.push({ rest: rest.slice(code[0].length), filled })
      } else {
        if (fits(piece.text, rest)) found.push({ kind: 'slot', slot: piece.text, typed: rest, before: filled })
        following.push(...filledBy(piece.text, rest, pieces[index + 1], filled))
      }
    }
    states = following
  }
  return found
}

/** Names that may hold spaces. All others are one word, or two with a dot between. */
const SPACED = ['ROLE', 'BASE', 'TRANSITION', 'STATE', 'SCREEN', 'MESSAGE', 'CALL', 'VALUE', 'PROBLEM', 'ORDER']

function fits(slot: string, typed: string): boolean {
  return SPACED.includes(slot) ? !/[`,;]/.test(typed) : /^[\w.]*$/.test(typed)
}

/** A name may hold spaces, so it ends wherever the words after it begin. */
function filledBy(slot: string, rest: string, after: Piece | undefined, filled: Filled) {
  if (after === undefined || after.kind !== 'words') return []
  const states: { rest: string; filled: Filled }[] = []
  for (let end = 1; end <= rest.length; end++) {
    const remaining = rest.slice(end)
    if (!fits(slot, rest.slice(0, end))) break
    if (remaining.startsWith(after.text) || (remaining !== '' && after.text.startsWith(remaining)))
      states.push({ rest: remaining, filled: { ...filled, [slot]: rest.slice(0, end) } })
  }
  return states
}
