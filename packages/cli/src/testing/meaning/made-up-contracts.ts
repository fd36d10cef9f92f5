// Generated entities → calls with special contracts: forms, texts and lists as bodies, lenient values, custom statuses,
// answers by `Accept`, cookies, and optimistic locking by version. Each has valid and invalid values to send.

import { below, chosen, type Random } from '../chance.ts'
import { type AskedCall, PRECONDITIONS } from './made-up-asked.ts'
import { bodiesLike, bracketed, grouped, itemOf, itemSteps } from './made-up-bodies.ts'
import { CODES, inText, type MadeUpEntity, maybe, numbered, type SentWith, some, table } from './made-up-parts.ts'
import { keptSteps } from './fields/json.ts'
import type { Json } from './json.ts'
import { errorBodyLines } from './refusals/made-up-errors.ts'

const KINDS = [formCall, formCall, textCall, listCall, listCall, acceptCall, versionCall]

/** `hasVersions`: entities count versions. */
export function contractCalls(entities: readonly MadeUpEntity[], hasVersions: boolean, random: Random): AskedCall[] {
  return entities.flatMap((entity, index) => {
    if (!maybe(random, 0.6)) return []
    const kind = chosen(hasVersions ? KINDS : KINDS.filter((each) => each !== versionCall), random)
    return [kind(entity, index, random)]
  })
}

const WHO = ['Member', 'Guest, Member', 'Member', 'Boss', 'Helper, Boss'] as const

interface Written {
  readonly path: string
  readonly title: string
  readonly method?: 'GET' | 'POST'
  readonly labels?: readonly string[]
  readonly tables?: readonly string[]
  readonly steps: readonly string[]
}

function written({ path, title, method = 'POST', labels = [], tables = [], steps }: Written, random: Random): string[] {
  return [
    `### ${method} ${path} — ${title}`,
    '',
    `- **Who:** ${chosen(WHO, random)}`,
    ...[...labels, ...errorBodyLines(`${title} ${steps.join()}`)].map((label) => `- ${label}`),
    '',
    ...tables,
    ...steps.map((step, place) => `${place + 1}. ${step}`),
    '',
  ]
}

/** Statuses that one call overrides for the product's errors. */
function statuses(random: Random): string[] {
  const stated = some(
    ['blank 400', 'not found 410', 'wrong type 400', 'forbidden 404', 'taken 422', 'too big 413'],
    random,
    0.4,
  )
  return stated.length === 0 ? [] : [`**Built-in errors:** ${stated.join(', ')}`]
}

interface Sendable {
  readonly name: string
  readonly row: string
  /** In a form body. */
  readonly words: readonly string[]
  /** In a JSON body. */
  readonly values: readonly Json[]
}

const INPUTS: readonly Sendable[] = [
  {
    name: 'title',
    row: 'title | text 2 to 8',
    words: ['ab', ' cd ', '12', 'a', ''],
    values: ['ab', 12, true, 'a', ''],
  },
  {
    name: 'amount',
    row: 'amount | whole number 1 to 5',
    words: ['3', ' 4 ', '+2', '1.0', '9', 'x', '1.5'],
    values: [3, '4', '2.0', [5], '9', 'x', 1.5],
  },
  { name: 'isIt', row: 'isIt | yes/no', words: ['on', '1', 'no', 'False', 'maybe'], values: ['yes', 1, 0, 'off', 2] },
  { name: 'colour', row: 'colour | one of red, green', words: ['red', 'green', 'blue'], values: ['red', 'green', 7] },
  {
    name: 'day',
    row: 'day | date',
    words: ['2026-04-10', ' 2026-04-09', 'soon'],
    values: ['2026-04-10', 'soon', null],
  },
  {
    name: 'at',
    row: 'at | date and time',
    words: ['2026-04-10', '2026-04-10T10:00:00Z', 'now'],
    values: ['2026-04-10', '2026-04-11T12:00:00Z', null],
  },
  { name: 'user.nick', row: 'user.nick | text up to 6', words: ['ann', 'bob', ''], values: ['ann', 7, null] },
]

