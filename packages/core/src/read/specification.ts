// A specification's text → draft. Every text has a draft; its mistakes are reported separately.

import type { Draft, QuestionDraft } from '../draft/draft.ts'
import { diagnostic, inOrder, type Diagnostic } from '../diagnostic/diagnostic.ts'
import { POINT_HEADINGS, POINTS, type Point } from '../model/points.ts'
import { LABELS } from '../grammar/labels.ts'
import { matchPhrase, spanOf, writtenOf } from '../outline/phrase.ts'
import type { Block } from '../outline/outline.ts'
import type { Written } from '../text/source.ts'
import { textTooLarge } from '../text/text-size.ts'
import { labelReaders, readBlocks } from './blocks.ts'
import { type FileOutline, readFiles } from './chapters.ts'
import type { Expected } from './expected.ts'
import { readCalls } from './calls/calls.ts'
import { readEntities } from './entities/entities.ts'
import { readErrors } from './errors.ts'
import { readLimits } from './limits/limits.ts'
import { readPurpose } from './purpose.ts'
import type { Reading } from './reading.ts'
import { readRoles } from './roles/roles.ts'
import { readScreens } from './screens/screens.ts'
import { readSections, type Section, type Sections } from './sections.ts'
import { readStates } from './states/states.ts'
import { readValidation } from './validation.ts'
import { readWholePoints } from './whole-points.ts'

export interface ReadSpecification {
  readonly draft: Draft
  readonly sections: Sections
  /** The valid blocks below each heading. */
  readonly expected: ReadonlyMap<readonly Block[], Expected>
  readonly diagnostics: readonly Diagnostic[]
  /** False: a chapter is not read, so a name that is not declared may be declared there. */
  readonly isWhole: boolean
}

const READERS = {
  purpose: readPurpose,
  screens: readScreens,
  entities: readEntities,
  states: readStates,
  validation: readValidation,
  roles: readRoles,
  calls: readCalls,
  errors: readErrors,
  limits: readLimits,
} satisfies { [P in Point]: (section: Section, reading: Reading) => Draft[P] }

export function readSpecification(text: string): ReadSpecification {
  const found: Diagnostic[] = []
  const answers: QuestionDraft[] = []
  const expected = new Map<readonly Block[], Expected>()
  const reading: Reading = { found, answers, expected }
  const { files, diagnostics: ofFiles, isWhole } = readFiles(text)
  found.push(...ofFiles)
  const sections = readSections(files, reading)
  const name = nameOf(sections)
  const languageVersion = readPreamble(sections, reading)
  readPreamblesOfChapters(sections, reading)
  if (isWhole) reportMissingPoints(sections, reading)
  readWholePoints(sections, reading)
  const { points } = sections
  const draft: Draft = {
    name,
    languageVersion,
    headings: headingsOf(sections),
    rangesOfLimits: rangesOfLimits(sections, files),
    answers,
    purpose: READERS.purpose(points.purpose, reading),
    screens: READERS.screens(points.screens, reading),
    entities: READERS.entities(points.entities, reading),
    states: READERS.states(points.states, reading),
    validation: READERS.validation(points.validation, reading),
    roles: READERS.roles(points.roles, reading),
    calls: READERS.calls(points.calls, reading),
    errors: READERS.errors(points.errors, reading),
    limits: READERS.limits(points.limits, reading),
  }
  const large = textTooLarge(text)
  // A text above the size limit is not read, so there are no other diagnostics.
  const diagnostics = large === null ? inOrder(found) : [diagnostic('N023', large.span, ...large.sentence)]
  return { draft, sections, expected, diagnostics, isWhole }
}

const TITLE = /^(?:Specification: )?(?<name>.+)$/d

/** `# Helpdesk`, or `# Specification: Helpdesk`. */
function nameOf(sections: Sections): Written | null {
  const match = sections.title === null ? null : matchPhrase(sections.title.phrase, TITLE)
  return match?.writtenOrNull('name') ?? null
}

function headingsOf({ points }: Sections): Draft['headings'] {
  return Object.fromEntries(
    POINTS.flatMap((point) => {
      const { heading } = points[point]
      return heading === null ? [] : [[point, spanOf(heading.phrase)]]
    }),
  )
}

/** Point 9 in each file: it is the last point, so it ends with the file. */
function rangesOfLimits({ points }: Sections, files: readonly FileOutline[]): Draft['rangesOfLimits'] {
  const { heading, further } = points.limits
  const headings = heading === null ? [] : [heading, ...further]
  return headings.map((each) => {
    const { start } = spanOf(each.phrase)
    return { start, end: files.find(({ entries }) => entries.includes(each))?.end ?? start }
  })
}

/** The first words of the text, as the position of diagnostics about the whole text. */
function placeOfWhole(sections: Sections) {
  const heading = sections.title ?? POINTS.map((point) => sections.points[point].heading).find((each) => each !== null)
  return heading === null || heading === undefined ? { start: 0, end: 0 } : spanOf(heading.phrase)
}

const VERSIONS: readonly string[] = ['1']

function readPreamble(sections: Sections, reading: Reading): Written | null {
  let version: Written | null = null
  const labels = labelReaders(LABELS.preamble, {
    Ninefold: (value) => {
      version = writtenOf(value)
      if (!VERSIONS.includes(version.text)) {
        reading.found.push(
          diagnostic('N016', version.span, version.text).withHint(`The versions are ${VERSIONS.join(', ')}.`),
        )
      }
    },
    // `readFiles` reads the list below.
    Chapters: () => {},
  })
  readBlocks(
    sections.preamble.filter((block) => block.kind !== 'table'),
    { labels },
    reading,
  )
  refuseTables(sections.preamble, reading)
  if (version === null) reading.found.push(diagnostic('N015', placeOfWhole(sections)))
  return version
}

/** A chapter has a title and prose before its first point. */
function readPreamblesOfChapters({ preamblesOfChapters }: Sections, reading: Reading): void {
  for (const preamble of preamblesOfChapters) {
    for (const block of preamble)
      if (block.kind === 'label' && block.label.text in LABELS.preamble)
        reading.found.push(
          diagnostic('N017', spanOf(block.label), 'words', block.label.text).withHint(
            'It belongs into the file that lists the chapters.',
          ),
        )
    const others = preamble.filter(
      (block) => block.kind !== 'table' && !(block.kind === 'label' && block.label.text in LABELS.preamble),
    )
    readBlocks(others, {}, reading)
    refuseTables(preamble, reading)
  }
}

function refuseTables(preamble: readonly Block[], reading: Reading): void {
  for (const block of preamble) {
    const first = block.kind === 'table' ? block.header.cells[0] : undefined
    if (first === undefined) continue
    const last = (block.kind === 'table' ? block.header.cells.at(-1) : undefined) ?? first
    reading.found.push(
      diagnostic('N017', { start: spanOf(first).start, end: spanOf(last).end }, 'table').withHint(
        'Tables stand under the heading of a point.',
      ),
    )
  }
}

/** A point without a heading counts as not shown: open, and not an error. */
function reportMissingPoints(sections: Sections, reading: Reading): void {
  const missing = POINTS.filter(
    (point) => sections.points[point].heading === null && sections.points[point].parts.length === 0,
  )
  if (missing.length === 0) return
  const names = missing.map((point) => `"${POINT_HEADINGS[point].number}. ${POINT_HEADINGS[point].title}"`).join(', ')
  reading.found.push(
    diagnostic('N014', placeOfWhole(sections), names).withHint('A point without a heading is not shown.'),
  )
}
