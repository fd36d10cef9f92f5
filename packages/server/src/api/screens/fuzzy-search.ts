// Fuzzy search: mistyped words → records with similar words, if hardly any record matches exactly. PostgreSQL finds
// candidates by trigrams; the edit distance decides.

import { FOUND_AT_ONCE, type NearlyFound, type FindablePage } from '@ninefold/core/contract/screens/search.ts'
import { optionExpression } from '@ninefold/core/contract/screens/screen-rows.ts'
import type { Field } from '@ninefold/core/model/entities.ts'
import type { FieldKind } from '@ninefold/core/model/field-types.ts'
import { planNearSearch } from '@ninefold/core/plan/read/fuzzy-search.ts'
import type { Statement } from '@ninefold/core/plan/sql/sql.ts'
import { sortValue } from '@ninefold/core/rights/list-conditions.ts'
import type { Viewer } from '@ninefold/core/rights/readable.ts'
import { editDistance, typosForgiven } from '@ninefold/core/text/edit-distance.ts'
import { type Sought, wordsOf } from '../http/search-words.ts'

/** Long texts contain words like almost any other, and are slow to compare. */
export const COMPARED_KINDS: readonly FieldKind[] = ['text', 'email']

export interface SearchedPage {
  readonly page: FindablePage
  readonly fields: readonly Field[]
}

export function nearStatement(
  viewer: Viewer,
  searched: readonly SearchedPage[],
  { mistyped }: Pick<Sought, 'mistyped'>,
  schema: string,
): Statement | null {
  const sought = searched.flatMap(({ page: { entity, field }, fields }) => {
    const texts = fields.filter(({ type }) => COMPARED_KINDS.includes(type.kind))
    const output = optionExpression(viewer, entity.name, field)
    return texts.length === 0 ? [] : [{ entity, output, texts: texts.map((each) => sortValue(viewer, entity, each)) }]
  })
  return sought.length === 0 ? null : planNearSearch(viewer, sought, mistyped, schema)
}

interface Candidate extends Omit<NearlyFound, 'words'> {
  /** All its visible texts. */
  readonly text: string
}

/** Candidates that match every word, closest first, with a maximum per entity. */
export function nearest(candidates: readonly Candidate[], sought: readonly string[]): NearlyFound[] {
  const ranked = candidates
    .flatMap(({ text, ...record }) => {
      const known = [...new Set(wordsOf(text))]
      const meant = wordsOf(sought.join(' ')).map((word) => meantBy(word, known))
      const words = meant.flatMap((each) => (each === null ? [] : [each.word]))
      if (words.length < meant.length) return []
      return [{ ...record, words, mistyped: meant.reduce((sum, each) => sum + (each?.mistyped ?? 0), 0) }]
    })
    .toSorted((one, other) => one.mistyped - other.mistyped || (one.label < other.label ? -1 : 1))
  const counts = new Map<string, number>()
  return ranked.flatMap(({ mistyped: _, ...record }) => {
    const count = (counts.get(record.entity) ?? 0) + 1
    counts.set(record.entity, count)
    return count > FOUND_AT_ONCE ? [] : [record]
  })
}

interface Meant {
  readonly word: string
  readonly mistyped: number
}

/** Null: no word matches. The typed word may be the beginning of one. */
function meantBy(typed: string, known: readonly string[]): Meant | null {
  const most = typosForgiven(typed)
  let best: Meant | null = null
  for (const word of known) {
    const length = Math.min(word.length, typed.length + most)
    for (let end = Math.max(1, typed.length - most); end <= length; end++) {
      const mistyped = editDistance(typed, word.slice(0, end), most + 1)
      if (mistyped <= most && (best === null || mistyped < best.mistyped)) best = { word, mistyped }
    }
  }
  return best
}
