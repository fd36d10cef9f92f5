// The media types of a call's answers, among which the header Accept selects.

import { type Call, type Step } from '../calls.ts'
import { MEDIA_TYPES } from '../wire.ts'
import { everyStep } from './every-step.ts'

/** The caller's preferred media type, as conditions of answers refer to it. No text can contain this name. */
export const ACCEPTED = 'accepted type'

/** Null: the step does not answer with a body of its own. */
export function answeredType({ action }: Pick<Step, 'action'>): string | null {
  return action.kind === 'respond' ? (action.wire?.mediaType ?? MEDIA_TYPES[action.wire?.form ?? 'JSON']) : null
}

/** In the order of the text. Empty: the call does not depend on Accept. */
export function acceptedTypes({ steps }: Pick<Call, 'steps'>): readonly string[] {
  return everyStep(steps).flatMap((step) => (isChosen(step) ? (answeredType(step) ?? []) : []))
}

function isChosen({ when }: Step): boolean {
  return when?.kind === 'binary' && when.left.kind === 'variable' && when.left.name === ACCEPTED
}
