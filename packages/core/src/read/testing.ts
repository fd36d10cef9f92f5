// For tests: a fragment of one point, in which ⟪ ⟫ mark the spans of expected diagnostics → the result of reading it.

import type { Draft } from '../draft/draft.ts'
import type { Diagnostic } from '../diagnostic/diagnostic.ts'
import { POINT_HEADINGS, type Point } from '../model/points.ts'
import type { Span } from '../text/source.ts'
import { readSpecification } from './specification.ts'

export interface ReadFragment {
  readonly draft: Draft
  /** The whole text without marks. */
  readonly text: string
  readonly marks: readonly Span[]
  /** Diagnostics about the fragment, without those about missing parts. */
  readonly said: readonly Diagnostic[]
}

/** Removes the marks from a text. They may not overlap. */
export function withoutMarks(marked: string): { readonly text: string; readonly marks: readonly Span[] } {
  const marks: Span[] = []
  let text = ''
  let start = 0
  for (const character of marked) {
    if (character === '⟪') start = text.length
    else if (character === '⟫') marks.push({ start, end: text.length })
    else text += character
  }
  return { text, marks }
}

/** Reads a fragment under the heading of its point. */
export function readFragment(point: Point, fragment: string): ReadFragment {
  const { number, title } = POINT_HEADINGS[point]
  const { text, marks } = withoutMarks(`# Example\n\n**Ninefold:** 1\n\n## ${number}. ${title}\n\n${fragment}\n`)
  const { draft, diagnostics } = readSpecification(text)
  return { draft, text, marks, said: diagnostics.filter((found) => found.number !== 'N014') }
}

/** `N011 text` for each diagnostic, with the marked text. */
export function saidAbout({ text, said }: ReadFragment): string[] {
  return said.map((found) => `${found.number} ${text.slice(found.span.start, found.span.end)}`)
}

const SAMPLE_RECORDS = /\nThe tables below are [^]*?(?=\n## 4\. )/

/** The text of an example without sample records. */
export function withoutSampleRecords(text: string): string {
  return text.replace(SAMPLE_RECORDS, '')
}
