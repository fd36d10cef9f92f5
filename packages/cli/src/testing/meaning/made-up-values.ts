// Calls that take a value of any type, in a body, in an address, in a header or in a cookie, and answer what they have taken.
// Of each type: how it is written, and what is sent for it, good values first.

import { chosen, randomOf, type Random } from '../chance.ts'
import { JSON_CHANCES } from './fields/json.ts'
import { type AskedCall } from './made-up-asked.ts'
import { inText, type MadeUpEntity, maybe, some, table } from './made-up-parts.ts'
import type { Json } from './json.ts'

interface TypeOfValues {
  readonly types: readonly string[]
  readonly good: readonly Json[]
  readonly bad: readonly Json[]
}

const TYPES: readonly TypeOfValues[] = [
  {
    types: ['text', 'text 0 to 8', 'text 2 to 8'],
    good: ['ab', ' cd ', 'Ünï'],
    bad: ['', 'a', 'far too long', 'a\u200bb', 7],
  },
  {
    types: ['long text', 'long text up to 9', 'formatted text', 'formatted text up to 9'],
    good: ['ab', ' c\nd '],
    bad: ['', 'far too long a text', 1],
  },
  { types: ['email'], good: ['a@b.test', ' Ａ@b.test '], bad: ['nobody', 'a@b', ''] },
  { types: ['url'], good: ['https://a.test/x'], bad: ['ftp://a.test', 'a.test'] },
  { types: ['phone'], good: ['+49 30 1234'], bad: ['call me'] },
  { types: ['country'], good: ['DE'], bad: ['de', 'Germany'] },
  { types: ['language'], good: ['pt-BR'], bad: ['e'] },
  { types: ['time zone'], good: ['Europe/Berlin'], bad: ['Mars/Base', '7'] },
  { types: ['colour'], good: ['#aabbcc'], bad: ['red'] },
  {
    types: ['whole number', 'whole number 1 to 5', 'whole number from 0', 'whole number at least 0'],
    good: [3, 5, 1],
    bad: [6, -1, 1.5, 'x', 1e20],
  },
  { types: ['decimal with 2 places', 'percent'], good: ['1.50', 2], bad: ['1.005', 'x', '1e3'] },
  { types: ['money in EUR', 'money in JPY'], good: ['12', 4], bad: ['0.005', '1.5', 'x'] },
  {
    types: ['money with currency'],
    good: [
      { amount: '1.50', currency: 'EUR' },
      { amount: 2, currency: 'JPY' },
    ],
    bad: [{ amount: '1.234', currency: 'EUR' }, { currency: 'EUR' }, '4 EUR'],
  },
  { types: ['yes/no'], good: [true, false], bad: ['yes', 1] },
  { types: ['date'], good: ['2026-04-10'], bad: ['2026-02-30', 'soon', '0000-01-01'] },
  { types: ['time'], good: ['09:30', '23:59:59'], bad: ['24:00', '9:30'] },
  { types: ['date and time'], good: ['2026-04-10T10:00:00.000Z', '2026-04-10T12:00:00+02:00'], bad: ['soon', 7] },
  { types: ['date and time as Unix seconds'], good: [1_775_815_200, 0], bad: [1.5, 'soon', 1e15] },
  { types: ['date and time as Unix milliseconds'], good: [1_775_815_200_000], bad: [1.5, 'x'] },
  { types: ['duration'], good: [3_600_000, 0], bad: ['1 hour', 1.5] },
  {
    types: ['period of dates'],
    good: [{ start: '2026-04-10', end: '2026-04-12' }],
    bad: [{ start: '2026-04-10', end: '2026-04-10' }, { start: '2026-04-10' }, 'always'],
  },
  {
    types: ['period of date and time'],
    good: [{ start: '2026-04-10T10:00:00Z', end: '2026-04-10T12:00:00Z' }],
    bad: [{ start: '2026-04-10T10:00:00Z', end: '2026-04-10T09:00:00Z' }, 7],
  },
  { types: ['one of red, green'], good: ['red', 'green'], bad: ['blue', 7] },
]

const JSON_VALUES: TypeOfValues = {
  types: ['json', 'list of json', 'map of text up to 3'],
  good: [{ a: 'b', c: ' d' }, { a: 1.5, b: [null, { c: 'd' }] }, [], ['e'], 'f', 0, false],
  bad: [{ a: '\u0000' }, `${'g'.repeat(100_001)}`, { a: 'long' }],
}

/** By chances of its own, so that all other values of a seed stay as they were. */
function jsonInput(others: readonly Carried[]): Carried[] {
  const random = randomOf(`${JSON_CHANCES} ${JSON.stringify(others.map(({ type }) => type))}`)
  if (!maybe(random, 0.15)) return []
  return [{ name: 'j', type: chosen(JSON_VALUES.types, random), of: JSON_VALUES }]
}

interface Carried {
  readonly name: string
  readonly type: string
  readonly of: TypeOfValues
}

