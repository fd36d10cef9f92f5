// Rows of the table of standard calls → draft.

import { diagnostic } from '../../diagnostic/diagnostic.ts'
import type { StandardCallKind, StandardCallsDraft } from '../../draft/calls.ts'
import { spanOf, splitPhrase, writtenOf, type Phrase } from '../../outline/phrase.ts'
import { meantBy, STANDARD_CALLS } from '../synonyms.ts'
import { shown, shownOrNothing, unreadable, type Reading } from '../reading.ts'
import { refusePath } from '../paths.ts'
import type { Row } from '../expected.ts'
import { nameAndEndingFormer } from './former.ts'
import { withArticle } from '../../text/article.ts'

const KINDS: readonly StandardCallKind[] = ['list', 'get', 'create', 'change', 'delete', 'transitions', 'presence']

type StandardColumn = 'Entity' | 'Path' | 'Calls' | 'Found by' | 'Answers with'

export function standardCallsOf(
  { cells, span }: Row<StandardColumn>,
  reading: Reading,
): StandardCallsDraft | 'not shown' | 'unreadable' {
  const entity = writtenOf(cells.Entity)
  const shownPath = shown(cells.Path, `The path of "${entity.text}"`, reading)
  const calls = shown(cells.Calls, `The standard calls of "${entity.text}"`, reading)
  const foundBy = shown(cells['Found by'], `The field that finds ${withArticle(`"${entity.text}"`)}`, reading)
  const answersWith = shownOrNothing(cells['Answers with'], `The answer of the calls of "${entity.text}"`, reading)
  if (shownPath === null || calls === null || foundBy === null) return 'not shown'
  const { name: path, was } = nameAndEndingFormer(shownPath, reading)
  if (!writtenOf(path).text.startsWith('/')) {
    unreadable(path, 'a path', 'A path begins with a slash: `/api/tickets`.', reading)
    return 'unreadable'
  }
  refusePath(path, reading)
  return {
    entity,
    path: writtenOf(path),
    was,
    calls: kindsOf(calls, reading),
    foundBy: writtenOf(foundBy),
    answersWith: answersWith === null || answersWith.text === 'everything visible' ? null : writtenOf(answersWith),
    span,
  }
}

function kindsOf(words: Phrase, reading: Reading): StandardCallsDraft['calls'] {
  if (words.text === '' || /^none\.?$/i.test(words.text)) return []
  return splitPhrase(words, ',').flatMap((part) => {
    const kind = KINDS.find((each) => each === part.text)
    if (kind !== undefined) return [{ kind, span: spanOf(part) }]
    reading.found.push(
      diagnostic('N011', spanOf(part), 'no standard call', writtenOf(part).text)
        .withHint(`The standard calls are ${KINDS.join(', ')}.`)
        .suggesting(part.text, KINDS)
        .meaning(meantBy(STANDARD_CALLS, part.text)[0]),
    )
    // A misspelling is read as the intended words, to avoid further errors.
    const meant = meantBy(STANDARD_CALLS, part.text).flatMap((words) => words.split(', '))
    return KINDS.flatMap((each) => (meant.includes(each) ? [{ kind: each, span: spanOf(part) }] : []))
  })
}
