// Point 9: the numbers and settings that the rest uses.

import { type Suggestion, table } from './suggestion.ts'
import type { Surroundings } from './known-facts.ts'
import type { Draft } from '../draft/draft.ts'

const QUESTION = 'Business constants and limits'

export function suggestLimits(draft: Draft, { timeZone }: Surroundings): Suggestion[] {
  const settings = (language: string): string =>
    table(
      ['Setting', 'Value'],
      [
        ['Time zone', timeZone],
        ['Language', language],
      ],
    )
  const limit = table(
    ['Limit', 'On', 'Per', 'At most', 'Otherwise'],
    [['Guessing', 'signing in', 'address, 1 minute', '10', '']],
  )
  const english: Suggestion = {
    title: `In English, in the time of ${timeZone}`,
    note: 'How moments are shown, and when a day begins.',
    pieces: [{ kind: 'label', question: QUESTION, text: settings('en') }],
  }
  const german: Suggestion = {
    title: `In German, in the time of ${timeZone}`,
    note: 'All that the product says by itself is said in German.',
    pieces: [{ kind: 'label', question: QUESTION, text: settings('de') }],
  }
  const guarded: Suggestion = {
    title: 'The same, and nobody guesses passwords',
    note: 'At most ten attempts to sign in each minute from one address.',
    pieces: [{ kind: 'label', question: QUESTION, text: `${settings('en')}\n\n${limit}` }],
  }
  return draft.roles.signIn === null ? [english, german] : [english, german, guarded]
}
