// What of point 7 does not run yet.

import { diagnostic, type Diagnostic } from '../diagnostic/diagnostic.ts'
import type { CallsModel, Message } from '../model/calls.ts'
import type { Span } from '../text/source.ts'

export function unsupportedCalls({ messages }: CallsModel): Diagnostic[] {
  return messages.flatMap(unsupportedMessage)
}

function unsupported(span: Span, what: string): Diagnostic {
  return diagnostic('N012', span, what)
}

function unsupportedMessage({ by, span }: Message): Diagnostic[] {
  return by === 'webhook' ? [unsupported(span, 'Messages to other programs are')] : []
}
