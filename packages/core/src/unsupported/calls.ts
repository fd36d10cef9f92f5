// What of point 7 does not run yet.

import { diagnostic, type Diagnostic } from '../diagnostic/diagnostic.ts'
import type { CallsModel } from '../model/calls.ts'

export function unsupportedCalls({ messages }: CallsModel): Diagnostic[] {
  return messages.map(({ span }) => diagnostic('N012', span, 'Messages are'))
}
