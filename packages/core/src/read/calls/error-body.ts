// `` `{…}` ``, `` `{…}` as application/vnd.api+json ``, `` `message` as text `` → the draft of an error body.
// `` X-Code `code`, Retry-After `…` `` → the drafts of the headers beside it.

import type { ErrorBodyDraft, HeaderDraft } from '../../draft/errors.ts'
import { MEDIA_TYPE } from '../../model/steps/media-types.ts'
import { matchPhrase, splitPhrase, type Phrase } from '../../outline/phrase.ts'
import { expressionOrNull, shownOrNothing, unreadable, type Reading } from '../reading.ts'

const TYPED_BODY = new RegExp(`^(?<body>\`) as (?<type>text|${MEDIA_TYPE})$`, 'd')

const HEADER = /^(?:header )?(?<name>[A-Za-z][\w-]*) (?<value>`)$/d

export function errorHeadersOf(value: Phrase, reading: Reading): readonly HeaderDraft[] {
  const words = shownOrNothing(value, 'The headers of refusals', reading)
  return (words === null ? [] : splitPhrase(words, ',')).flatMap((part) => {
    const header = matchPhrase(part, HEADER)
    if (header !== null) return [{ name: header.written('name'), value: header.written('value') }]
    return unreadable(part, 'a header of refusals', 'Write its name and its value: X-Code `code`.', reading) ?? []
  })
}

export function errorBodyOf(value: Phrase, reading: Reading): ErrorBodyDraft {
  const typed = matchPhrase(value, TYPED_BODY)
  const body = expressionOrNull(typed?.phrase('body') ?? value, 'The error body', reading)
  return { body, bodyType: typed?.written('type') ?? null }
}
