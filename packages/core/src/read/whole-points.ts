// `Not shown.` and the like, alone below the heading of a point → the answer to all its questions.

import { POINT_HEADINGS, POINTS, QUESTIONS } from '../model/points.ts'
import { joined, spanOf } from '../outline/phrase.ts'
import { isBareOpenness, opennessOf, shown, type Reading } from './reading.ts'
import type { Sections } from './sections.ts'

/** Runs before the points are read, so that they skip such text. */
export function readWholePoints({ points }: Sections, reading: Reading): void {
  for (const point of POINTS) {
    for (const block of points[point].blocks) {
      if (block.kind !== 'paragraph') continue
      const words = joined(block.lines)
      const openness = isBareOpenness(words) ? opennessOf(words) : null
      if (openness === null) continue
      for (const question of QUESTIONS)
        if (question.point === point) reading.answers.push({ question: question.label, openness, span: spanOf(words) })
      shown(words, `Point ${POINT_HEADINGS[point].number}`, reading)
    }
  }
}