function carried(begin: string, random: Random, share: number, isKnown: (type: string) => boolean): Carried[] {
  const all = some(TYPES, random, share).map((of, place): Carried => {
    return { name: `${begin}${place}`, type: chosen(of.types, random), of }
  })
  return all.map((each) => withRareForm(each, all)).filter(({ type }) => isKnown(type))
}

/** A quarter of the whole numbers was too rare for 400 specifications to have each form. By chances of its own, too. */
function withRareForm(each: Carried, all: readonly Carried[]): Carried {
  const chances = randomOf(`whole numbers ${JSON.stringify(all.map(({ type }) => type))}`)
  return each.type === 'whole number' && maybe(chances, 0.5) ? { ...each, type: 'whole number from 0' } : each
}

/** As an address, a header or a cookie has it. */
function worded(value: Json): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

function sentOf({ of: { good, bad } }: Carried, random: Random): Json {
  return chosen(maybe(random, 0.93) ? good : bad, random)
}

export function valueCalls(entities: readonly MadeUpEntity[], random: Random): AskedCall[] {
  const [entity] = entities
  if (entity === undefined) return []
  return [
    ...(maybe(random, 0.35) ? [bodyCall(entity, random)] : []),
    ...(maybe(random, 0.35) ? [addressCall(entity, random)] : []),
  ]
}

/** Values, lists and maps of values in a body of JSON. */
function bodyCall({ name }: MadeUpEntity, random: Random): AskedCall {
  const path = '/api/values'
  const plain = carried('a', random, 0.3, () => true)
  const single = [...plain, ...jsonInput(plain)]
  const lists = carried('l', random, 0.12, (type) => !type.includes('Unix'))
  const isMap = maybe(random, 0.5)
  const counted = chosen(['', ' up to 2', ' 1 to 3'], random)
  const isNeeded = new Map(single.map((each) => [each.name, maybe(random, 0.2)]))
  const shown = [
    ...single.map((each) => `"${each.name}": input.${each.name}`),
    ...lists.map((each) => `"${each.name}": input.${each.name}`),
    ...(isMap
      ? ['"m": input.m.map(e, e.key + "=" + string(e.value))', '"back": input.m.keyed(e, e.key, e.value)']
      : []),
  ]
  return {
    call: {
      path,
      entity: name,
      method: 'POST',
      sent: (chance) => ({
        body: {
          ...Object.fromEntries(
            some(single, chance, 0.8).map((each) => [each.name, maybe(chance, 0.04) ? null : sentOf(each, chance)]),
          ),
          ...Object.fromEntries(
            some(lists, chance, 0.7).map((each) => [
              each.name,
              chosen<Json>([[], [sentOf(each, chance)], [sentOf(each, chance), sentOf(each, chance)]], chance),
            ]),
          ),
          ...(isMap && maybe(chance, 0.8)
            ? {
                m: chosen<Json>(
                  [{}, { a: 1 }, { b: 2, a: 3 }, { a: 1, b: 2, c: 3 }, { 'a.b': 1 }, { a: 'x' }, [], null],
                  chance,
                ),
              }
            : {}),
        },
      }),
    },
    lines: [
      `### POST ${path} — Values of every type`,
      '',
      `- **Who:** ${chosen(['Member', 'Guest, Member'], random)}`,
      ...(maybe(random, 0.2) ? ['- **Body:** JSON'] : []),
      ...(maybe(random, 0.2) ? ['- **Values:** exact'] : []),
      '',
      ...table('Input | Like | Needed', [
        ...single.map((each) => `${each.name} | ${each.type} | ${isNeeded.get(each.name) === true ? 'yes' : 'no'}`),
        ...lists.map((each) => `${each.name} | list of${counted} ${each.type} | ${maybe(random, 0.3) ? 'yes' : 'no'}`),
        ...(isMap ? [`m | map of${chosen(['', ' up to 2'], random)} whole number | no`] : []),
        'end | text | no',
      ]),
      `1. respond 200 with ${inText(`{${[...shown, '"end": input.end'].join(', ')}}`)}`,
      '',
    ],
  }
}

const IN_LINKS = /^(?:text|whole number|decimal|yes\/no|date$|time$|one of)/

