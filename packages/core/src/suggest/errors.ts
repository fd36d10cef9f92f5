// Point 8: the product's own errors, and the built-in ones.

import type { Draft } from '../draft/draft.ts'
import { type Piece, type Suggestion, table } from './suggestion.ts'

const CATALOGUE = 'Error catalogue'
const MESSAGES = 'Product-specific error messages'
const HEADER = ['Code', 'Status', 'About', 'Message']

interface Entry {
  readonly code: string
  readonly status: string
  readonly about: string
  readonly message: string
}

/** A row of the catalogue, which is created if needed. */
export function catalogued(draft: Draft, { code, status, about, message }: Entry): Piece[] {
  if (draft.errors.catalogue.some((entry) => entry.code.text === code)) return []
  if (draft.errors.catalogue.length > 0)
    return [
      {
        kind: 'row',
        place: { question: CATALOGUE, part: null, header: 'Code' },
        cells: { Code: code, Status: status, About: about, Message: message },
      },
    ]
  return [
    { kind: 'label', question: CATALOGUE, text: table(HEADER, [[code, status, about, message]]) },
    { kind: 'label', question: MESSAGES, text: '' },
  ]
}

/** Codes of rules that are not in the catalogue. */
export function suggestErrors({ validation, errors }: Draft): Suggestion[] {
  const listed = new Set(errors.catalogue.map(({ code }) => code.text))
  const raised = validation.rules.flatMap((rule) =>
    rule.otherwise === null || listed.has(rule.otherwise.text) ? [] : [rule.otherwise.text],
  )
  const codes = [...new Set(raised)]
  if (codes.length === 0) return []
  const rows = codes.map((code) => [code, '422', '', 'This does not fit.'])
  return [
    {
      title: `The errors that the rules raise`,
      note: `${codes.join(', ')}. Put them into words that help.`,
      pieces: [{ kind: 'label', question: CATALOGUE, text: table(HEADER, rows) }],
    },
  ]
}

export function suggestMessages(): Suggestion[] {
  const header = ['Built-in error', 'Status', 'About', 'Message']
  return [
    {
      title: 'Friendlier words for what is missing',
      note: 'Instead of the supplied sentence: There is nothing here, or it is not yours to see.',
      pieces: [
        {
          kind: 'label',
          question: MESSAGES,
          text: table(header, [['not found', '', '', 'There is nothing here, or it is not yours to see.']]),
        },
      ],
    },
  ]
}
