// Chance → a specification with one call that makes an order with its lines, changes records in its steps and takes a
// file, rules over all of these, and bodies for the call.

import { below, chosen, type Random } from '../chance.ts'

export interface MadeUpForm {
  readonly text: string
  readonly call: { readonly method: 'POST' | 'PATCH'; readonly path: string }
  /** The path of a request. */
  readonly address: string
  /** Names of inputs whose fields have other names, each with its field. */
  readonly fieldOf: Readonly<Record<string, string>>
  /** Codes of rules that need values of other records. */
  readonly left: ReadonlySet<string>
  /** An upload is named by `{ upload: 'a.txt' }`, one of `names`. */
  readonly body: (random: Random, names: readonly string[]) => Record<string, unknown>
}

const maybe = (random: Random, chance: number): boolean => random() < chance

interface MadeUpRule {
  readonly entity: 'Order' | 'Line' | 'Thing'
  readonly when: readonly string[]
  readonly condition?: string
  readonly holds: string
  readonly about: string
  /** It needs values that a form does not have. */
  readonly isLeft?: true
}

const ALWAYS = ['always', '', 'create']

/** `order.…` is the order of a line. Numbers are small, so that many requests are on either side. */
const RULES: readonly MadeUpRule[] = [
  { entity: 'Order', when: [...ALWAYS, 'total changes'], holds: 'total >= 0', about: 'total' },
  { entity: 'Order', when: [...ALWAYS, 'change', 'total changes'], holds: 'total != 7', about: 'total' },
  { entity: 'Order', when: ALWAYS, holds: 'total <= cap', about: 'total' },
  { entity: 'Order', when: ['always'], holds: 'twice != 10', about: 'cap' },
  { entity: 'Order', when: ALWAYS, condition: 'total > 4', holds: 'note != null', about: 'note' },
  { entity: 'Order', when: ALWAYS, holds: 'note == null || size(note) > 1', about: 'note' },
  { entity: 'Order', when: ['change'], holds: 'total >= old.total', about: 'total' },
  { entity: 'Order', when: ['change'], holds: 'lines.size() >= 1', about: 'lines' },
  { entity: 'Order', when: ['change', 'total changes'], holds: 'lines.all(l, l.amount > 0)', about: 'lines' },
  { entity: 'Order', when: ['change'], holds: 'lines.map(l, l.amount).sum() <= 9', about: 'lines' },
  { entity: 'Order', when: ['change'], holds: 'lines.filter(l, l.amount > 3).size() < 2', about: 'lines' },
  { entity: 'Order', when: ['always', 'change'], holds: 'worth <= 12', about: 'total' },
  { entity: 'Order', when: ['always'], holds: '!lines.exists(l, l.label == "c")', about: 'lines' },
  {
    entity: 'Order',
    when: ['always'],
    holds: 'lines.all(l, l.thing == null || l.thing.stock > 1)',
    about: 'lines',
    isLeft: true,
  },
  { entity: 'Order', when: ALWAYS, holds: 'photo == null || photo.size <= 20', about: 'photo' },
  { entity: 'Order', when: ALWAYS, condition: 'photo != null', holds: 'photo.type == "text/plain"', about: 'photo' },
  { entity: 'Order', when: ALWAYS, holds: 'photo == null || photo.name != "b.txt"', about: 'photo' },
  { entity: 'Order', when: ALWAYS, holds: 'photos.all(p, p.size < 30)', about: 'photos' },
  { entity: 'Order', when: ALWAYS, holds: 'photos.size() != 1', about: 'photos' },
  { entity: 'Order', when: ['always'], holds: 'kind != "odd" || total > 2', about: 'kind' },
  { entity: 'Line', when: [...ALWAYS, 'amount changes'], holds: 'amount > 0', about: 'amount' },
  { entity: 'Line', when: ALWAYS, holds: 'amount * price <= 20', about: 'price' },
  { entity: 'Line', when: ALWAYS, condition: 'amount > 3', holds: 'label != null', about: 'label' },
  { entity: 'Line', when: ALWAYS, holds: 'order.lines.map(l, l.amount).sum() <= 8', about: 'amount' },
  { entity: 'Line', when: ALWAYS, holds: 'order.lines.filter(l, l.amount == amount).size() <= 1', about: 'amount' },
  { entity: 'Line', when: ALWAYS, holds: 'amount <= order.cap', about: 'amount' },
  { entity: 'Line', when: ALWAYS, holds: 'order.lines.size() <= 2', about: 'order' },
  { entity: 'Line', when: ALWAYS, holds: 'order.note != "aa"', about: 'label' },
  { entity: 'Line', when: ALWAYS, holds: 'thing == null || thing.stock >= amount', about: 'thing', isLeft: true },
  { entity: 'Thing', when: ['always', 'change', 'stock changes'], holds: 'stock >= 0', about: 'stock' },
  { entity: 'Thing', when: ['change'], holds: 'stock <= old.stock', about: 'stock' },
  { entity: 'Thing', when: ['change'], holds: 'stock != 3', about: 'stock' },
]

