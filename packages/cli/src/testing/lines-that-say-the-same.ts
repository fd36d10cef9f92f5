// An alteration that changes no meaning and of which nothing is said → why that is right; null: it is not.

import type { Alteration } from './line-alterations.ts'

interface Reason {
  readonly why: string
  readonly of: (alteration: Alteration) => boolean
}

const DEFAULTS =
  /^(?:none|all|id|always|no|yes|everything visible|cleared on deletion|all of them|the field|by not being signed in)$/

const REASONS: readonly Reason[] = [
  {
    why: 'a cell states the default, and is empty without it',
    of: ({ kind, place, from }) => kind === 'emptied' && place.startsWith('cell ') && DEFAULTS.test(from),
  },
  {
    why: 'a rule states what the kind of the field has anyway',
    of: ({ kind, place, from, to }) =>
      place === 'cell Rules' && kind !== 'letters swapped' && /hidden|unique|deletion/.test(from) && from.includes(to),
  },
  {
    why: 'the only value there is',
    of: ({ place, from }) =>
      place === 'label A record you may not see answers' || from.includes('A record you may not see answers'),
  },
  {
    why: 'a table says by its columns what it is of; the line above it is decoration',
    of: ({ kind, place }) =>
      kind === 'a line is gone' && /^(?:heading|label (?:Routes|Intended users|Standard calls))$/.test(place),
  },
  {
    why: 'words above a table that are no label only announce it',
    of: ({ kind, place }) => kind === 'twice' && place.startsWith('name of the label '),
  },
  {
    why: 'behind "none" stands a reason, in words of the author',
    of: ({ place, from, to }) => place.startsWith('label ') && /^none\b/.test(from) && /^none\b/.test(to),
  },
  {
    why: 'a list of a call has no end unless it is said',
    of: ({ place, from, to }) => place === 'step' && from.replace(/, all of them$/, '') === to,
  },
  {
    why: 'a line says that there is none of something, and none is the default',
    of: ({ kind, from }) => kind === 'a line is gone' && /:\*\* none\b/.test(from),
  },
  {
    why: 'a setting states the default',
    of: ({ kind, from }) => kind === 'a line is gone' && /Time zone \| UTC|as supplied/.test(from),
  },
  {
    why: 'a line of the author has words of their own, and says that something is not meant',
    of: ({ from, text, line }) => /out of scope/.test(from + (text.split('\n')[line - 1] ?? '')),
  },
]

export function saysTheSame(alteration: Alteration): string | null {
  return REASONS.find(({ of }) => of(alteration))?.why ?? null
}
