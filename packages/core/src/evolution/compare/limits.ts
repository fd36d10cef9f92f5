// Point 9 of two models → changed numbers, and added, removed and changed limits and settings.

import type { Constant, Limit, LimitedParty, LimitsModel, Translation } from '../../model/limits.ts'
import type { Model } from '../../model/model.ts'
import { durationWords } from '../durations.ts'
import { compared, listed } from '../meaning.ts'
import {
  code,
  ELSEWHERE,
  exchanged,
  KEY,
  type Members,
  membersSaid,
  type Pair,
  partsSaid,
  type Said,
} from './sentences.ts'

export function compareLimits({ limits: old }: Model, { limits: now }: Model): Said[] {
  return membersSaid('The limits', LIMITS, { old, now })
}

const LIMITS: Members<LimitsModel> = {
  constants: (old, now) =>
    partsSaid(old, now, ({ name }) => name, {
      gone: ({ name }) => [['safe', `The constant ${name} is gone.`]],
      made: ({ name, text }) => [['safe', `The constant ${name} is new: ${text}.`]],
      changed: (pair) => membersSaid(pair.now.name, constantMembers(pair.now, pair.old.value === pair.now.value), pair),
      order: ['safe', 'The constants stand in another order.'],
    }),
  lookups: (old, now) =>
    partsSaid(old, now, ({ name }) => name, {
      gone: ({ name }) => [['safe', `The lookup ${name} is gone.`]],
      made: ({ name }) => [['safe', `The lookup ${name} is new.`]],
      changed: (pair) => membersSaid(pair.now.name, lookupMembers(pair.now.name), pair),
      order: ['safe', 'The lookups stand in another order.'],
    }),
  decisionTables: (old, now) =>
    partsSaid(old, now, ({ name }) => name, {
      gone: ({ name }) => [['safe', `The lookup ${name} is gone.`]],
      made: ({ name }) => [['safe', `The lookup ${name} is new.`]],
      changed: (pair) => membersSaid(pair.now.name, decisionMembers(pair.now.name), pair),
      order: ['safe', 'The lookups stand in another order.'],
    }),
  calendars: (old, now) =>
    partsSaid(old, now, ({ name }) => name, {
      gone: ({ name }) => [['review', `The calendar ${name} is gone.`]],
      made: ({ name }) => [['safe', `The calendar ${name} is new.`]],
      changed: ({ now: { name } }) => [['review', `The calendar ${name} is open at other times.`]],
      order: ['safe', 'The calendars stand in another order.'],
    }),
  limits: (old, now) =>
    partsSaid(old, now, ({ name }) => name, {
      gone: ({ name }) => [['review', `The limit "${name}" is gone.`]],
      made: ({ name }) => [['tightening', `The limit "${name}" is new.`]],
      changed: (pair) => membersSaid(`The limit "${pair.now.name}"`, limitMembers(pair.now), pair),
      order: ['safe', 'The limits stand in another order.'],
    }),
  translations: (old, now) =>
    partsSaid(old, now, ({ language }) => language, {
      gone: ({ language }) => [['safe', `It is not translated into "${language}" any more.`]],
      made: ({ language, entries }) => [['safe', `It can be read in "${language}": ${translated(entries.length)}.`]],
      changed: (pair) => [['safe', translationChanged(pair)]],
      order: ['safe', 'The translations stand in another order.'],
    }),
  timeZone: (old, now) => [['review', `Days begin in ${now} instead of ${old}.`]],
  language: (old, now) => [['safe', `The language is ${now} instead of ${old}.`]],
  isLanguageStated: (_, now) => [
    [
      'safe',
      now ? 'Everybody reads it in the language of the text.' : 'Everybody reads it in the language of their browser.',
    ],
  ],
  currency: (old, now) => [
    ['review', `Money whose field names no currency is in ${now?.code ?? 'none'} instead of ${old?.code ?? 'none'}.`],
  ],
  otherSites: (old, now) => {
    const { gone, made } = exchanged(sitesOf(old), sitesOf(now))
    return [
      ...(made.length === 0
        ? []
        : [['review', `Pages of other sites may use the calls otherwise than before: ${listed(made)} may.`] as const]),
      ...(gone.length === 0
        ? []
        : [
            [
              'review',
              `Pages of other sites may use the calls otherwise than before: ${listed(gone)} may no longer.`,
            ] as const,
          ]),
    ]
  },
  apiDescription: (old, now) => {
    const { gone, made } = exchanged(readersOf(old), readersOf(now))
    return [
      ...made.map((reader): Said => ['review', `${reader} may read the description of the calls.`]),
      ...gone.map((reader): Said => ['contract', `${reader} may no longer read the description of the calls.`]),
    ]
  },
  unknownInputs: (_, now) => [
    [
      'contract',
      now === 'refused'
        ? 'Inputs that a call does not name are refused.'
        : 'Inputs that a call does not name are ignored.',
    ],
  ],
  limitHeaders: (old, now) => {
    const { gone, made } = exchanged(old, now)
    return [
      ...made.map((headers): Said => ['safe', `Calls with a limit tell what it leaves by the headers ${headers}.`]),
      ...gone.map((headers): Said => [
        'contract',
        `Calls no longer tell what a limit leaves by the headers ${headers}.`,
      ]),
      ...(made.length + gone.length > 0 ? [] : [['safe', 'The headers of limits stand in another order.'] as const]),
    ]
  },
  weekStarts: (_, now) => [
    ['safe', now === null ? 'The first day of a week is not stated any more.' : `A week starts on ${now.day}.`],
  ],
  publicAddress: (_, now) => [
    ['review', `Links in messages begin with ${now?.origin ?? 'the address that was asked'}.`],
  ],
  brandColour: (_, now) => [['safe', `It is drawn in ${now?.colour ?? 'the supplied colour'}.`]],
  logo: (_, now) => [
    [
      'safe',
      now === null
        ? 'It shows no logo any more.'
        : `It shows the logo ${now.file}${now.inDark === null ? '' : `, and ${now.inDark} in the dark`}.`,
    ],
  ],
  secrets: (old, now) => {
    const { gone, made } = exchanged(namesOf(old), namesOf(now))
    return [
      ...made.map((name): Said => ['contract', `It needs the secret ${name}, which its operator has to give.`]),
      ...gone.map((name): Said => ['safe', `It needs the secret ${name} no more.`]),
      ...(made.length + gone.length > 0 ? [] : [['safe', 'The secrets stand in another order.'] as const]),
    ]
  },
}