export function madeUpForm(random: Random): MadeUpForm {
  const rules = RULES.filter(() => maybe(random, 0.3))
  const isOfThing = maybe(random, 0.5)
  const path = isOfThing ? '/api/things/:code/orders' : '/api/orders'
  const isRenamed = maybe(random, 0.3)
  const total = isRenamed ? 'sum' : 'total'
  const amount = isRenamed ? 'pieces' : 'amount'
  const hasThings = maybe(random, 0.5)
  const steps = stepsOf(random, { isOfThing, hasThings, total, amount })
  const text = [
    '# Made up',
    '',
    '## 2. Screens and routes',
    '',
    ...table('Route | Screen | Parameter', ['`/things/:code` | Thing | code is Thing.code']),
    '### Screen: Thing',
    '',
    '- **Who:** Guest',
    '- **Shows:** one Thing by code',
    '- **Fields:** code, stock',
    `- **Can:** Order: call \`POST ${path}\``,
    '',
    ...entityLines(random),
    '## 5. Validation rules',
    '',
    ...table(
      'Rule | Entity | When | If | Must hold | Otherwise',
      rules.map(
        ({ entity, when, condition, holds }, index) =>
          `R${index} | ${entity} | ${chosen(when, random)} | ${condition === undefined ? '' : code(condition)} | ${code(holds)} | E${index}`,
      ),
    ),
    '## 6. Roles and permissions',
    '',
    ...table('Role | Includes | A user gets it', ['Guest | | by not being signed in']),
    ...table('Who | May | Entity | Only where | Fields', [
      'Guest | see, create, change | Thing | | all',
      'Guest | see, create, change | Order | | all',
      'Guest | see, create, change | Line | | all',
    ]),
    '## 7. The calls it makes',
    '',
    ...table('Entity | Path | Calls | Found by | Answers with', [
      'Thing | `/api/things` | list, get, create | code | everything visible',
    ]),
    `### POST ${path} — Order`,
    '',
    '- **Who:** Guest',
    '',
    ...table('Input | Like | Needed', [
      `${total} | Order.total | ${yesOrNo(random)}`,
      `note | Order.note | no`,
      `kind | Order.kind | no`,
      `photo | Order.photo | no`,
      `photos | Order.photos | no`,
      `lines | list of ${chosen(['', 'up to 4 '], random)}objects | no`,
      `lines[].${amount} | Line.amount | ${yesOrNo(random)}`,
      'lines[].label | Line.label | no',
      'lines[].price | Line.price | no',
      ...(hasThings ? ['lines[].thing | Line.thing | no'] : []),
    ]),
    ...steps,
    '',
    '## 8. The error catalogue',
    '',
    ...table('Code | Status | About | Message', [
      ...rules.map(({ about, entity }, index) => `E${index} | 422 | ${about} | ${messageOf(random, entity, index)}`),
      'NO_THING | 404 | code | There is no such thing.',
      'NO_LINES | 422 | lines | Order something.',
      'ODD | 422 | lines | That is odd.',
    ]),
  ].join('\n')
  return {
    text,
    call: { method: 'POST', path },
    address: isOfThing ? '/api/things/a/orders' : '/api/orders',
    fieldOf: isRenamed ? { sum: 'total', pieces: 'amount' } : {},
    // A loop that counts in the order has another order in each turn.
    left: new Set(
      rules.flatMap(({ isLeft, entity }, index) =>
        isLeft === true || (entity === 'Order' && steps.some((step) => step.includes(COUNTING))) ? [`E${index}`] : [],
      ),
    ),
    body: (chance, names) =>
      bodyOf(chance, { total, amount, hasFiles: text.includes('photo == null') || text.includes('photos.') }, names),
  }
}

