// What of point 7 does not run yet.

import { diagnostic, type Diagnostic } from '../diagnostic/diagnostic.ts'
import type { Call, CallsModel, Input, Step } from '../model/calls.ts'
import { everyStep } from '../model/every-step.ts'
import type { Span } from '../text/source.ts'

export function unsupportedCalls({ messages, calls, schedules, examples }: CallsModel): Diagnostic[] {
  return [
    ...messages.map(({ span }) => unsupported(span, 'Messages are')),
    ...calls.flatMap(unsupportedInCall),
    ...schedules.map(({ span }) => unsupported(span, 'Schedules are')),
    ...examples.map(({ span }) => unsupported(span, 'Examples are')),
  ]
}

function unsupported(span: Span, what: string): Diagnostic {
  return diagnostic('N012', span, what)
}

function unsupportedInCall(call: Call): Diagnostic[] {
  const { needsVersion } = call
  return [
    ...(needsVersion === null ? [] : [unsupported(needsVersion.span, 'Asking for the version is')]),
    ...call.inputs.flatMap(unsupportedInput),
    ...everyStep(call.steps).flatMap(unsupportedStep),
  ]
}

function unsupportedInput({ like, span }: Input): Diagnostic[] {
  if (like.kind !== 'type') return []
  return like.isList && like.type.kind === 'file' ? [unsupported(span, 'Lists of files that no field keeps are')] : []
}

function unsupportedStep({ action, span }: Step): Diagnostic[] {
  switch (action.kind) {
    case 'later':
      return [unsupported(span, 'Steps after the answer are')]
    default:
      return []
  }
}
