// Generated entities → calls with many kinds of input: queries and pages, inputs of many types, lists of objects,
// headers, early answers, and idempotent retries. Each has valid and invalid values to send.

import { keysOfPlace } from '@ninefold/core/model/wire.ts'
import { below, chosen, type Random, randomOf } from '../chance.ts'
import {
  cell,
  CODES,
  condition,
  inText,
  type MadeUpCall,
  type MadeUpEntity,
  maybe,
  numbered,
  type SentWith,
  some,
  table,
} from './made-up-parts.ts'
import type { Json } from './json.ts'

export interface AskedCall {
  readonly call: MadeUpCall
  readonly lines: readonly string[]
}

/** A row of a table with its possible values. */
interface Sendable {
  readonly name: string
  readonly row: string
  /** For a dotted name, the nested value. */
  readonly value: (random: Random) => Json
}

export function askedCalls(entities: readonly MadeUpEntity[], random: Random): AskedCall[] {
  return entities.flatMap((entity, index) => [
    ...(maybe(random, 0.6) ? [findingCall(entity, index, random)] : []),
    ...(maybe(random, 0.7) ? [puttingCall(entity, index, random)] : []),
  ])
}

const number = (from: number, count: number) => (random: Random) => from + below(count, random)
const oneOf =
  (...values: readonly Json[]) =>
  (random: Random) =>
    chosen(values, random)

const QUERIES: readonly Sendable[] = [
  { name: 'n', row: `n | whole number 0 to 9 | ${cell('n == query.n')}`, value: number(0, 11) },
  { name: 'k', row: `k | choice: red, green | ${cell('k == query.k')}`, value: oneOf('red', 'green', 'blue') },
  { name: 'flag', row: `flag | yes/no | ${cell('flag == query.flag')}`, value: oneOf('true', 'false', 'yes') },
  { name: 'part', row: `part | text up to 9 | ${cell('contains(code, query.part)')}`, value: oneOf('a', '1', ' ', '') },
]
const CODES_QUERY = `codes | list of text | ${cell('code in query.codes')}`

/** A list with filters and pages. */
function findingCall(entity: MadeUpEntity, index: number, random: Random): AskedCall {
  const { name } = entity
  const queries = some(QUERIES, random)
  const hasCodes = maybe(random, 0.6)
  const isPaged = maybe(random, 0.6)
  const order = `sorted by ${chosen(['n largest first, then ', 'k A to Z, then ', 'parent.n smallest first, then ', ''], random)}code A to Z`
  const sortedBy = (entity.parent === null ? order.replace('parent.n', 'twice') : order).replace(', then', ' then')
  // Without a draw of its own, so that seeds give the same as before.
  const isCounted = isPaged && queries.length > 0
  const page = isPaged
    ? `take \`query.limit\` after \`query.offset\`${isCounted ? ', counting total' : ''}`
    : 'all of them'
  const where = maybe(random, 0.5) ? ` where ${inText(condition(entity, random))}` : ''
  const steps = [
    `list xs from ${name}${where}, narrowed by the query, ${sortedBy}, ${page}`,
    ...(maybe(random, 0.5)
      ? [
          `when \`xs.size() == 0\`:${numbered([
            `list ys from ${name}, sorted by code Z to A, all of them`,
            `when \`ys.size() > 1\`: respond 200 with \`{"none": true, "ordered": ys.map(y, y.code)}\``,
          ])}`,
        ]
      : []),
    `let all be \`xs.map(x, x.code) + ${hasCodes ? 'query.codes' : '["end"]'}\``,
    `respond 200 with \`{"ordered": xs.map(x, ${name}View(x)), "all": all, "flags": ifAny(xs.filter(x, x.flag == true).map(x, x.code))${isCounted ? ', "total": total' : ''}${isPaged ? ', "limit": query.limit' : ''}}\``,
  ]
  const path = `/api/find${index}`
  const sent: SentWith = (chance, keyOf) => ({
    query: {
      ...Object.fromEntries(some(queries, chance, 0.4).map((each) => [each.name, String(each.value(chance))])),
      ...(hasCodes && maybe(chance, 0.4) ? { codes: some([keyOf(name), keyOf(name), 'none'], chance) } : {}),
      ...(maybe(chance, 0.5) ? { limit: String(chosen([1, 2, 3, 4, 0, 'x'], chance)) } : {}),
      ...(maybe(chance, 0.3) ? { offset: String(below(4, chance)) } : {}),
    },
  })
  return {
    call: { path, entity: name, method: 'GET', queries: queries.map((each) => each.name), sent },
    lines: [
      `### GET ${path} — Find ${name}`,
      '',
      `- **Who:** ${chosen(['Member', 'Guest, Member', 'Boss', 'Helper, Boss'], random)}`,
      '',
      ...table('Query | Type | Keeps only', [
        ...queries.map(({ row }) => (maybe(random, 0.1) ? row.replace('choice: red, green', `${name}.k`) : row)),
        ...(hasCodes ? [CODES_QUERY] : []),
        ...(isPaged
          ? ['limit | whole number 1 to 4, otherwise 3 | ', 'offset | whole number 0 to 50, otherwise 0 | ']
          : []),
      ]),
      ...steps.map((step, place) => `${place + 1}. ${step}`),
      '',
    ],
  }
}