function entityLines(random: Random): string[] {
  return [
    '## 3. Entities and their fields',
    '',
    '**Every entity has:** id as a random identifier',
    '',
    '### Entity: Thing',
    '',
    ...table('Field | Type | Rules | Default | Meaning', [
      'code | text up to 20 | required, unique | | ',
      'stock | whole number | required | 5 | ',
    ]),
    '### Sample data: Thing',
    '',
    ...table('code | stock', ['a | 5', 'b | 1']),
    '### Entity: Order',
    '',
    ...table('Field | Type | Rules | Default | Meaning', [
      `total | whole number | required | ${chosen(['1', '3'], random)} | `,
      `cap | whole number | required | ${chosen(['6', '9'], random)} | `,
      `twice | whole number | computed ${code('total * 2')} | | `,
      'note | text up to 20 | | | ',
      `kind | choice: even, odd | | ${chosen(['', 'odd', 'even'], random)} | `,
      'photo | file up to 1 MB | | | ',
      'photos | list of file up to 1 MB, at most 3 | | | ',
      `worth | whole number | computed ${code('lines.map(l, l.amount * l.price).sum()')} | | `,
      'lines | list of Line via order | | | ',
    ]),
    '### Entity: Line',
    '',
    '- **Part of:** Order via order',
    '',
    ...table('Field | Type | Rules | Default | Meaning', [
      'order | Order | required, deleted together | | ',
      `amount | whole number | required | ${chosen(['2', '1'], random)} | `,
      `label | text up to 20 | ${chosen(['', 'unique within order', 'unique ignoring case within order'], random)} | | `,
      `price | whole number | required | ${chosen(['1', '4'], random)} | `,
      'thing | Thing | blocks deletion | | ',
    ]),
    ...(maybe(random, 0.3) ? table('Unique together | Counting only | Otherwise', ['order, amount | | ']) : []),
  ]
}

interface Steps extends Names {
  readonly isOfThing: boolean
  readonly hasThings: boolean
}

interface Names {
  readonly total: string
  readonly amount: string
}

function stepsOf(random: Random, { isOfThing, hasThings, total, amount }: Steps): string[] {
  const given = (field: string, input: string): string => (field === input ? field : `${input} as ${field}`)
  const steps: string[] = []
  if (isOfThing) steps.push('find thing in Thing where `code == path.code` or fail NO_THING')
  if (maybe(random, 0.3))
    steps.push(`require ${chosen(['`input.lines.size() > 0`', '`input.lines.size() != 2`'], random)} or fail NO_LINES`)
  if (maybe(random, 0.2)) steps.push(`require \`input.lines.all(l, orElse(l.${amount}, 0) != 4)\` or fail ODD`)
  if (maybe(random, 0.2)) steps.push('when `input.note == "stop"`: respond 204')
  if (maybe(random, 0.2)) steps.push(`let asked be \`orElse(input.${total}, 0) + 1\``)
  const asked = steps.some((step) => step.startsWith('let asked'))
  const sets = chosen(
    [
      `given ${given('total', total)}, note, kind, photo, photos`,
      `given ${given('total', total)}, note, kind, photo, photos`,
      `with note = \`input.note\`, given ${given('total', total)}, kind, photo, photos`,
      `with total = \`${asked ? 'asked' : `orElse(input.${total}, 2) * 2`}\`, given note, kind, photo, photos`,
      `with cap = \`4\`, total = \`input.lines.size()\`, given note, kind, photo, photos`,
    ],
    random,
  )
  const creation = `create Order as order with ${sets.replace(/^with /, '')}`
  steps.push(maybe(random, 0.1) ? `when \`input.kind != "odd"\`: ${creation}` : creation)
  const isCertain = !steps.at(-1)?.startsWith('when')
  if (isCertain) steps.push(...loopOf(random, amount, hasThings))
  if (isCertain && maybe(random, 0.7)) steps.push(...changesOf(random, total))
  if (isOfThing && maybe(random, 0.7))
    steps.push(
      chosen(
        [
          `change thing with stock = \`thing.stock - orElse(input.${total}, 1)\``,
          `change thing with stock = \`orElse(input.${total}, 3)\``,
          `when \`input.note != null\`: change thing with stock = \`orElse(input.${total}, 3) - 4\``,
        ],
        random,
      ),
    )
  steps.push('respond 204')
  return numbered(steps)
}

