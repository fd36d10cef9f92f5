// `` `{…}` ``, `` `{…}` as application/vnd.api+json ``, `` `message` as text `` → the draft of an error body.

import type { ErrorBodyDraft } from '../../draft/errors.ts'
import { matchPhrase, type Phrase } from '../../outline/phrase.ts'
import { expressionOrNull, type Reading } from '../reading.ts'

const TYPED_BODY = /^(?<body>`) as (?<type>text|[a-z]+\/[A-Za-z0-9][\w.+-]*)$/d

export function errorBodyOf(value: Phrase, reading: Reading): ErrorBodyDraft {
  const typed = matchPhrase(value, TYPED_BODY)
  const body = expressionOrNull(typed?.phrase('body') ?? value, 'The error body', reading)
  return { body, bodyType: typed?.written('type') ?? null }
}
