// Maps and JSON, their keys in conditions and shapes, and what people send for them.

import { chosen, type Random } from '../../chance.ts'
import type { Json } from '../json.ts'
import { fieldsOfParts, type MadeUpEntity, some } from '../made-up-parts.ts'
import type { MadeUpField, MadeUpPart } from './made-up-field.ts'

/** Begins the chances of JSON. With it, the specifications that show rare planted faults have none, and stay as they were. */
export const JSON_CHANCES = 's3408'

interface Sent {
  /** `user` with the part `nick`. */
  readonly hasGroup: boolean
  /** `items`, a list of objects. */
  readonly hasItems: boolean
}

/** Steps that keep objects: of records that the caller of every second call sees, and of others. */
export function keptSteps(entity: MadeUpEntity, index: number, { hasGroup, hasItems }: Sent): readonly string[] {
  const has = (field: string): boolean => fieldsOfParts(entity).some(({ name }) => name === field)
  const sent = [...(hasGroup ? ['"user": input.user'] : []), ...(hasItems ? ['"items": input.items'] : [])]
  const seen = '"code": x.code, "n": x.n, "flag": ifAny(x.flag), "at": now, "of": [{"k": x.k}, {}]'
  return [
    index % 2 === 0
      ? `create Log with what = \`"kept"\`, n = \`1\`, data = \`{${[seen, ...sent].join(', ')}}\``
      : `record Log with what = \`"kept"\`, n = \`1\`, data = \`x.n == null ? {"view": ${entity.name}View(x), ${seen}} : x.n\``,
    ...(has('tags') ? ['change x with tags = `{"a": path.code, "b": ifAny(x.k == "red" ? "z" : null)}`'] : []),
  ]
}

export function jsonFields(random: Random): MadeUpPart {
  return { fields: some(ALL, random, 0.35).map((field) => field(random)) }
}

type Making = (random: Random) => MadeUpField

const TEXTS: readonly Json[] = [
  { a: 'x', b: 'y' },
  { b: '', ä: ' é ' },
  {},
  { a: 'x' },
  { a: 1 },
  { a: null, b: 'far too long a text' },
  { '': 'x' },
  { a: 'x', b: 'y', c: 'z', d: 'w' },
  'a',
  [
    { key: 'a', value: 'x' },
    { key: 'a', value: 'y' },
  ],
]

const ANY: readonly Json[] = [
  { a: 'x', n: 1.5, ok: true, list: ['a', null, 'b', 1] },
  { n: 1e21, a: { a: 'deep' } },
  { ok: false, list: 'none' },
  ['a', { a: 'x' }],
  'a',
  7,
  0.1,
  true,
  {},
  [],
]

const ALL: readonly Making[] = [
  (random) => ({
    name: 'tags',
    row: `tags | map of up to 3 ${chosen(['text up to 9', 'text 0 to 9', 'long text up to 9'], random)} | | | `,
    parts: {
      tagA: 'tags["a"]',
      tagCount: 'tags == null ? 0 : size(tags)',
      tagPairs: 'pairs(tags).map(p, p.key + "=" + p.value)',
      hasA: '"a" in tags',
    },
    conditions: (of) => [
      `"a" in ${of('tags')}`,
      `${of('tags')}["a"] == "x"`,
      `${of('tags')} == null`,
      `"b" in ${of('tags')} && ${of('tags')}["b"] < "z"`,
      `pairs(${of('tags')}).exists(p, p.value == "y")`,
    ],
    sent: ({ random: chance }) => chosen(TEXTS, chance),
  }),
  (random) => ({
    name: 'counts',
    row: `counts | map of ${chosen(['whole number', 'whole number 0 to 9', 'decimal with 1 place'], random)} | | | `,
    parts: { countA: 'counts["a"]', countSum: 'pairs(counts).map(p, p.value).sum()' },
    conditions: (of) => [
      `orElse(${of('counts')}["a"], 3) > 2`,
      `pairs(${of('counts')}).all(p, p.value > 1)`,
      `${of('counts')} != null && size(${of('counts')}) > 1`,
    ],
    sent: ({ random: chance }) =>
      chosen<Json>([{ a: 1, b: 2 }, { a: 9 }, { a: 10 }, { b: '1.50' }, { a: 0.25 }, { a: 'x', b: -1 }, {}, 3], chance),
  }),
  () => ({
    name: 'extra',
    row: 'extra | json | | | ',
    parts: {
      extraA: 'extra["a"]',
      extraText: 'asText(extra["a"]["a"])',
      extraNumber: 'asNumber(extra["n"])',
      extraYes: 'asYesNo(extra["ok"])',
      extraList: 'asList(extra["list"]).filter(i, asText(i) != null).map(i, asText(i))',
    },
    conditions: (of) => [
      `asText(${of('extra')}["a"]) == "x"`,
      `orElse(asNumber(${of('extra')}["n"]), 0) > 1`,
      `"a" in ${of('extra')}`,
      `${of('extra')}["list"] == null`,
      `asList(${of('extra')}).exists(i, i == ${of('extra')})`,
    ],
    sent: ({ random: chance }) => chosen(ANY, chance),
  }),
  () => ({
    name: 'flags',
    row: 'flags | map of yes/no | | | ',
    parts: { flagA: 'flags["a"]' },
    conditions: (of) => [`orElse(${of('flags')}["a"], false)`],
    sent: ({ random: chance }) => chosen<Json>([{ a: true }, { a: false, b: true }, { a: 1 }, {}], chance),
  }),
  () => ({
    name: 'days',
    row: 'days | map of date | | | ',
    parts: { dayA: 'days["a"]' },
    conditions: (of) => [`orElse(${of('days')}["a"], today) < today`],
    sent: ({ random: chance }) => chosen<Json>([{ a: '2026-04-09' }, { a: '2026-02-30' }, { a: '' }, {}], chance),
  }),
]
