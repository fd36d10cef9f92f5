// A parser's message → a sentence for the author, at the exact position.

import type { Sentence } from '../../diagnostic/diagnostic.ts'

export interface ParserError extends Error {
  readonly code: string
  readonly range: { readonly start: number; readonly end: number } | undefined
}

export interface SyntaxProblem {
  readonly start: number
  readonly end: number
  readonly sentence: Sentence<'N060'>
  readonly hint: string | null
}

/** Notations of other languages, and their replacements here. */
const INSTEAD: ReadonlyMap<string, string> = new Map([
  ['and', 'Write && for "and".'],
  ['or', 'Write || for "or", or use a second row.'],
  ['not', 'Write ! for "not".'],
  ['is', 'Write == for "is".'],
  ['=', 'Write == to compare.'],
  ['&', 'Write && for "and".'],
  ['|', 'Write || for "or".'],
  [';', 'Write one expression, without ";".'],
  ['“', 'Write straight quotes: ".'],
  ['”', 'Write straight quotes: ".'],
  ['„', 'Write straight quotes: ".'],
  ['‘', "Write straight quotes: '."],
  ['’', "Write straight quotes: '."],
  ['≠', 'Write != for "is not".'],
  ['≤', 'Write <=.'],
  ['≥', 'Write >=.'],
  ['–', 'Write a plain minus sign: -.'],
  ['−', 'Write a plain minus sign: -.'],
  ['\u00a0', 'Write a plain space.'],
])

/** By the parser's code. For all other messages, the text at the position gives the explanation. */
const SENTENCES: Readonly<Record<string, Sentence<'N060'>>> = {
  unterminated_string: ['no closing quote'],
  unterminated_triple_quoted_string: ['no closing quotes'],
  newline_in_string: ['line break in a text'],
  invalid_number: ['no number'],
  invalid_integer: ['no whole number'],
  invalid_hex_integer: ['no whole number'],
  invalid_exponent: ['no exponent'],
  invalid_escape_sequence: ['unknown escape'],
  invalid_unicode_escape: ['unknown escape'],
  invalid_unicode_surrogate: ['unknown escape'],
  invalid_hex_escape: ['unknown escape'],
  invalid_octal_escape: ['unknown escape'],
  octal_escape_out_of_range: ['unknown escape'],
  invalid_macro_argument: ['name of each item'],
}

export function describeSyntaxError(error: ParserError, text: string): SyntaxProblem {
  let start = Math.min(error.range?.start ?? 0, text.length)
  const end = Math.max(start, Math.min(error.range?.end ?? text.length, text.length))
  const told = SENTENCES[error.code]
  if (told !== undefined) return { start, end: wholeCharacter(text, start, end), sentence: told, hint: null }
  const rest = text.slice(start).trimStart()
  if (rest === '') {
    start = text.trimEnd().length
    return { start, end: start, sentence: ['ends early'], hint: missingAtTheEnd(text) }
  }
  const word = /^(\w+|.)/u.exec(rest)?.[0] ?? rest
  start = text.length - rest.length
  const isUnequal = word === '>' && text[start - 1] === '<'
  const hint = isUnequal
    ? 'Write != for "is not".'
    : (insteadOf(text, start) ??
      INSTEAD.get(word) ??
      INSTEAD.get(word.toLowerCase()) ??
      (hasUnit(text, start, word) ? UNITS : null))
  const id = error.code === 'reserved_identifier' ? 'reserved word' : 'does not fit'
  return { start, end: start + word.length, sentence: [id, word], hint }
}

function wholeCharacter(text: string, start: number, end: number): number {
  return end > start ? end : Math.min(text.length, start + ((text.codePointAt(start) ?? 0) > 0xffff ? 2 : 1))
}

/** Names the missing bracket at the end. */
function missingAtTheEnd(text: string): string | null {
  const open: string[] = []
  const closing: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' }
  for (const character of text.replace(/"[^"]*"|'[^']*'/g, '')) {
    const close = closing[character]
    if (close !== undefined) open.push(close)
    else if (character === open.at(-1)) open.pop()
  }
  return open.length > 0 ? `A "${open.at(-1)}" is missing.` : null
}

/** Another language's notation at this position. */
function insteadOf(text: string, start: number): string | null {
  const [before, rest] = [text.slice(0, start), text.slice(start)]
  if (rest.startsWith('=>')) return 'Write map(e, e.amount): the name, a comma, and what follows from it.'
  if (rest.startsWith('?') && /(?<!\?)\?$/.test(before))
    return 'Write orElse(x, instead) for a value that may be empty.'
  if (/^as \w+(?:\/|$)/.test(rest)) return 'The media type stands behind the backticks: `…` as application/json.'
  if (rest.startsWith('between')) return 'Write a >= 1 && a <= 5.'
  return rest.startsWith(',') && /\bin\s*\([^)]*$/.test(before)
    ? 'A list stands in square brackets: in ["a", "b"].'
    : null
}

const UNITS = 'An amount with a unit is a constant of point 9: name it here. 0 is no money in every currency.'

/** `14 days`, `5 MB`, `0 EUR`: the word after a number. */
function hasUnit(text: string, start: number, word: string): boolean {
  return /\d\s*$/.test(text.slice(0, start)) && /^[A-Za-z%]+$/.test(word)
}