function formCall(entity: MadeUpEntity, index: number, random: Random): AskedCall {
  const { name, parent } = entity
  const drawn = chosen(['form', 'form or JSON', 'JSON'] as const, random)
  const isDotted = index % 2 === 1
  const inputs = some(INPUTS, random, 0.6)
  const body = bodiesLike(drawn, isDotted, inputs.length)
  const hasTags = maybe(random, 0.5)
  const hasItems = maybe(random, 0.6)
  const has = (input: string): boolean => inputs.some((each) => each.name === input)
  const path = `/api/form${index}/:code`
  const given = inputs.map(({ row }) => `${row} | ${chosen(['no', 'no', 'no', 'yes'], random)}`)
  const steps = some(
    [
      ...(has('amount') ? ['change x with given amount as n'] : []),
      ...(has('isIt') ? ['when `input.isIt != null`: change x with flag = `input.isIt`'] : []),
      ...(has('colour') ? [`require \`input.colour != "red"\` or fail ${chosen(CODES, random)}`] : []),
      ...(has('day') ? ['change x with given day'] : []),
      ...(has('at') ? ['change x with given at'] : []),
      ...(hasTags ? [`for each tag in input.tags:${numbered(['create Log with what = `tag`, n = `1`'])}`] : []),
      ...(hasItems ? [`for each line in input.items:${numbered(itemSteps(entity, random))}`] : []),
    ],
    random,
    0.75,
  )
  const shown = [
    ...inputs.map(({ name: input }) => `"${input.replace('.', '-')}": input.${input}`),
    ...(hasTags ? ['"tags": input.tags'] : []),
    ...(hasItems ? ['"sum": input.items.map(i, i.n).sum()', '"items": input.items'] : []),
    ...(has('user.nick') ? ['"user": input.user'] : []),
    ...(hasItems && parent !== null ? ['"parents": ifAny(input.items.filter(i, i.up != null).map(i, i.up.code))'] : []),
  ]
  const sent: SentWith = (chance, keyOf) => {
    const good = maybe(chance, 0.7)
    const value = <Item>(items: readonly Item[]): Item => chosen(good ? items.slice(0, 3) : items, chance)
    const items = Array.from({ length: below(3, chance) }, () => ({
      ...itemOf(1 + below(good ? 9 : 12, chance)),
      ...(parent !== null && maybe(chance, 0.6) ? { up: keyOf(parent) } : {}),
    }))
    const chosenOnes = some(inputs, chance, 0.75)
    const tags = chosen([['a'], ['a', 'b'], ['b', 'c']], chance)
    if (drawn === 'JSON' || (drawn === 'form or JSON' && maybe(chance, 0.5)))
      return {
        body: grouped({
          ...Object.fromEntries(chosenOnes.map((each) => [each.name, value(each.values)])),
          ...(hasTags && maybe(chance, 0.6) ? { tags: chosen<Json>([tags, 'a', 'b'], chance) } : {}),
          ...(hasItems && maybe(chance, 0.7) ? { items } : {}),
        }),
      }
    return {
      isMultipart: body.includes('multipart') && (!body.includes('form') || chosenOnes.length % 2 === 0),
      form: [
        ...chosenOnes.map((each): [string, string] => [isDotted ? each.name : bracketed(each.name), value(each.words)]),
        ...(hasTags && maybe(chance, 0.6)
          ? tags.map((tag): [string, string] => [chosen(['tags[]', 'tags'], random), tag])
          : []),
        ...(hasItems
          ? items.flatMap((item, place) =>
              Object.entries(item).map(([key, each]): [string, string] => [
                isDotted ? `items[${place}].${key}` : `items[${place}][${key}]`,
                String(each),
              ]),
            )
          : []),
        ...(maybe(chance, 0.04) ? [['unknown', '1'] as const] : []),
      ],
    }
  }
  return {
    call: { path, entity: name, method: 'POST', sent },
    lines: written(
      {
        path,
        title: `Fill in ${name}`,
        labels: [
          drawn === 'JSON' ? '**Values:** lenient' : `**Body:** ${body}`,
          ...statuses(random),
          ...(maybe(random, 0.2) ? ['**Unknown inputs:** ignored'] : []),
        ],
        tables: table('Input | Like | Needed', [
          ...given,
          ...(hasTags ? ['tags | list of text up to 5 | no'] : []),
          ...(hasItems ? ['items | list of up to 3 objects | no', 'items[].n | whole number 1 to 9 | yes'] : []),
          ...(hasItems ? ['items[].seen-at | date and time | no'] : []),
          ...(hasItems && parent !== null ? [`items[].up | ${name}.parent by code | no`] : []),
        ]),
        steps: [
          `find x in ${name} where \`code == path.code\` or fail LOST`,
          ...steps,
          ...keptSteps(entity, index, { hasGroup: has('user.nick'), hasItems }),
          `respond 201 with ${inText(`{${['"x": x.code', ...shown].join(', ')}}`)}`,
        ],
      },
      random,
    ),
  }
}

