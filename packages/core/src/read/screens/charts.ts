// "As: line chart of sum of total by paidOn per month and project" → draft: the measure and its groups.

import type { ChartDraft, DimensionDraft } from '../../draft/screens.ts'
import { CALENDAR_UNITS, type CalendarUnit, type ChartKind } from '../../model/screens.ts'
import { matchPhrase, spanOf, type Match, type Phrase } from '../../outline/phrase.ts'
import { NAME } from '../names.ts'

const PATH = `${NAME}(?:\\.${NAME})*`
const UNIT = CALENDAR_UNITS.join('|')
const BY = ` by (?<by>${PATH})(?: per (?<per>${UNIT}))?(?: and (?<and>${PATH})(?: per (?<andPer>${UNIT}))?)?$`
const MEASURE = `(?:count|(?<measure>sum|average) of (?<of>${PATH}))`
const CHART = new RegExp(`^(?:(?<draw>bar|line|area|stacked|share) )?chart of ${MEASURE}${BY}`, 'd')
const MATRIX = new RegExp(`^matrix of (?:${MEASURE}|(?<value>${PATH}))${BY}`, 'd')

const DRAWN: Readonly<Record<string, ChartKind>> = {
  line: 'line',
  area: 'area',
  stacked: 'stacked',
  share: 'shares',
}

/** Null: not a chart. */
export function chartOf(words: Phrase): ChartDraft | null {
  const chart = matchPhrase(words, CHART)
  if (chart !== null) return drawn(chart, DRAWN[chart.writtenOrNull('draw')?.text ?? ''] ?? 'bars', words)
  const matrix = matchPhrase(words, MATRIX)
  if (matrix === null || !matrix.has('and')) return null
  return drawn(matrix, 'matrix', words)
}

function drawn(match: Match, draw: ChartKind, words: Phrase): ChartDraft {
  const value = draw === 'matrix' ? match.writtenOrNull('value') : null
  const stated = match.writtenOrNull('measure')?.text
  const measure = stated === 'sum' || stated === 'average' ? stated : value === null ? 'count' : 'value'
  return {
    kind: 'chart',
    draw,
    measure,
    of: value ?? match.writtenOrNull('of'),
    ...dimension(match, 'by', 'per'),
    and: match.has('and') ? dimension(match, 'and', 'andPer') : null,
    span: spanOf(words),
  }
}

function dimension(match: Match, by: 'by' | 'and', per: 'per' | 'andPer'): DimensionDraft {
  return { by: match.written(by), per: (match.writtenOrNull(per)?.text as CalendarUnit | undefined) ?? null }
}
