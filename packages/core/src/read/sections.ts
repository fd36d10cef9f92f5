// Outlines of a specification's files → the nine points: the heading of each point, and its parts (`### Entity:
// Ticket`). A point that several files have a heading for is one point. A part under no point, or under a wrong one, is
// read where it belongs.

import { diagnostic, type Sentence } from '../diagnostic/diagnostic.ts'
import { closest } from '../diagnostic/did-you-mean.ts'
import { POINT_HEADINGS, POINTS, type Point } from '../model/points.ts'
import type { Block, Heading, OutlineEntry } from '../outline/outline.ts'
import { matchPhrase, spanOf, type Phrase } from '../outline/phrase.ts'
import type { FileOutline } from './chapters.ts'
import { isPart, recognisePart, type PartKind } from './parts.ts'
import type { Reading } from './reading.ts'

/** Blocks below a `###` heading. */
export interface Part {
  readonly kind: PartKind
  /** The words after the kind: `Ticket` of `Entity: Ticket`. Empty for kinds without a name. */
  readonly name: Phrase
  readonly heading: Heading
  readonly blocks: readonly Block[]
}

export interface Section {
  readonly point: Point
  /** Null if the text has no heading for this point. */
  readonly heading: Heading | null
  /** The same heading in further files. */
  readonly further: readonly Heading[]
  /** Blocks between the heading and the first part, of all files. */
  readonly blocks: readonly Block[]
  readonly parts: readonly Part[]
}

export interface Sections {
  readonly title: Heading | null
  /** Blocks before the first point of the main file. */
  readonly preamble: readonly Block[]
  /** The same of each chapter. */
  readonly preamblesOfChapters: readonly (readonly Block[])[]
  readonly points: Readonly<Record<Point, Section>>
}

interface Gathering {
  heading: Heading | null
  readonly further: Heading[]
  readonly blocks: Block[]
  readonly parts: Part[]
}

/** The target of the next block. */
interface Place {
  /** Null before the first point, `lost` under a heading that is not one of the nine. */
  point: Point | null | 'lost'
  blocks: Block[]
  lastPoint: Point | null
  /** Of this file. */
  readonly headings: Map<Point, Heading>
}

type Gathered = Readonly<Record<Point, Gathering>>

export function readSections(files: readonly FileOutline[], reading: Reading): Sections {
  const gathered = Object.fromEntries(
    POINTS.map((point): [Point, Gathering] => [point, { heading: null, further: [], blocks: [], parts: [] }]),
  ) as Record<Point, Gathering>
  const [main, ...chapters] = files.map(({ entries }) => gather(entries, gathered, reading))
  const points = Object.fromEntries(
    POINTS.map((point): [Point, Section] => [point, { point, ...gathered[point] }]),
  ) as Record<Point, Section>
  return {
    title: main?.title ?? null,
    preamble: main?.preamble ?? [],
    preamblesOfChapters: chapters.map(({ preamble }) => preamble),
    points,
  }
}

/** Adds one file to what is gathered of the points. */
function gather(outline: readonly OutlineEntry[], gathered: Gathered, reading: Reading) {
  const preamble: Block[] = []
  const at: Place = { point: null, blocks: preamble, lastPoint: null, headings: new Map() }
  let title: Heading | null = null
  for (const entry of outline) {
    if (entry.kind !== 'heading') at.blocks.push(entry)
    else if (title !== null && entry.level !== 2 && isPoint(entry)) {
      refuseLevel(entry, 2, reading)
      beginPoint(entry, at, gathered, reading)
    } else if (entry.level === 1) title = readTitle(entry, title, reading)
    else if (entry.level === 2 && isPart(entry)) {
      refuseLevel(entry, 3, reading)
      beginPart(entry, at, gathered, reading)
    } else if (entry.level === 2) beginPoint(entry, at, gathered, reading)
    else beginPart(entry, at, gathered, reading)
  }
  return { title, preamble }
}

/** The exact number and title of a point. */
function isPoint({ phrase }: Heading): boolean {
  return POINTS.some((point) => `${POINT_HEADINGS[point].number}. ${POINT_HEADINGS[point].title}` === phrase.text)
}

