// What of point 7 does not run yet.

import { diagnostic, type Diagnostic } from '../diagnostic/diagnostic.ts'
import type { Call, CallsModel, Input, Message } from '../model/calls.ts'
import type { Span } from '../text/source.ts'

export function unsupportedCalls({ messages, calls }: CallsModel): Diagnostic[] {
  return [...messages.flatMap(unsupportedMessage), ...calls.flatMap(unsupportedInCall)]
}

function unsupported(span: Span, what: string): Diagnostic {
  return diagnostic('N012', span, what)
}

function unsupportedMessage({ by, span }: Message): Diagnostic[] {
  if (by === 'in-app') return [unsupported(span, 'Messages in the application are')]
  return by === 'webhook' ? [unsupported(span, 'Messages to other programs are')] : []
}

function unsupportedInCall(call: Call): Diagnostic[] {
  return call.inputs.flatMap(unsupportedInput)
}

function unsupportedInput({ like, span }: Input): Diagnostic[] {
  if (like.kind !== 'type') return []
  return like.isList && like.type.kind === 'file' ? [unsupported(span, 'Lists of files that no field keeps are')] : []
}
