// The media types among which the callers of a call choose by the header Accept.

import { type Call, type Step } from '../calls.ts'
import { MEDIA_TYPES } from '../wire.ts'
import { everyStep } from './every-step.ts'

/** The media type that a caller accepts most, as conditions of answers name it. No text can write this name. */
export const ACCEPTED = 'accepted type'

/** Null: the step does not answer with a body of its own. */
export function answeredType({ action }: Pick<Step, 'action'>): string | null {
  return action.kind === 'respond' ? (action.wire?.mediaType ?? MEDIA_TYPES[action.wire?.form ?? 'JSON']) : null
}

/** In the order of the text, the first one first. None: Accept chooses nothing. */
export function acceptedTypes({ steps }: Pick<Call, 'steps'>): readonly string[] {
  return everyStep(steps).flatMap((step) => (isChosen(step) ? (answeredType(step) ?? []) : []))
}

function isChosen({ when }: Step): boolean {
  return when?.kind === 'binary' && when.left.kind === 'variable' && when.left.name === ACCEPTED
}