/** The words of the heading decide; a wrong level is a mistake. */
function refuseLevel({ phrase, level, span }: Heading, meant: 2 | 3, reading: Reading): void {
  const what: Sentence<'N001'> = meant === 2 ? ['heading of a point'] : ['heading of a part']
  const signs = { start: span.start, end: span.start + level }
  const found = diagnostic('N001', spanOf(phrase), ...what)
  const hint = `Write ${'#'.repeat(meant)} ${phrase.text}`
  reading.found.push(found.withHint(hint).withFix({ title: hint, edits: [{ span: signs, text: '#'.repeat(meant) }] }))
}

function readTitle(heading: Heading, title: Heading | null, reading: Reading): Heading {
  if (title === null) return heading
  reading.found.push(
    diagnostic('N001', spanOf(heading.phrase), 'second title')
      .because(spanOf(title.phrase), 'This is the title.')
      .withHint('The nine points have headings with two number signs, their parts with three.'),
  )
  return title
}

function beginPoint(heading: Heading, at: Place, gathered: Gathered, reading: Reading): void {
  const point = recognisePoint(heading, reading)
  if (point === null) {
    at.point = 'lost'
    at.blocks = []
    return
  }
  const section = gathered[point]
  at.point = point
  at.blocks = section.blocks
  const first = at.headings.get(point)
  if (first !== undefined) {
    reading.found.push(
      diagnostic('N001', spanOf(heading.phrase), 'second heading', POINT_HEADINGS[point].number).because(
        spanOf(first.phrase),
        'Its first heading is here.',
      ),
    )
    return
  }
  at.headings.set(point, heading)
  if (section.heading === null) section.heading = heading
  else section.further.push(heading)
  if (at.lastPoint !== null && POINT_HEADINGS[at.lastPoint].number > POINT_HEADINGS[point].number) {
    reading.found.push(
      diagnostic(
        'N001',
        spanOf(heading.phrase),
        'order of points',
        POINT_HEADINGS[point].number,
        POINT_HEADINGS[at.lastPoint].number,
      ).withHint('The nine points stand in the order of their numbers.'),
    )
  } else at.lastPoint = point
}

const NUMBERED = /^(?<number>\d+)[.)]?(?: (?<title>.*))?$/d

/**
 * The point of a heading. The title takes precedence over the number, because a wrong title is never a single typo.
 *
 *   ## 3. Entities and their fields
 *      ^
 */
function recognisePoint(heading: Heading, reading: Reading): Point | null {
  const numbered = matchPhrase(heading.phrase, NUMBERED)
  const title = numbered === null ? heading.phrase : numbered.has('title') ? numbered.phrase('title') : null
  const byTitle = POINTS.find(
    (point) => POINT_HEADINGS[point].title.toLowerCase() === (title?.text.toLowerCase() ?? ''),
  )
  const number = numbered === null ? null : Number(numbered.phrase('number').text)
  const byNumber = POINTS.find((point) => POINT_HEADINGS[point].number === number)
  if (byTitle !== undefined && byTitle === byNumber) return byTitle
  const near = closest(
    title?.text ?? '',
    POINTS.map((point) => POINT_HEADINGS[point].title),
  )
  const point = byTitle ?? byNumber ?? POINTS.find((each) => POINT_HEADINGS[each].title === near) ?? null
  const span = spanOf(heading.phrase)
  if (point === null) {
    reading.found.push(
      diagnostic('N001', span, 'no point', heading.phrase.text).withHint(
        'What stands below is not read. A part of a point has a heading with three number signs.',
      ),
    )
    return null
  }
  const expected = `${POINT_HEADINGS[point].number}. ${POINT_HEADINGS[point].title}`
  reading.found.push(
    diagnostic('N001', span, 'other heading', POINT_HEADINGS[point].number, POINT_HEADINGS[point].title)
      .withHint(`Write "${expected}".`)
      .withFix({ title: `Replace with "${expected}"`, edits: [{ span, text: expected }] }),
  )
  return point
}

function beginPart(heading: Heading, at: Place, gathered: Gathered, reading: Reading): void {
  const under = at.point === 'lost' ? null : at.point
  const part = recognisePart(heading, under, reading)
  const blocks: Block[] = []
  at.blocks = blocks
  if (part === null) return
  if (under !== null && under !== part.point) {
    const { number, title } = POINT_HEADINGS[part.point]
    reading.found.push(
      diagnostic('N017', spanOf(heading.phrase), 'words', heading.phrase.text).withHint(
        `It belongs under "${number}. ${title}".`,
      ),
    )
  }
  gathered[part.point].parts.push({ kind: part.kind, name: part.name, heading, blocks })
}