/** Values in an address, in headers and in cookies, and links to the same address. */
function addressCall({ name }: MadeUpEntity, random: Random): AskedCall {
  const path = '/api/carried'
  const isOfOne = (type: string): boolean => !type.includes('period') && type !== 'money with currency'
  const queries = carried('q', random, 0.3, isOfOne)
  const isCarried = (type: string): boolean =>
    isOfOne(type) && !type.includes('Unix') && !type.includes('long') && !type.includes('formatted')
  const headers = carried('X-H', random, 0.12, isCarried)
  const cookies = carried('c', random, 0.12, isCarried)
  const hasSplit = maybe(random, 0.5)
  const hasChoices = maybe(random, 0.5)
  // By a chance of its own: all other parts are as without it.
  const isSplitSupplied = maybe(randomOf(`values of a list ${JSON.stringify(queries)}`), 0.3)
  const supplied = new Map(queries.map((each) => [each.name, maybe(random, 0.2) ? otherwiseOf(each) : '']))
  const shown = [
    ...queries.map((each) => `"${each.name}": query.${each.name}`),
    ...headers.map((each) => `"${each.name}": header.x${each.name.slice(2)}`),
    ...cookies.map((each) => `"${each.name}": cookie.${each.name}`),
    ...(hasSplit ? ['"split": query.split'] : []),
    ...(hasChoices ? ['"hues": query.hues', '"words": query.words'] : []),
    '"here": publicAddress',
    '"code": encode(orElse(query.end, "ä b/+"))',
    '"other": withQuery("end", "ä/b +")',
    `"pages": pageLinks("at[page]", ${[0, 1, 3, 7][queries.length % 4]}, query.count)`,
    '"offsets": offsetLinks("at[page]", query.count, 20)',
    '"replaced": replace(orElse(query.end, "ä.b.."), ".", "$&")',
    '"written": format(now, "%A, %d %b %Y %H:%M:%S.%L %m%%") + " " + string(now)',
    '"day": onlyIf(query.end != null, format(today, "%a %d.%m.%Y, %B"))',
    ...queries
      .filter(({ type }) => IN_LINKS.test(type))
      .map(({ name: of }) => `"to-${of}": withQuery("${of}", query.${of})`),
  ]
  const worded1 = (all: readonly Carried[], chance: Random): Record<string, string> =>
    Object.fromEntries(
      some(all, chance, 0.7)
        .map((each) => [each.name.toLowerCase(), worded(sentOf(each, chance)).trim()])
        .filter(([, value = '']) => /^[\x20-\x7e]*$/.test(value) && !/[;,"]/.test(value)),
    )
  return {
    call: {
      path,
      entity: name,
      method: 'GET',
      sent: (chance) => ({
        query: withPlace({
          ...Object.fromEntries(
            some(queries, chance, 0.7).map((each) => [
              each.name,
              maybe(chance, 0.05) ? '' : worded(sentOf(each, chance)),
            ]),
          ),
          ...(hasSplit && maybe(chance, 0.7)
            ? { split: chosen<string | string[]>(['1,2', '3', '', '1,x', ['1', '2,3'], '1,,2'], chance) }
            : {}),
          ...(hasChoices && maybe(chance, 0.6)
            ? { hues: chosen<string | string[]>(['red', ['red', 'green'], 'blue', ['green', 'red']], chance) }
            : {}),
          ...(hasChoices && maybe(chance, 0.6)
            ? { words: chosen<string | string[]>(['a', ['a', 'b'], 'c'], chance) }
            : {}),
        }),
        headers: worded1(headers, chance),
        cookies: worded1(cookies, chance),
      }),
    },
    lines: [
      `### GET ${path} — Values of an address`,
      '',
      `- **Who:** ${chosen(['Member', 'Guest, Member'], random)}`,
      '',
      ...table('Query | Type | Keeps only', [
        ...queries.map((each) => `${each.name} | ${each.type}${supplied.get(each.name) ?? ''} | `),
        ...(hasSplit
          ? [`split | list of whole number, separated by commas${isSplitSupplied ? ', otherwise 2' : ''} | `]
          : []),
        ...(hasChoices
          ? ['hues | choices: red, green | ', `words | list of one of a, b${isSplitSupplied ? ', otherwise b' : ''} | `]
          : []),
        'at[page] | whole number, otherwise 1 | ',
        'count | whole number 0 to 40, otherwise 5 | ',
        'end | text | ',
      ]),
      ...(headers.length === 0
        ? []
        : table(
            'Header | Like | Needed',
            headers.map((each) => `${each.name} | ${each.type} | ${maybe(random, 0.15) ? 'yes' : 'no'}`),
          )),
      ...(cookies.length === 0
        ? []
        : table(
            'Cookie | Like | Needed',
            cookies.map((each) => `${each.name} | ${each.type} | ${maybe(random, 0.15) ? 'yes' : 'no'}`),
          )),
      `1. respond 200 with ${inText(`{${[...shown, '"end": query.end'].join(', ')}}`)}`,
      '',
    ],
  }
}

/** Adds the place of a page. It depends on the other values, so that all other chances stay as they were. */
function withPlace(query: Readonly<Record<string, string | string[]>>): Record<string, string | string[]> {
  const own = randomOf(JSON.stringify(query))
  return {
    ...query,
    ...(maybe(own, 0.6) ? { 'at[page]': String(chosen([-2, 0, 1, 2, 5, 12], own)) } : {}),
    ...(maybe(own, 0.6) ? { count: String(chosen([0, 1, 4, 20, 21, 40], own)) } : {}),
  }
}

/** A value where none is sent. */
function otherwiseOf({ type }: Carried): string {
  if (type.startsWith('whole number')) return ', otherwise 3'
  if (type === 'date') return ', otherwise `openingDay`'
  if (type === 'one of red, green') return ', otherwise green'
  return ''
}