function textCall(entity: MadeUpEntity, index: number, random: Random): AskedCall {
  const path = `/api/note${index}/:code`
  const type = chosen(['text/plain', 'text/markdown'], random)
  const isNeeded = maybe(random, 0.5)
  const isBesideJson = isNeeded !== (type === 'text/plain')
  const hasCookie = maybe(random, 0.6)
  const cookie = hasCookie
    ? chosen(
        [
          ', cookie mark `orElse(cookie.seen, "none")` for `fiveHours`',
          ', cookie mark `orElse(cookie.seen, "-")`',
          ', cookie old removed',
        ],
        random,
      )
    : ''
  // Some of the texts are sent as JSON, so that no other chance changes.
  const noteSent = (text: string) =>
    isBesideJson && text.length % 3 === 0 ? { body: { note: text, loud: text.length > 10 } } : { text, textType: type }
  return {
    call: {
      path,
      entity: entity.name,
      method: 'POST',
      sent: (chance) => ({
        ...noteSent(chosen(['a note', 'Ünïcode\nin two lines', '  ', '', 'much too long a note', 'b'], chance)),
        ...(hasCookie && maybe(chance, 0.6) ? { cookies: { seen: chosen(['yes', '7', 'too-long'], chance) } } : {}),
      }),
    },
    lines: written(
      {
        path,
        title: `Note of ${entity.name}`,
        labels: [
          `**Body:** ${type === 'text/plain' ? 'text' : type}${isBesideJson ? ' or JSON' : ''}`,
          ...statuses(random),
        ],
        tables: [
          ...table('Input | Like | Needed', [
            `note | ${chosen(['text 2 to 12', 'long text up to 25'], random)} | ${isNeeded ? 'yes' : 'no'}`,
            ...(isBesideJson ? ['loud | yes/no | no'] : []),
          ]),
          ...(hasCookie ? table('Cookie | Like | Needed', ['seen | text up to 5 | no']) : []),
        ],
        steps: [
          `find x in ${entity.name} where \`code == path.code\` or fail LOST`,
          'create Log with what = `orElse(input.note, "none")`, n = `1`',
          ...(isBesideJson ? ['when `input.loud != null && input.loud`: respond 202 with `{"loud": input.note}`'] : []),
          `respond 201${chosen(['', ' as text', ' as html', ' as application/vnd.note+json'], random)} with ${inText('"noted " + orElse(input.note, "nothing")')}${cookie}`,
        ],
      },
      random,
    ),
  }
}

