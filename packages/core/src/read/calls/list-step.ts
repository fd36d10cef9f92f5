// `list … from …` → draft: the one step with a grammar of several clauses.

import { diagnostic } from '../../diagnostic/diagnostic.ts'
import type { RecordSourceDraft, StepActionDraft } from '../../draft/calls.ts'
import { matchPhrase, sliceOf, spanOf, writtenOf, type Match, type Phrase } from '../../outline/phrase.ts'
import { NAME, sortsIn } from '../names.ts'
import { declaredName, type Reading } from '../reading.ts'

const REST = new RegExp(
  `^(?:where (?<where>\`))?(?<narrowed>,? ?narrowed by the query)?(?:(?:, |^)sorted by (?<sort>[^,]+))?(?:(?:, |^)take (?<take>\`) after (?<after>\`), counting (?<counting>${NAME})|(?:, |^)all of them)?$`,
  'd',
)

/**
 * After the source come, in this order, condition, narrowing, order and page.
 *
 *   list articles from Article, narrowed by the query, sorted by createdAt newest first, all of them
 *                             ^
 */
export function listOf(match: Match, reading: Reading): StepActionDraft | null {
  const words = match.phrase('rest')
  const rest = matchPhrase(withoutComma(words), REST)
  if (rest === null) {
    const hint =
      'After the source come where `…`, narrowed by the query, sorted by FIELD newest first, and take `…` after `…`, counting NAME or all of them.'
    reading.found.push(diagnostic('N705', spanOf(words), writtenOf(words).text).withHint(hint))
    return null
  }
  const isPaged = rest.has('take')
  return {
    kind: 'list',
    as: declaredName(match.phrase('as'), reading),
    source: sourceOf(match.phrase('source')),
    where: rest.writtenOrNull('where'),
    isNarrowedByQuery: rest.has('narrowed'),
    sortedBy: rest.has('sort') ? sortsIn(rest.phrase('sort'), reading) : [],
    page: isPaged
      ? {
          take: rest.written('take'),
          after: rest.written('after'),
          counting: declaredName(rest.phrase('counting'), reading),
        }
      : null,
  }
}

function withoutComma(words: Phrase): Phrase {
  const from = /^, ?/.exec(words.text)?.[0].length ?? 0
  return { text: words.text.slice(from), offsets: words.offsets.slice(from), codes: words.codes }
}

/** An entity, or what stands behind the last dot of something that an earlier step has bound. */
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