const INPUTS: readonly Sendable[] = [
  { name: 'title', row: 'title | text 2 to 8', value: oneOf('ab', ' cd ', 'a', 'much too long', '', null, 7) },
  { name: 'amount', row: 'amount | whole number 1 to 5', value: oneOf(1, 2, 3, 5, 0, 6, 1.5, '2', null) },
  { name: 'colour', row: 'colour | one of red, green', value: oneOf('red', 'green', 'blue', null) },
  { name: 'tags', row: 'tags | list of text', value: oneOf(['a', 'b'], [], ['c'], ['a', 7], 'a', ['']) },
  { name: 'day', row: 'day | date', value: oneOf('2026-04-10', '2026-04-09', 'soon', null) },
  {
    name: 'user."nick.name"',
    row: 'user."nick.name" | text up to 10',
    value: oneOf('ann', '', null, 'far too long a name'),
  },
  { name: 'user.isIt', row: 'user.isIt | yes/no', value: oneOf(true, false, 'yes', null) },
]

const OBJECTS: readonly Json[] = [
  [],
  [{ n: 1 }],
  [
    { n: 2, label: 'two' },
    { n: 3, place: { '@shelf': 1 } },
  ],
  [{ n: 3, label: null, extras: ['x', 'y'] }, { n: 0 }, { n: 2, place: {} }],
  [{ label: 'three' }],
  [{ n: 1, label: 'too long' }, { n: 'x' }],
  [{ n: 1 }, { n: 2 }, { n: 3 }, { n: 4 }],
  [{ n: 1, other: 1 }],
  { n: 1 },
]

function puttingCall(entity: MadeUpEntity, index: number, random: Random): AskedCall {
  const { name } = entity
  const needed = new Map(INPUTS.map((input) => [input.name, chosen(['no', 'no', 'no', 'yes', 'at least one'], random)]))
  const inputs = some(INPUTS, random, 0.7)
  const hasObjects = maybe(random, 0.6)
  const hasOwner = maybe(random, 0.5)
  const hasHeader = maybe(random, 0.4)
  const has = (input: string): boolean => inputs.some((each) => each.name === input)
  const repeatable = chosen(
    ['', '', 'with an Idempotency-Key', ...(has('title') ? ['by `input.title`'] : []), 'naturally'],
    random,
  )
  if (repeatable.startsWith('by')) needed.set('title', 'yes')
  const path = `/api/put${index}/:code`
  const sent: SentWith = (chance, keyOf) => ({
    body: within({
      ...Object.fromEntries(
        some(inputs, chance, 0.75).map((each) => [
          each.name,
          maybe(chance, 0.7) ? each.value(firstOf(chance)) : each.value(chance),
        ]),
      ),
      ...(hasObjects && maybe(chance, 0.7)
        ? { items: chosen(maybe(chance, 0.7) ? OBJECTS.slice(0, 4) : OBJECTS, chance) }
        : {}),
      ...(hasOwner && maybe(chance, 0.6) ? { who: chosen(['ann', 'bob', 'nobody', null], chance) } : {}),
      ...(entity.parent !== null && maybe(chance, 0.5) ? { parent: keyOf(entity.parent) } : {}),
      ...(maybe(chance, 0.04) ? { unknown: 1 } : {}),
    }),
    headers: {
      ...(hasHeader && maybe(chance, 0.6) ? { 'x-client': chosen(['web', 'phone', 'something'], chance) } : {}),
      ...(repeatable.startsWith('with') && maybe(chance, 0.8)
        ? { 'idempotency-key': chosen(['k1', 'k2'], chance) }
        : {}),
    },
  })
  const steps = puttingSteps(entity, random, { has, hasObjects, hasOwner, hasHeader })
  return {
    call: { path, entity: name, method: 'POST', sent },
    lines: [
      `### POST ${path} — Put ${name}`,
      '',
      `- **Who:** ${chosen(['Member', 'Guest, Member', 'Member', 'Helper, Boss'], random)}`,
      ...(maybe(random, 0.25) ? [`- **Runs as:** the product${maybe(random, 0.3) ? ', whoever calls' : ''}`] : []),
      ...(repeatable === '' ? [] : [`- **Repeatable:** ${repeatable}`]),
      ...(maybe(random, 0.2) ? ['- **Unknown inputs:** ignored'] : []),
      '',
      ...table('Input | Like | Needed', [
        ...inputs.map((input) => `${input.row} | ${needed.get(input.name) ?? 'no'}`),
        ...(hasObjects ? OBJECT_ROWS : []),
        ...(hasOwner ? [`who | ${name}.owner by code | no`] : []),
        ...(entity.parent === null
          ? []
          : [`parent | ${name}.parent by code${maybe(random, 0.2) ? ', created when missing' : ''} | no`]),
      ]),
      ...(hasHeader
        ? table('Header | Like | Needed', [`X-Client | text up to 5 | ${chosen(['no', 'no', 'yes'], random)}`])
        : []),
      ...steps.map((step, place) => `${place + 1}. ${step}`),
      '',
    ],
  }
}

