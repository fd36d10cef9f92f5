// Rows of the tables of standard calls and of messages → draft.

import { diagnostic } from '../../diagnostic/diagnostic.ts'
import type { MessageDraft, StandardCallKind, StandardCallsDraft } from '../../draft/calls.ts'
import { spanOf, splitPhrase, writtenOf, type Phrase } from '../../outline/phrase.ts'
import { neededExpression, shown, shownOrNothing, unreadable, type Reading } from '../reading.ts'
import type { Row } from '../tables.ts'
import { templateOf } from '../templates.ts'

const KINDS: readonly StandardCallKind[] = ['list', 'get', 'create', 'change', 'delete', 'transitions']

type StandardColumn = 'Entity' | 'Path' | 'Calls' | 'Found by' | 'Answers with'

export function standardCallsOf({ cells, span }: Row<StandardColumn>, reading: Reading): StandardCallsDraft | null {
  const entity = writtenOf(cells.Entity)
  const path = shown(cells.Path, `The path of "${entity.text}"`, reading)
  const calls = shownOrNothing(cells.Calls, `The standard calls of "${entity.text}"`, reading)
  const foundBy = shown(cells['Found by'], `What finds a "${entity.text}"`, reading)
  const answersWith = shownOrNothing(cells['Answers with'], `What the calls of "${entity.text}" answer with`, reading)
  if (path === null || calls === null || foundBy === null) return null
  if (!writtenOf(path).text.startsWith('/'))
    return unreadable(path, 'a path', 'A path begins with a slash: `/api/tickets`.', reading)
  return {
    entity,
    path: writtenOf(path),
    calls: kindsOf(calls, reading),
    foundBy: writtenOf(foundBy),
    answersWith: answersWith === null || answersWith.text === 'everything visible' ? null : writtenOf(answersWith),
    span,
  }
}

function kindsOf(words: Phrase, reading: Reading): StandardCallsDraft['calls'] {
  return splitPhrase(words, ',').flatMap((part) => {
    const kind = KINDS.find((each) => each === part.text)
    if (kind !== undefined) return [{ kind, span: spanOf(part) }]
    reading.found.push(
      diagnostic('N011', spanOf(part), `"${writtenOf(part).text}" is not a standard call.`)
        .withHint(`The standard calls are ${KINDS.join(', ')}.`)
        .suggesting(part.text, KINDS),
    )
    return []
  })
}

const WAYS: readonly string[] = ['email', 'in-app', 'webhook', 'sms']

type MessageColumn = 'Message' | 'By' | 'To' | 'Subject' | 'Body'

export function messageOf({ cells, span }: Row<MessageColumn>, reading: Reading): MessageDraft | null {
  const name = writtenOf(cells.Message)
  const by = shown(cells.By, `How "${name.text}" is sent`, reading)
  const to = neededExpression(cells.To, `The receiver of "${name.text}"`, reading)
  const subject = shown(cells.Subject, `The subject of "${name.text}"`, reading)
  const body = shown(cells.Body, `The body of "${name.text}"`, reading)
  if (by === null || to === null || body === null) return null
  if (!WAYS.includes(by.text)) {
    reading.found.push(
      diagnostic('N011', spanOf(by), `"${writtenOf(by).text}" is not a way to send a message.`)
        .withHint(`Write one of ${WAYS.join(', ')}.`)
        .suggesting(by.text, WAYS),
    )
    return null
  }
  const nothing = { ...cells.Subject, text: '' }
  return { name, by: writtenOf(by), to, subject: templateOf(subject ?? nothing), body: templateOf(body), span }
}
