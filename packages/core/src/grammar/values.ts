// The values of a label or cell, as forms: `find NAME in ENTITY where …`, as a hint shows it. A word in capitals is a
// slot for a name or amount, `…` in backticks is an expression, [brackets] are optional, and numbers are examples.

export interface Values {
  /** Separator, if several values are permitted. */
  readonly between?: ',' | ';'
  readonly forms: readonly string[]
}

export const one = (...forms: readonly string[]): Values => ({ forms })
export const several = (...forms: readonly string[]): Values => ({ between: ',', forms })
export const entries = (...forms: readonly string[]): Values => ({ between: ';', forms })

/** Free text, an address or an expression. */
export const FREE: Values = { forms: [] }

/** Values that every place accepts while the answer is open. */
export const OPENNESS: readonly string[] = ['not shown', 'none', 'out of scope', 'any of WORDS']

/**
 * `word`: one word, or several with dots between. `words`: spaces, but no comma. `list`: commas, but no expression.
 * `rest`: everything up to the end of the value. `quoted`: everything up to the quote. `media type`: `application/xml`.
 */
type SlotKind = 'word' | 'media type' | 'words' | 'list' | 'rest' | 'quoted'

const SLOTS: Readonly<Record<string, SlotKind>> = {
  ADDRESS: 'words',
  AMOUNT: 'words',
  BASE: 'words',
  CALL: 'words',
  CODE: 'word',
  COLUMN: 'words',
  CONSTANT: 'word',
  CURRENCY: 'word',
  DAY: 'word',
  DOMAIN: 'word',
  DOCUMENT: 'words',
  ENTITY: 'word',
  FIELD: 'word',
  FORMAT: 'words',
  HEADER: 'word',
  INPUT: 'word',
  MESSAGE: 'words',
  MEDIA: 'word',
  MIME: 'media type',
  MONTH: 'word',
  NAME: 'word',
  OPERATION: 'words',
  ORDER: 'words',
  PARAMETER: 'word',
  PATH: 'word',
  PROBLEM: 'words',
  PROVIDER: 'word',
  RELATION: 'word',
  ROLE: 'words',
  SCOPE: 'word',
  SCREEN: 'words',
  SECRET: 'word',
  SERVICE: 'word',
  SETS: 'rest',
  SHAPE: 'word',
  SHARED: 'words',
  STATE: 'words',
  STATUS: 'word',
  TERMS: 'words',
  TITLE: 'quoted',
  TRANSITION: 'words',
  TYPE: 'words',
  UNIT: 'word',
  VALUE: 'words',
  WEEKDAY: 'word',
  WORDS: 'list',
}

/** Tells whether these characters fit the slot. */
export function fitsSlot(slot: string, typed: string): boolean {
  switch (SLOTS[slot]) {
    case 'word':
      return /^[\w.-]*$/.test(typed)
    case 'media type':
      return /^[\w./+-]*$/.test(typed)
    case 'list':
      return !/[`;]/.test(typed)
    case 'rest':
      return !typed.includes(';')
    case 'quoted':
      return !typed.includes('"')
    default:
      return !/[`,;]/.test(typed)
  }
}

export type Piece =
  | { readonly kind: 'words'; readonly text: string }
  | { readonly kind: 'code' | 'slot'; readonly text: string }
  /** Pieces that are optional together. */
  | { readonly kind: 'optional'; readonly pieces: readonly Piece[] }

const NAMES = new RegExp(`\`…\`|\\b(?:${Object.keys(SLOTS).join('|')})\\b`, 'g')

export function piecesOf(form: string): Piece[] {
  const open = form.indexOf('[')
  if (open < 0) return plainPieces(form)
  const close = closingOf(form, open)
  return [
    ...plainPieces(form.slice(0, open)),
    { kind: 'optional', pieces: piecesOf(form.slice(open + 1, close)) },
    ...piecesOf(form.slice(close + 1)),
  ]
}

/** Tells whether the form has no slots. */
export function isWordsOnly(form: string): boolean {
  return form.search(NAMES) < 0
}

/** The form with all optional parts. */
export function wholeForm(form: string): string {
  return form.replace(/[[\]]/g, '')
}

function closingOf(form: string, open: number): number {
  let depth = 0
  for (let at = open; at < form.length; at++) {
    if (form[at] === '[') depth++
    else if (form[at] === ']' && --depth === 0) return at
  }
  throw new Error(`A bracket of the form "${form}" is not closed.`)
}

function plainPieces(form: string): Piece[] {
  const pieces: Piece[] = []
  let from = 0
  for (const match of form.matchAll(NAMES)) {
    if (match.index > from) pieces.push({ kind: 'words', text: form.slice(from, match.index) })
    pieces.push({ kind: match[0] === '`…`' ? 'code' : 'slot', text: match[0] })
    from = match.index + match[0].length
  }
  if (from < form.length) pieces.push({ kind: 'words', text: form.slice(from) })
  return pieces
}

/** Sort directions of a list. */
export const DIRECTIONS: Readonly<Record<string, 'ascending' | 'descending'>> = {
  'newest first': 'descending',
  'oldest first': 'ascending',
  'A to Z': 'ascending',
  'Z to A': 'descending',
  'smallest first': 'ascending',
  'lowest first': 'ascending',
  'largest first': 'descending',
  'biggest first': 'descending',
  'highest first': 'descending',
  'by hand': 'ascending',
}

/** The ways in which a call takes its body. */
export const SENT_BODIES: readonly string[] = [
  'JSON',
  'form',
  'form or JSON',
  'multipart',
  'multipart or JSON',
  'form or multipart',
  'JSON, form or multipart',
  'text',
  'text or JSON',
  'text/markdown',
  'text/markdown or JSON',
  'file',
]