const OBJECT_ROWS = [
  'items | list of up to 3 objects | no',
  'items[].n | whole number 1 to 9 | yes',
  'items[].label | text up to 5 | no',
  'items[].place.@shelf | whole number | no',
  'items[].extras | list of text | no',
]

interface Parts {
  readonly has: (input: string) => boolean
  readonly hasObjects: boolean
  readonly hasOwner: boolean
  readonly hasHeader: boolean
}

function puttingSteps(entity: MadeUpEntity, random: Random, { has, hasObjects, hasOwner, hasHeader }: Parts): string[] {
  const { name, parent } = entity
  const fail = (): string => chosen(CODES, random)
  const log = (what: string, n: string): string => `create Log with what = \`${what}\`, n = \`${n}\``
  const steps = some(
    [
      ...(has('title') ? ['require `!has(input.title) || input.title != null` or fail ODD'] : []),
      ...(has('amount')
        ? ['change x with given amount as n', `when \`has(input.amount)\`: ${log('"sent"', 'orElse(input.amount, 0)')}`]
        : []),
      ...(has('colour')
        ? ['change x with given colour as k', `require \`input.colour != "red"\` or fail ${fail()}`]
        : []),
      ...(has('tags') ? [`for each tag in input.tags where \`tag != "b"\`:${numbered([log('tag', '1')])}`] : []),
      ...(has('day')
        ? ['change x with given day', `require \`input.day == null || input.day > today\` or fail ${fail()}`]
        : []),
      ...(has('user."nick.name"') ? ['let name be `orElse(input.user.nickName, "none")`'] : []),
      ...(hasOwner ? ['when `input.who != null`: change x with owner = `input.who`'] : []),
      ...(parent === null ? [] : ['when `input.parent != null`: change x with parent = `input.parent`']),
      ...(hasObjects
        ? [
            `require \`input.items.all(i, i.n != 2 || i.label != null)\` or fail ${fail()}`,
            `for each line in input.items where \`line.n > 1\`:${numbered([
              'create Log with what = `orElse(line.label, "none")`, n = `line.n`',
              'when `line.place.shelf != null`: change x with n = `line.place.shelf`',
              ...(maybe(random, 0.5) ? [`for each extra in line.extras:\n        1. ${log('extra', 'line.n')}`] : []),
              ...(maybe(random, 0.5) ? ['change x with given line.n'] : []),
            ])}`,
          ]
        : []),
      `when ${inText(condition(entity, random, 'x'))}:${numbered([
        `let more be \`orElse(x.n, 0) + 2\``,
        'set x.n to `more`',
        ...(maybe(random, 0.4) ? ['respond 202 with `{"more": more}`'] : []),
      ])}`,
      `create ${name} as z with code = \`x.code + "-p"\`, k = \`"red"\`${parent === null ? '' : ', parent = `x.parent`'}`,
    ],
    random,
    0.5,
  )
  const head = maybe(random, 0.5) ? '' : `, header X-Made ${inText(chosen(['x.code', 'x.n', 'x.flag', 'x.k'], random))}`
  const ending = maybe(random, 0.12)
    ? 'respond 303 to `"/things/" + x.code`'
    : `respond 201 with \`{"x": ${name}View(x)${hasObjects ? ', "sum": input.items.map(i, i.n).sum(), "labels": ifAny(input.items.filter(i, i.label != null).map(i, i.label))' : ''}${has('tags') ? ', "tags": input.tags + ["end"]' : ''}${hasHeader ? ', "client": ifAny(header.xClient)' : ''}${has('title') ? ', "title": input.title' : ''}}\`${head}`
  // By a chance of its own: all other parts are as without it.
  const asksForType = maybe(randomOf(`part of the address ${name} ${ending}`), 0.3)
  const first = asksForType ? ['require `has(path.code)` or fail ODD'] : []
  return [...first, `find x in ${name} where \`code == path.code\` or fail LOST`, ...steps, ending]
}

/** `{"user.name": 1}` → `{"user": {"name": 1}}` */
function within(values: Readonly<Record<string, Json>>): Record<string, Json> {
  const body: Record<string, Json> = {}
  for (const [name, value] of Object.entries(values)) {
    const [group = name, part] = keysOfPlace(name)
    if (part === undefined) body[name] = value
    else body[group] = { ...(body[group] as Readonly<Record<string, Json>> | undefined), [part]: value }
  }
  return body
}

/** Prefers the first values, which are valid. */
function firstOf(random: Random): Random {
  return () => random() * 0.3
}

/** Headers of conditional requests. */
export const PRECONDITIONS: readonly Readonly<Record<string, string>>[] = [
  ...['"1"', '"1"', '"2"', '"3"', '"2"', '*', 'x'].map((tag) => ({ 'if-match': tag })),
  ...['*', '"1"', '"2", "3"'].map((tag) => ({ 'if-none-match': tag })),
]