const COUNTING = 'set order.total to `order.total + 1`'

function loopOf(random: Random, amount: string, hasThings: boolean): string[] {
  const givenAmount = amount === 'amount' ? 'line.amount' : `line.${amount} as amount`
  const others = hasThings ? 'line.label, line.thing' : 'line.label'
  const own = chosen(
    [
      `with order = \`order\`, given ${givenAmount}, line.price, ${others}`,
      `with order = \`order\`, given ${givenAmount}, line.price, ${others}`,
      `with order = \`order\`, amount = \`orElse(line.${amount}, 3)\`, given line.price, ${others}`,
      `with order = \`order\`, amount = \`orElse(line.${amount}, 1) * 2\`, given line.price, ${others}`,
      `with order = \`order\`, price = \`order.cap - 3\`, given ${givenAmount}, ${others}`,
    ],
    random,
  )
  const head = chosen(
    [
      'for each line in input.lines:',
      'for each line in input.lines:',
      `for each line in input.lines where \`orElse(line.${amount}, 0) != 5\`:`,
    ],
    random,
  )
  const inner = [maybe(random, 0.15) ? `when \`line.label != "skip"\`: create Line ${own}` : `create Line ${own}`]
  if (maybe(random, 0.15)) inner.push(COUNTING)
  return [`${head}\n${inner.map((step, index) => `   ${index + 1}. ${step}`).join('\n')}`]
}

function changesOf(random: Random, total: string): string[] {
  return [
    chosen(
      [
        'change order with total = `order.lines.map(l, l.amount).sum()`',
        'set order.total to `order.lines.map(l, l.amount).sum()`',
        'change order with total = `order.worth`',
        `change order with total = \`orElse(input.${total}, 0) - 1\``,
        'change order with total = `order.total - 1`',
        `when \`input.kind == "odd"\`: change order with total = \`orElse(input.${total}, 5)\``,
        'change order with given note',
        'set order.cap to `order.lines.size()`',
      ],
      random,
    ),
  ]
}

function numbered(steps: readonly string[]): string[] {
  return steps.map((step, index) => `${index + 1}. ${step}`)
}

function messageOf(random: Random, entity: string, index: number): string {
  const field = entity === 'Order' ? '{total}' : entity === 'Line' ? '{amount}' : '{stock}'
  return maybe(random, 0.3) ? `Number ${index} of ${field} is broken.` : `Number ${index} is broken.`
}

function bodyOf(
  random: Random,
  { total, amount, hasFiles }: Names & { readonly hasFiles: boolean },
  names: readonly string[],
): Record<string, unknown> {
  const body: Record<string, unknown> = {}
  if (maybe(random, 0.8)) body[total] = below(11, random) - 2
  if (maybe(random, 0.6)) body['note'] = chosen(['a', 'aa', 'abc', 'stop'], random)
  if (maybe(random, 0.5)) body['kind'] = chosen(['even', 'odd'], random)
  if (hasFiles && maybe(random, 0.5)) body['photo'] = { upload: chosen(names, random) }
  if (hasFiles && maybe(random, 0.3))
    body['photos'] = names.filter(() => maybe(random, 0.5)).map((upload) => ({ upload }))
  if (maybe(random, 0.85))
    body['lines'] = Array.from({ length: below(4, random) }, () => ({
      ...(maybe(random, 0.85) ? { [amount]: below(8, random) - 1 } : {}),
      ...(maybe(random, 0.6) ? { label: chosen(['b', 'B', 'c', 'skip'], random) } : {}),
      ...(maybe(random, 0.6) ? { price: below(6, random) } : {}),
    }))
  return body
}

function yesOrNo(random: Random): string {
  return maybe(random, 0.5) ? 'yes' : 'no'
}

function code(expression: string): string {
  return `\`${expression.replaceAll('|', String.raw`\|`)}\``
}

function table(head: string, rows: readonly string[]): string[] {
  const columns = head.split(' | ').length
  return [`| ${head} |`, `|${' --- |'.repeat(columns)}`, ...rows.map((row) => `| ${row} |`), '']
}
