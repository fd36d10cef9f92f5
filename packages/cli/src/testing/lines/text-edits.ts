// A specification's text → its content a moment later: typing mistakes, traces of editors, output of programs that do
// not know the language, and other valid texts. Driven by the given random numbers.

import { below, chosen, type Random } from '../chance.ts'

/** The new content of the file. Null: the file is deleted. */
export interface TextEdit {
  readonly kind: EditKind
  readonly content: string | Uint8Array | null
}

export type EditKind = keyof typeof EDITS

type Edit = (text: string, random: Random) => TextEdit['content']

const STRANGE = [
  '\u0000',
  '\u200B',
  '\u00A0',
  '\u202E',
  '\u0301',
  '\uFEFF',
  '\u2028',
  '“',
  '😀',
  'ß',
  '|',
  '`',
  '\\',
  '#',
  '\r',
  '\t',
  '"',
]
const FIELD_ROW = /(?<=\n)\| [a-z]\w+ \| (?:text|long text|date|whole|money|choice|yes)[^\n]*/g
const HUGE_ROWS = 3_000
const LONG_LINE = 200_000

const EDITS = {
  'a line is gone': (text, random) => inLines(text, random, () => []),
  'a line twice': (text, random) => inLines(text, random, (line) => [line, line]),
  'two lines change places': (text, random) => swapped(text.split('\n'), random).join('\n'),
  'a cell is gone': (text, random) => inRow(text, random, (cells) => without(cells, random)),
  'a cell is empty': (text, random) => inRow(text, random, (cells) => replaced(cells, random, () => ' ')),
  'two cells change places': (text, random) => inRow(text, random, (cells) => swapped(cells, random)),
  'a character is gone': (text, random) => splice(text, random, 1, () => ''),
  'a character twice': (text, random) => splice(text, random, 1, (character) => character + character),
  'a strange character': (text, random) => splice(text, random, 0, () => chosen(STRANGE, random)),
  'any characters': (text, random) => splice(text, random, below(9, random), () => strangeText(random)),
  'cut short': (text, random) => text.slice(0, below(text.length, random)),
  'a part twice': (text, random) => text + text.slice(below(text.length, random)),
  'a part is gone': (text, random) => splice(text, random, below(text.length / 4, random), () => ''),
  'a table of thousands': (text, random) =>
    inLines(text, random, (line) =>
      Array.from({ length: HUGE_ROWS }, (_, index) => line.replace(/\d+/, String(index))),
    ),
  'a line without an end': (text, random) =>
    inLines(text, random, (line) => [line + line.slice(-9).repeat(LONG_LINE / 9)]),
  'another number': (text, random) => inWords(text, random, /\d+/g, () => String(below(40, random))),
  'a field is new': (text, random) =>
    inWords(text, random, FIELD_ROW, (row) => `${row}\n| added | whole number | | ${below(9, random)} | |`),
  'a field that nobody has given': (text, random) =>
    inWords(text, random, FIELD_ROW, (row) => `${row}\n| needed | text up to 20 | required | | |`),
  'nothing names a field any more': (text, random) => {
    const name = /\w+/.exec(chosen(text.match(FIELD_ROW) ?? ['x'], random))?.[0] ?? 'x'
    return text
      .split('\n')
      .filter((line) => !new RegExp(`\\b${name}\\b`).test(line))
      .join('\n')
  },
  'another word': (text, random) => inWords(text, random, /[A-Za-z]{3,}/g, (word) => `${word}s`),
  'a word is another everywhere': (text, random) => {
    const word = chosen(text.match(/\b[a-z][A-Za-z]{3,}\b/g) ?? ['x'], random)
    return text.replaceAll(new RegExp(`\\b${word}\\b`, 'g'), `${word}Too`)
  },
  'a rule is gone': (text, random) => inWords(text, random, /required|unique|hidden|set once/g, () => ''),
  'a row is another': (text, random) => inWords(text, random, /\| [A-Z][\w ]+(?= \|)/g, (word) => `${word} and more`),
  'no text in UTF-8': (text) => Buffer.concat([Buffer.from(text), Buffer.from([0xc3, 0x28, 0xff])]),
  nothing: () => '',
  'no file': () => null,
  'as it was': (text) => text,
} satisfies Readonly<Record<string, Edit>>

const EDIT_KINDS = Object.keys(EDITS) as EditKind[]

export function editOf(text: string, random: Random): TextEdit {
  const kind = chosen(EDIT_KINDS, random)
  const edit: Edit = EDITS[kind]
  return { kind, content: edit(text, random) }
}

function inLines(text: string, random: Random, change: (line: string) => readonly string[]): string {
  const lines = text.split('\n')
  const at = below(lines.length, random)
  return [...lines.slice(0, at), ...change(lines[at] ?? ''), ...lines.slice(at + 1)].join('\n')
}

function inRow(text: string, random: Random, change: (cells: readonly string[]) => readonly string[]): string {
  const lines = text.split('\n')
  const rows = lines.flatMap((line, index) => (line.startsWith('|') ? [index] : []))
  const row = chosen(rows.length === 0 ? [0] : rows, random)
  return lines.with(row, change((lines[row] ?? '').split('|')).join('|')).join('\n')
}

function inWords(text: string, random: Random, words: RegExp, change: (word: string) => string): string {
  const found = [...text.matchAll(words)]
  if (found.length === 0) return text
  const { 0: word, index } = chosen(found, random)
  return text.slice(0, index) + change(word) + text.slice(index + word.length)
}

function splice(text: string, random: Random, length: number, change: (part: string) => string): string {
  const at = below(text.length, random)
  return text.slice(0, at) + change(text.slice(at, at + length)) + text.slice(at + length)
}

function without<Item>(items: readonly Item[], random: Random): Item[] {
  return items.toSpliced(below(items.length, random), 1)
}

function replaced<Item>(items: readonly Item[], random: Random, change: (item: Item | undefined) => Item): Item[] {
  const at = below(items.length, random)
  return items.with(at, change(items[at]))
}

function swapped<Item>(items: readonly Item[], random: Random): Item[] {
  const [one, other] = [below(items.length, random), below(items.length, random)]
  const [first, second] = [items[one], items[other]]
  return first === undefined || second === undefined ? [...items] : items.with(one, second).with(other, first)
}

function strangeText(random: Random): string {
  return Array.from({ length: 1 + below(12, random) }, () => String.fromCodePoint(codePoint(random))).join('')
}

/** Any code point except for surrogates, which no text file can hold. */
function codePoint(random: Random): number {
  const point = below(0x11_0000, random)
  return point >= 0xd800 && point < 0xe000 ? 0xfffd : point
}
