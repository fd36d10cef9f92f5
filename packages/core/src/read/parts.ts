// The heading of a part → its kind and name. Closed list: an unknown kind is an error, never prose.

import { diagnostic } from '../diagnostic/diagnostic.ts'
import { closest } from '../diagnostic/did-you-mean.ts'
import { PARTS } from '../grammar/parts.ts'
import type { Point } from '../model/points.ts'
import type { Heading } from '../outline/outline.ts'
import { emptyPhrase, sliceOf, spanOf, type Phrase } from '../outline/phrase.ts'
import type { Reading } from './reading.ts'

export const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

/** `Call` is written as its method and path: `### POST /api/tickets — Report a problem`. */
export type PartKind = keyof typeof PARTS | 'Call'

export interface RecognisedPart {
  readonly kind: PartKind
  readonly point: Point
  readonly name: Phrase
}

const KINDS = Object.keys(PARTS) as (keyof typeof PARTS)[]

/** The kind and the rest of the heading; null, with an error, if no kind is similar. */
export function recognisePart(heading: Heading, under: Point | null, reading: Reading): RecognisedPart | null {
  const { phrase } = heading
  const first = /^\S+/.exec(phrase.text)?.[0] ?? ''
  if (isMethod(first)) return { kind: 'Call', point: 'calls', name: phrase }
  for (const kind of KINDS) {
    const length = lengthOfKind(phrase.text, kind)
    if (length !== null) return partOf(kind, phrase, length)
  }
  return nearestPart(phrase, first, under, reading)
}

export function isMethod(word: string): boolean {
  return (METHODS as readonly string[]).includes(word)
}

function partOf(kind: keyof typeof PARTS, phrase: Phrase, length: number): RecognisedPart {
  const name = length >= phrase.text.length ? emptyPhrase(spanOf(phrase).end) : sliceOf(phrase, length)
  return { kind, point: PARTS[kind].point, name }
}

/** Length of the kind's words at the start of a heading, or null if it is another kind. */
function lengthOfKind(text: string, kind: keyof typeof PARTS): number | null {
  const { form } = PARTS[kind]
  if (form === 'bare') return text === kind ? text.length : null
  const start = form === 'colon' ? `${kind}:` : kind
  return text === start || text.startsWith(`${start} `) ? start.length : null
}

/** An unknown kind is reported and read as the nearest one, so that its names are not missing. */
function nearestPart(phrase: Phrase, first: string, under: Point | null, reading: Reading): RecognisedPart | null {
  if (/^[`/]/.test(phrase.text.slice(first.length).trimStart())) {
    const method = closest(first, METHODS)
    const word = sliceOf(phrase, 0, first.length)
    reading.found.push(
      diagnostic('N002', spanOf(word), 'method', first)
        .suggesting(first, METHODS)
        .withHint(method === null ? `A call begins with ${METHODS.join(', ')}.` : `Did you mean "${method}"?`),
    )
    return method === null ? null : { kind: 'Call', point: 'calls', name: phrase }
  }
  const loose = looseKind(phrase)
  if (loose !== null) {
    const { kind, words, length } = loose
    reading.found.push(
      diagnostic('N002', spanOf(words), 'part', words.text.replace(/[ :=–—-]+$/, ''))
        .withHint(`Did you mean "${formOf(kind)}"?`)
        .withFix({ title: `Replace with "${kind}:"`, edits: [{ span: spanOf(words), text: `${kind}:` }] }),
    )
    return partOf(kind, phrase, length)
  }
  const colon = phrase.text.indexOf(':')
  const words = colon < 0 ? phrase : sliceOf(phrase, 0, colon)
  const ofPoint = KINDS.filter((kind) => under === null || PARTS[kind].point === under)
  const nearest = closest(words.text, ofPoint) ?? closest(words.text, KINDS)
  const found = diagnostic('N002', spanOf(words), 'part', words.text)
  const only = under === 'entities' ? 'Entity' : under === 'screens' ? 'Screen' : null
  if (nearest === null && only !== null && colon < 0) {
    const { start } = spanOf(phrase)
    const edits = [{ span: { start, end: start }, text: `${only}: ` }]
    const hint = `Write "${only}: ${phrase.text}".`
    reading.found.push(found.withHint(hint).withFix({ title: hint, edits }))
    return { kind: only, point: PARTS[only].point, name: phrase }
  }
  if (nearest === null) {
    reading.found.push(found.withHint(`The parts here are ${ofPoint.map(formOf).join(', ')}.`))
    return null
  }
  const kind = KINDS.find((each) => each === nearest) ?? 'Entity'
  const needsColon = PARTS[kind].form === 'colon' && colon < 0
  reading.found.push(
    found.withHint(`Did you mean "${formOf(kind)}"?`).withFix({
      title: `Replace with "${nearest}"`,
      edits: [{ span: spanOf(words), text: needsColon ? `${nearest}:` : nearest }],
    }),
  )
  return partOf(kind, phrase, colon < 0 ? phrase.text.length : colon + 1)
}

/** Plurals and other words for parts with a name. */
const PLURALS = new Map<string, keyof typeof PARTS>([
  ['Entities', 'Entity'],
  ['Screens', 'Screen'],
  ['Choices', 'Choice'],
  ['Transitions', 'Transition'],
  ['Shapes', 'Shape'],
  ['Schedules', 'Schedule'],
  ['Examples', 'Example'],
  ['Lookups', 'Lookup'],
  ['Decide', 'Lookup'],
  ['Decision', 'Lookup'],
  ['Decision table', 'Lookup'],
  ['Table', 'Entity'],
  ['Model', 'Entity'],
  ['Page', 'Screen'],
  ['Enum', 'Choice'],
])

/** `Entities: Ticket`, `Entity Ticket` or `Entity - Ticket`: the kind, and its words with the separator. */
function looseKind(phrase: Phrase): { kind: keyof typeof PARTS; words: Phrase; length: number } | null {
  const names = [...KINDS.filter((kind) => PARTS[kind].form === 'colon'), ...PLURALS.keys()]
  for (const name of names.sort((a, b) => b.length - a.length)) {
    const parted = phrase.text.startsWith(name) ? /^ ?[:=–—-]? /.exec(`${phrase.text} `.slice(name.length)) : null
    const length = name.length + (parted?.[0].length ?? 0)
    if (parted === null || length >= phrase.text.length) continue
    const words = sliceOf(phrase, 0, name.length + parted[0].trimEnd().length)
    return { kind: PLURALS.get(name) ?? (name as keyof typeof PARTS), words, length }
  }
  return null
}

/** Tells whether it is the heading of a part, at any level. */
export function isPart(heading: Heading): boolean {
  return KINDS.some((kind) => PARTS[kind].form === 'colon' && lengthOfKind(heading.phrase.text, kind) !== null)
}

function formOf(kind: keyof typeof PARTS): string {
  const { form } = PARTS[kind]
  return form === 'bare' ? kind : form === 'colon' ? `${kind}: …` : `${kind} …`
}
