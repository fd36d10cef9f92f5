// `list … from …` → draft: the only step whose grammar has several clauses.

import { diagnostic } from '../../diagnostic/diagnostic.ts'
import type { RecordSourceDraft, StepActionDraft } from '../../draft/calls.ts'
import { matchPhrase, sliceOf, spanOf, writtenOf, type Match, type Phrase } from '../../outline/phrase.ts'
import { NAME, sortsIn } from '../names.ts'
import { declaredName, type Reading } from '../reading.ts'

export const LIST_CLAUSES = new RegExp(
  `^(?:where (?<where>\`))?(?<narrowed>,? ?narrowed by the query)?(?:(?:, |^)sorted by (?<sort>[^,]+))?(?:(?:, |^)take (?<take>\`)(?: after (?<after>\`))?(?:, counting (?<counting>${NAME}))?|(?:, |^)all of them)?$`,
  'd',
)

/**
 * After the source come condition, narrowing, order and page, in this order.
 *
 *   list articles from Article, narrowed by the query, sorted by createdAt newest first, all of them
 *                             ^
 */
export function listOf(match: Match, reading: Reading): StepActionDraft | null {
  const words = match.phrase('rest')
  const rest = matchPhrase(withoutComma(words), LIST_CLAUSES)
  if (rest === null) {
    const wrong = afterRightClauses(withoutComma(words))
    reading.found.push(diagnostic('N705', spanOf(wrong), writtenOf(wrong).text).withHint(CLAUSES_IN_WORDS))
    return null
  }
  const isPaged = rest.has('take')
  return {
    kind: 'list',
    as: declaredName(match.phrase('as'), reading),
    source: sourceOf(match.phrase('source')),
    where: rest.writtenOrNull('where'),
    isNarrowedByQuery: rest.has('narrowed'),
    sortedBy: rest.has('sort') ? sortsIn(rest.phrase('sort'), reading, true) : [],
    page: isPaged
      ? {
          take: rest.written('take'),
          // From the first one on.
          after: rest.has('after') ? rest.written('after') : { text: '0', span: rest.written('take').span },
          counting: rest.has('counting') ? declaredName(rest.phrase('counting'), reading) : null,
        }
      : null,
  }
}

/** Each in its position, at most once. */
const CLAUSES = [/^where `/, /^,? ?narrowed by the query/, /^(?:, )?sorted by [^,]+/]

const CLAUSES_IN_WORDS =
  'After the source come where `…`, narrowed by the query, sorted by FIELD newest first, then all of them or take `…` after `…`, counting NAME if all are to be counted.'

/** The text after the last valid clause is the mistake. */
function afterRightClauses(words: Phrase): Phrase {
  let at = 0
  for (const clause of CLAUSES) at += clause.exec(words.text.slice(at))?.[0].length ?? 0
  return at < words.text.length ? withoutComma(sliceOf(words, at, words.text.length)) : words
}

function withoutComma(words: Phrase): Phrase {
  const from = /^, ?/.exec(words.text)?.[0].length ?? 0
  return { text: words.text.slice(from), offsets: words.offsets.slice(from), codes: words.codes }
}

/** An entity, or a relation after the last dot of a bound name. */
export function sourceOf(words: Phrase): RecordSourceDraft {
  const dot = words.text.lastIndexOf('.')
  return dot === -1
    ? { kind: 'entity', entity: writtenOf(words) }
    : {
        kind: 'relation',
        of: writtenOf(sliceOf(words, 0, dot)),
        relation: writtenOf(sliceOf(words, dot + 1, words.text.length)),
      }
}
