// A silent alteration → the reason why silence is right, or null. Some alterations change no meaning; others give a
// text that somebody could have meant, which only its author can tell.

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
    why: 'a part goes with its whole, whether "deleted together" is written or not',
    of: ({ place, from, to }) =>
      place === 'cell Rules' && (to === `${from}, deleted together` || from === `${to}, deleted together`),
  },
  {
    why: 'an action on whole records needs no fields, and "all" says so as well',
    of: ({ place, from, to }) => place === 'cell Fields' && from === '' && to === 'all',
  },
  {
    why: 'a list is drawn as a table unless something else is stated',
    of: ({ kind, place, from }) => kind === 'a line is gone' && place === 'label As' && from.endsWith('table'),
  },
  {
    why: 'a part that no call shares has no effect, as is reported at its heading',
    of: ({ below, text }) => {
      const part = /^### Shared by calls: (.+)$/.exec(below)?.[1]
      return part !== undefined && !text.includes(`**Shares:** ${part}`)
    },
  },
  {
    why: 'while the roles are not shown, any word may be one',
    of: ({ place, text }) =>
      place === 'label Who' && /^(?:\*\*)?Roles and permissions:?(?:\*\*)? not shown/m.test(text),
  },
  {
    why: 'the only value there is',
    of: ({ place, from }) =>
      place === 'label A record you may not see answers' || from.includes('A record you may not see answers'),
  },
  {
    why: 'a table says by its columns what it is of; the line above it is decoration',
    of: ({ kind, place }) =>
      (kind === 'a line is gone' && /^(?:heading|label (?:Routes|Intended users|Standard calls))$/.test(place)) ||
      (kind === 'emptied' && /^name of the label (?:Routes|Intended users)$/.test(place)),
  },
  {
    why: '"Sign up" names the role as well',
    of: ({ place, from }) => place === 'cell A user gets it' && from.includes('by signing up'),
  },
  {
    why: 'every record has an id, and a random one unless another is stated',
    of: ({ place, from, to }) => place === 'label Every entity has' && `id as a random identifier, ${to}` === from,
  },
  {
    why: 'a call that a screen uses may be used by programs, too',
    of: ({ kind, place }) => kind === 'a line is gone' && place === 'label Used by',
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
    why: 'a session ends a day after its last use unless something else is stated',
    of: ({ place, from, to }) => place === 'label Session' && from === `${to}, ends 1 day after last use`,
  },
  {
    why: 'a record is called by its first text unless something else is stated',
    of: ({ kind, place }) => kind === 'a line is gone' && place === 'label Label',
  },
  {
    why: 'nobody signs up unless it is stated',
    of: ({ kind, from }) => kind === 'a line is gone' && /Sign up:\*\* closed/.test(from),
  },
  {
    why: 'what is supplied is there in both languages',
    of: ({ place, from, to }) => place === 'label Built-in errors' && from.startsWith(to) && to === 'as supplied',
  },
  {
    why: 'a line of the author has words of their own, and says that something is not meant',
    of: ({ from, text, line }) => /out of scope/.test(from + (text.split('\n')[line - 1] ?? '')),
  },
]

const BOTH_OF_ONE_KIND: readonly (readonly [pair: string, why: string])[] = [
  ['Subject, Body', 'both cells hold words of the author'],
  ['About, Message', 'words that are no sentence may be what a refusal is about'],
  ['User, Role', 'both cells hold words of the author'],
  ['Role, Comes to', 'both cells hold words of the author'],
  ['Term, Means', 'both cells hold words of the author'],
  ['If, Must hold', 'both cells hold a condition'],
  ['From, To', 'both cells hold a state'],
  ['Default, Meaning', 'any words say what a field means'],
  ['Means, Kind', 'any words say what a state means'],
  ['Value, Used for', 'any words say what a constant is for'],
]

const MEANT_SO: readonly Reason[] = [
  ...BOTH_OF_ONE_KIND.map(([pair, why]) => ({
    why,
    of: ({ kind, place }: Alteration) => kind === 'cells changed places' && place === `cells ${pair}`,
  })),
  {
    why: 'values of a record are what its author says, as far as their fields take them',
    of: ({ kind, below }) => kind === 'cells changed places' && /^### (?:Sample|Reference) data: /.test(below),
  },
  {
    why: 'records may be alike, unless a field is unique',
    of: ({ kind, below }) => kind === 'a row twice' && /^### (?:Sample|Reference) data: /.test(below),
  },
  {
    why: 'records of a table may leave out a field that may be empty or has a default',
    of: ({ kind, below }) => kind === 'a column is gone' && /^### (?:Sample|Reference) data: /.test(below),
  },
  {
    why: 'a column that a table may do without',
    of: ({ kind, place }) => kind === 'a column is gone' && /^column (?:Label|Locks|roles)$/.test(place),
  },
]

/** The reason why no message reports a changed meaning. */
export function isMeantSo(alteration: Alteration): string | null {
  return MEANT_SO.find(({ of }) => of(alteration))?.why ?? null
}

export function saysTheSame(alteration: Alteration): string | null {
  return REASONS.find(({ of }) => of(alteration))?.why ?? null
}
