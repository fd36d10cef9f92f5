// The error body of point 8, or of one call → its expression and its media type.

import { diagnostic } from '../../diagnostic/diagnostic.ts'
import type { ErrorBodyDraft, HeaderDraft } from '../../draft/errors.ts'
import type { Scope, ScopeVariable } from '../../expression/expression.ts'
import { typeInWords } from '../../expression/value-types.ts'
import { type AnswerHeader, ERROR_BODY_NAMES, type ErrorBody } from '../../model/errors.ts'
import { isJsonType, isRefusedType, mediaTypeOf, sentType } from '../../model/steps/media-types.ts'
import { MEDIA_TYPES } from '../../model/wire.ts'
import type { Written } from '../../text/source.ts'
import { report, type Checking } from '../checking.ts'
import { requireExpression } from '../expressions/expressions.ts'
import { reportSecond, type Declared } from '../names/names.ts'
import { checkHeader } from './answers/answer-headers.ts'

/** JSON is an object, or a list with an element per refused thing; every other type is a text. */
export function checkErrorBody(checking: Checking, { body: written, bodyType }: ErrorBodyDraft): ErrorBody | null {
  if (written === null) return null
  const isTyped = bodyType !== null && bodyType.text !== MEDIA_TYPES.JSON
  if (bodyType !== null && refusesParameter(checking, bodyType)) return null
  const mediaType =
    bodyType === null ? undefined : bodyType.text === 'text' ? MEDIA_TYPES.text : sentType(bodyType.text)
  const isRun =
    mediaType !== undefined && (isRefusedType(mediaType) || mediaTypeOf(mediaType).essence === MEDIA_TYPES.html)
  if (bodyType !== null && isRun)
    return report(checking, diagnostic('N011', bodyType.span, 'no answer type', bodyType.text))
  const body = requireExpression(checking, written, errorBodyScope(checking), null)
  if (body === null) return null
  const isText = isTyped && mediaType !== undefined && !isJsonType(mediaType)
  const fitting = isText ? ['text', 'unknown'] : ['object', 'group', 'list', 'unknown']
  if (!fitting.includes(body.type.kind)) {
    const found = diagnostic('N054', written.span, isText ? 'error text' : 'error body', typeInWords(body.type))
    const hint = isText
      ? 'Write a text: message.'
      : 'Write an object, {"code": code}, a list, problems.map(p, {…}), or a text: `message` as text.'
    return report(checking, found.withHint(hint))
  }
  return { body, ...(isTyped && mediaType !== undefined ? { bodyType: mediaType } : {}) }
}

/** Reports parameters of a media type that no author states. */
export function refusesParameter(checking: Checking, { text, span }: Written): boolean {
  const { parameters } = mediaTypeOf(text)
  const hint = parameters.has('charset')
    ? 'Leave "charset" out: every answer is UTF-8.'
    : parameters.has('q')
      ? 'Leave "q" out: callers send weights, in the header Accept.'
      : null
  if (hint !== null) report(checking, diagnostic('N011', span, 'not here', text).withHint(hint))
  return hint !== null
}

export function checkErrorHeaders(checking: Checking, written: readonly HeaderDraft[]): readonly AnswerHeader[] {
  const unique = new Map<string, Declared>()
  return written.flatMap((header) => {
    const { name } = header
    const key = { text: name.text.toLowerCase(), span: name.span }
    if (reportSecond(key, 'a header of refusals', unique, checking.found)) return []
    return checkHeader(checking, header, errorBodyScope(checking)) ?? []
  })
}

/** The body may be missing, or unreadable. */
const MAY_BE_EMPTY = 'sent' satisfies keyof typeof ERROR_BODY_NAMES

function errorBodyScope(checking: Checking): Scope {
  const names = Object.entries(ERROR_BODY_NAMES)
  const variables = new Map(
    names.map(([name, type]): [string, ScopeVariable] => [name, { type, isOptional: name === MAY_BE_EMPTY }]),
  )
  return { variables, implicit: null, catalogue: checking.catalogue }
}