function translated(count: number): string {
  return `${count} ${count === 1 ? 'translation' : 'translations'}`
}

/** One sentence for all words. */
function translationChanged({ old, now }: Pair<Translation>): string {
  const found = compared(old.entries, now.entries, ({ words }) => words)
  const { gone, made, changed } = found
  const counts = [
    [made.length, 'new'],
    [changed.length, 'changed'],
    [gone.length, 'gone'],
  ] as const
  const said = counts.flatMap(([count, what]) => (count === 0 ? [] : [`${count} ${what}`]))
  const how = said.length === 0 ? 'the translations stand in another order' : `translations: ${said.join(', ')}`
  return `In "${now.language}", ${how}.`
}

function namesOf(parts: readonly { readonly name: string }[]): string[] {
  return parts.map(({ name }) => name)
}

function sitesOf(sites: LimitsModel['otherSites']): readonly string[] {
  return sites === 'none' ? [] : sites === 'any' ? ['those of any site'] : sites
}

function readersOf(described: LimitsModel['apiDescription']): readonly string[] {
  if (described === 'none') return []
  return described === 'everybody' ? ['Everybody'] : described
}

function constantMembers({ name, text }: Constant, isSameValue: boolean): Members<Constant> {
  return {
    name: KEY,
    type: () => [['review', `${name} is of another type: ${text}.`]],
    unit: () => [['review', `${name} is counted in something else: ${text}.`]],
    value: (_, __, { old, now }) => [
      now.text === old.text
        ? ['review', `${name} follows another calendar, or other hours of it.`]
        : ['review', `${name} is ${now.text} instead of ${old.text}.`],
    ],
    // If the value differs, its sentence contains the text.
    text: isSameValue ? (old, now) => [['safe', `${name} is written "${now}" instead of "${old}".`]] : ELSEWHERE,
    usedFor: (_, now) => [
      ['safe', `What ${name} is used for is ${now === null ? 'said no more' : 'worded otherwise'}.`],
    ],
  }
}

function lookupMembers(name: string): Members<LimitsModel['lookups'][number]> {
  return {
    name: KEY,
    argument: () => [['review', `${name} is asked for something else.`]],
    result: () => [['review', `${name} gives values of another type.`]],
    rows: (old, now) => {
      const rows = (all: typeof now): string[] => all.map(({ key, value }) => `${String(value)} for ${key}`)
      const { made } = exchanged(rows(old), rows(now))
      return [['review', `${name} gives other values${made.length === 0 ? '' : `: ${listed(made)}`}.`]]
    },
  }
}

function decisionMembers(name: string): Members<LimitsModel['decisionTables'][number]> {
  return {
    name: KEY,
    parameters: () => [['review', `${name} is asked for something else.`]],
    value: () => [['review', `${name} decides otherwise.`]],
  }
}

function limitMembers({ name }: Limit): Members<Limit> {
  const place = `The limit "${name}"`
  return {
    name: KEY,
    on: (_, now) => [['review', `${place} is on ${onWords(now)}.`]],
    per: (_, now) => [['review', `${place} is for ${partyWords(now)}.`]],
    // The line "Records belong to" says it.
    within: () => [],
    windowMs: (_, now) => [
      [
        'review',
        `${place} counts ${now === null ? 'what is there at any one time' : `what comes in ${durationWords(now)}`}.`,
      ],
    ],
    atMost: (old, now) => [['review', `${place} is at ${code(now)} instead of ${code(old)}.`]],
    otherwise: (old, now) => [
      [
        'contract',
        `${place} is refused with ${now ?? 'the built-in error'} instead of ${old ?? 'the built-in error'}.`,
      ],
    ],
  }
}

function onWords(on: Limit['on']): string {
  switch (on.kind) {
    case 'call':
      return on.call ?? 'all calls'
    case 'entity':
      return on.entity
    case 'signing in':
      return 'signing in'
    case 'streams':
      return on.call === null ? 'open streams' : `open streams of ${on.call}`
  }
}

function partyWords(party: LimitedParty): string {
  switch (party.kind) {
    case 'everybody':
      return 'everybody together'
    case 'user':
      return party.role === null ? 'each user' : `each user who is ${party.role}`
    case 'address':
      return 'each address'
    case 'path':
      return 'each path with its values'
    case 'record':
      return `each ${party.entity} (${party.path.join('.')})`
  }
}
