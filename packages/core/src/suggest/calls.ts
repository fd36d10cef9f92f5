// Point 7: calls for other programs and for the screens.

import type { Draft } from '../draft/draft.ts'
import { type Piece, type Suggestion, table } from './suggestion.ts'
import { pathOf, subjectsOf, transitionsOf } from './known-facts.ts'

const QUESTION = 'Product calls (method, path shape, payload shape)'
const RESPONSES = 'Responses and what the product does with them'

export function suggestCalls(draft: Draft): Suggestion[] {
  if (subjectsOf(draft).length === 0) return []
  return [
    {
      title: 'Everything that a form needs',
      note: 'Listing, reading, adding, changing, deleting, each for whoever is permitted to. It says what they answer, too.',
      pieces: standardCalls(draft, ['list', 'get', 'create', 'change', 'delete']),
    },
    {
      title: 'Adding and reading',
      note: 'What was added stays as it is.',
      pieces: standardCalls(draft, ['list', 'get', 'create']),
    },
    {
      title: 'Reading only',
      note: 'Nothing can be changed from outside.',
      pieces: standardCalls(draft, ['list', 'get']),
    },
  ]
}

/** They also answer the question about responses. */
export function standardCalls(draft: Draft, kinds: readonly string[]): Piece[] {
  const rows = subjectsOf(draft).map((entity) => {
    const steps = transitionsOf(draft, entity).length > 0 ? ['transitions'] : []
    return [entity.name.text, pathOf(draft, entity), [...kinds, ...steps].join(', '), 'id', 'everything visible']
  })
  const header = ['Entity', 'Path', 'Calls', 'Found by', 'Answers with']
  return [
    { kind: 'parts', question: QUESTION, text: `### Standard calls\n\n${table(header, rows)}` },
    { kind: 'label', question: RESPONSES, text: '' },
  ]
}

export function suggestResponses(draft: Draft): Suggestion[] {
  return draft.calls.standard.length + draft.calls.calls.length > 0 ? [] : suggestCalls(draft)
}
