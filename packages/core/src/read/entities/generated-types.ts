// Types with generated values (sequences, slugs, random codes) and files → draft.

import type { FieldTypeDraft } from '../../draft/entities.ts'
import { matchPhrase, sliceOf, splitPhrase, writtenOf, type Phrase } from '../../outline/phrase.ts'
import { NAME } from '../names.ts'
import { unreadable, type Reading } from '../reading.ts'

/** `undefined`: not such a type. Null: an invalid one, already reported. */
export function generatedTypeOf(words: Phrase, reading: Reading): FieldTypeDraft | null | undefined {
  if (/^sequences?(?=$|[ ,])/.test(words.text)) return sequenceOf(words, reading)
  if (/^slugs?(?=$|[ ,])/.test(words.text)) return slugOf(words, reading)
  if (/^random codes?(?=$|[ ,])/.test(words.text)) return randomCodeOf(words, reading)
  return /^(?:list of )?(?:files?|images?)(?=$|[ ,])/.test(words.text) ? fileOf(words, reading) : undefined
}

const SEQUENCE_PIECES = [
  ['from', /^ from (?<from>\d{1,15})(?=$|[ ,])/d],
  ['year', /^ per year(?=$|[ ,])/d],
  ['per', new RegExp(`^ per (?!year(?=$|[ ,]))(?<per>${NAME})(?=$|[ ,])`, 'd')],
  ['format', /^ as "(?<format>[^"]+)"(?=$|[ ,])/d],
  ['gaps', /^,? ?without gaps(?=$|[ ,])/d],
] as const

/**
 * `sequence from 1000 per project per year as "INV-{year}-{n:5}", without gaps`: each part at most once, in any order.
 */
function sequenceOf(words: Phrase, reading: Reading): FieldTypeDraft | null {
  let rest = words.text.startsWith('sequence') ? words.text.slice('sequence'.length) : words.text
  const found = new Map<string, Phrase | null>()
  while (rest !== '') {
    const at = words.text.length - rest.length
    const piece = SEQUENCE_PIECES.find(([name, grammar]) => !found.has(name) && grammar.test(rest))
    if (piece === undefined) {
      const place = rest === words.text ? words : sliceOf(words, at + (/^[ ,]*/.exec(rest)?.[0].length ?? 0))
      return unreadable(
        place,
        'a part of a sequence',
        'A sequence is written like sequence from 1000, sequence per project, or sequence per year as "INV-{year}-{n:5}", without gaps.',
        reading,
      )
    }
    const match = piece[1].exec(rest)
    const group = Object.values(match?.indices?.groups ?? {})[0]
    found.set(piece[0], group === undefined ? null : sliceOf(words, at + group[0], at + group[1]))
    rest = rest.slice(match?.[0].length ?? rest.length)
  }
  const format = found.get('format') ?? null
  if (format !== null && !isFormat(format.text)) {
    const hint = 'It has the number, as {n} or with leading zeros as {n:5}, and may have {year}.'
    return unreadable(format, 'the form of a number', hint, reading)
  }
  const per = found.get('per') ?? null
  return {
    kind: 'sequence',
    from: Number(found.get('from')?.text ?? 1),
    per: per === null ? null : writtenOf(per),
    isPerYear: found.has('year'),
    format: format?.text ?? null,
    isWithoutGaps: found.has('gaps'),
  }
}

const PLACEHOLDER = /\{(?:year|n|n:[1-9]|n:1[0-5])\}/g

/** Every brace belongs to a placeholder, and one of them is the number. */
function isFormat(text: string): boolean {
  const rest = text.replace(PLACEHOLDER, '')
  return /\{n(?::\d+)?\}/.test(text) && !/[{}]/.test(rest)
}

const SLUG_HINT = 'A slug is written like slug from title, numbered when taken, never "new", fixed once made.'

/** `slug from title, numbered when taken, never "feed", "new", fixed once made`. */
function slugOf(words: Phrase, reading: Reading): FieldTypeDraft | null {
  const [first, ...more] = splitPhrase(words, ',')
  const from = first === undefined ? null : matchPhrase(first, new RegExp(`^slug from (?<from>${NAME})$`, 'd'))
  if (from === null) return unreadable(first ?? words, 'a slug', SLUG_HINT, reading)
  const never: string[] = []
  let isNumberedWhenTaken = false
  let isFixed = false
  for (const part of more) {
    const word = matchPhrase(part, never.length === 0 ? /^never "(?<word>[^"]+)"$/d : /^(?:never )?"(?<word>[^"]+)"$/d)
    if (word !== null) never.push(word.written('word').text)
    else if (part.text === 'numbered when taken') isNumberedWhenTaken = true
    else if (part.text === 'fixed once made') isFixed = true
    else {
      unreadable(part, 'a part of a slug', SLUG_HINT, reading)
      return null
    }
  }
  return { kind: 'slug', from: from.written('from'), isNumberedWhenTaken, never, isFixed }
}

/** Eight characters make 10^12 codes: with a million records, one creation in a million collides. */
const CODE_LENGTHS = { least: 8, most: 128 }
/** 130 bits, which cannot be guessed. */
const CODE_LENGTH_SUPPLIED = 26

/** `random code of 8 characters`; the default length is that of a secret. */
function randomCodeOf(words: Phrase, reading: Reading): FieldTypeDraft | null {
  const match = matchPhrase(words, /^random code(?: of (?<length>\d{1,3})(?: characters)?)?$/d)
  const length = match?.has('length') === true ? Number(match.written('length').text) : CODE_LENGTH_SUPPLIED
  if (match !== null && length >= CODE_LENGTHS.least && length <= CODE_LENGTHS.most)
    return { kind: 'random code', length }
  const hint = `Write random code, or with ${CODE_LENGTHS.least} to ${CODE_LENGTHS.most} characters: random code of 8 characters.`
  return unreadable(words, 'a random code', hint, reading)
}

const SIZE = '\\d+(?:\\.\\d+)? ?(?:bytes?|B|[kK]B|MB|GB)|`'
const FILE = new RegExp(
  `^(?<list>list of )?(?<media>file|image) up to (?<size>${SIZE})(?:,? at most (?<count>\\d{1,6}|\`))?$`,
  'd',
)

function fileOf(words: Phrase, reading: Reading): FieldTypeDraft | null {
  const match = matchPhrase(words, FILE)
  if (match === null || (match.has('count') && !match.has('list'))) {
    const hint = 'How big may it be? Write file up to 10 MB, image up to 5 MB, or list of file up to 10 MB, at most 5.'
    return unreadable(words, 'a type of files', hint, reading)
  }
  return {
    kind: 'file',
    media: match.written('media').text as 'file' | 'image',
    bytesMax: match.written('size'),
    isList: match.has('list'),
    countMax: match.writtenOrNull('count'),
  }
}