function listCall(entity: MadeUpEntity, index: number, random: Random): AskedCall {
  const { name } = entity
  const path = `/api/many${index}`
  const isOfTexts = maybe(random, 0.3)
  const needed = chosen(['yes', 'no'], random)
  const rows = isOfTexts
    ? [`[] | list of 1 to 3 text up to 12 | ${needed}`]
    : [
        `[] | list of up to 3 objects | ${needed}`,
        '[].n | whole number 1 to 9 | yes',
        `[].who | ${name}.owner by code | no`,
        `[].it-is | ${name}.flag | no`,
      ]
  const steps = isOfTexts
    ? [
        `for each wanted in input.items:${numbered([
          `find x in ${name} where \`code == wanted\` or fail ${chosen(CODES, random)}`,
          'change x with flag = `true`',
        ])}`,
        'respond 200 with `input.items`',
      ]
    : [
        `for each line in input.items:${numbered([
          'create Log with what = `line.who == null ? "nobody" : line.who.code`, n = `line.n`',
          ...(maybe(random, 0.5) ? ['when `line.n > 7`: require `line.itIs != true` or fail ODD'] : []),
        ])}`,
        'respond 200 with `{"sum": input.items.map(i, i.n).sum(), "who": ifAny(input.items.filter(i, i.who != null).map(i, i.who.code))}`',
      ]
  const sent: SentWith = (chance, keyOf) => {
    const count = maybe(chance, 0.1) ? 4 : below(4, chance)
    const one = (): Json =>
      isOfTexts
        ? chosen<Json>([keyOf(name), keyOf(name), keyOf(name), 'none'], chance)
        : {
            n: 1 + below(9, chance),
            ...(maybe(chance, 0.5) ? { who: chosen(['ann', 'bob', 'cat', 'nobody', null], chance) } : {}),
            ...(maybe(chance, 0.4) ? { 'it-is': chosen<Json>([true, false, null, 'x'], chance) } : {}),
          }
    const items = Array.from({ length: count }, one)
    return { content: maybe(chance, 0.05) ? chosen<Json>([{ n: 1 }, [5], [{}], 'a'], chance) : items }
  }
  return {
    call: { path, entity: name, method: 'POST', sent },
    lines: written(
      {
        path,
        title: `Many ${name}`,
        labels: [...statuses(random), ...(maybe(random, 0.3) ? ['**Runs as:** the product, whoever calls'] : [])],
        tables: table('Input | Like | Needed', rows),
        steps,
      },
      random,
    ),
  }
}

const ACCEPTED = [
  'application/json',
  'text/csv',
  'application/vnd.made+json',
  'text/*',
  '*/*',
  'text/csv, application/json',
  'application/vnd.made+json;q=0.4, text/*;q=0.5',
  'application/json;q=0, application/*;q=0.2',
  'text/plain, text/csv;q=0.9, */*;q=0.1',
  'image/*',
  'application/*, text/csv',
] as const

function acceptCall(entity: MadeUpEntity, index: number, random: Random): AskedCall {
  const path = `/api/as${index}`
  const answers = [
    'respond 200 with `xs.map(x, x.code)`',
    'respond 200 as application/vnd.made+json with `{"data": first(xs, 2).map(x, {"id": x.code, "n": ifAny(x.n)}), "one": first(xs.map(x, {"id": x.code, "n": x.n})), "end": last(xs.map(x, x.code))}`',
    'respond 206 as csv with `xs.map(x, {"code": x.code, "n": x.n, "d": x.d, "it": x.flag})`',
    'respond 200 as text with `"there are " + string(xs.size())`',
  ]
  const first = below(answers.length, random)
  const ordered = [...answers.slice(first), ...answers.slice(0, first)].slice(0, 2 + below(3, random))
  return {
    call: {
      path,
      entity: entity.name,
      method: 'GET',
      sent: (chance) => ({
        headers: maybe(chance, 0.9) ? { accept: chosen(ACCEPTED, chance) } : {},
        query: maybe(chance, 0.3) ? { n: chosen(['1', '2', 'x'], chance) } : {},
      }),
    },
    lines: written(
      {
        path,
        title: `${entity.name} as it is liked`,
        method: 'GET',
        labels: statuses(random),
        tables: table('Query | Type | Keeps only', ['n | whole number | `orElse(n, 0) >= query.n`']),
        steps: [
          `list xs from ${entity.name}, narrowed by the query, sorted by code A to Z, all of them`,
          ...(maybe(random, 0.3) ? ['when `xs.size() == 0`: respond 410 with `{"none": true}`'] : []),
          `by Accept:${numbered(ordered)}`,
        ],
      },
      random,
    ),
  }
}

/** One of two may be asked without a version; it makes a record where none is found. */
function versionCall(entity: MadeUpEntity, index: number, random: Random): AskedCall {
  const { name } = entity
  const path = `/api/version${index}/:code`
  const isOptional = index % 2 === 1
  return {
    call: {
      path,
      entity: name,
      method: 'POST',
      sent: (chance) => ({
        body: maybe(chance, 0.7) ? { n: below(8, chance) } : {},
        headers: maybe(chance, 0.85) ? chosen(PRECONDITIONS, chance) : {},
      }),
    },
    lines: written(
      {
        path,
        title: `Change what was seen of ${name}`,
        labels: [`**Needs:** the version${isOptional ? ' when sent' : ''}`, ...statuses(random)],
        tables: table('Input | Like | Needed', [`n | ${name}.n | no`]),
        steps: [
          ...(isOptional
            ? [
                `list there from ${name} where \`code == path.code\``,
                'when `there.size() == 0`: respond 202 with `{"n": 0}`',
              ]
            : []),
          `find x in ${name} where \`code == path.code\` or fail LOST`,
          ...(maybe(random, 0.5) ? [`find y in ${name} where \`code == path.code\` or fail LOST`] : []),
          chosen(['change x with given n', 'set x.flag to `true`'], random),
          'respond 200 with `{"n": ifAny(x.n), "version": ifAny(x.version)}`',
        ],
      },
      random,
    ),
  }
}
