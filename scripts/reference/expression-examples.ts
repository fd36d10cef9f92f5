// The examples of reference/expression/operators-and-functions.md: one expression over the record below for each
// operator and each signature of a function.

import type { RecordValue, Scope, Value, ValueType } from '@ninefold/core/expression/expression.ts'
import type { CheckedFieldType, Entity } from '@ninefold/core/model/entities.ts'
import { valueTypeOfField } from '@ninefold/core/model/value-type-of-field.ts'
import { collection, entity, field, reference, text } from '@ninefold/core/plan/model-for-tests.ts'

const TEXTS = { kind: 'text', lengthMin: null, lengthMax: null } as const

/** Each required field, its optional counterpart, their type and the value of both. */
const FIELDS: readonly (readonly [string, string, CheckedFieldType, Value])[] = [
  ['title', 'note', TEXTS, ' Straße '],
  ['count', 'score', { kind: 'whole number', min: null, max: null }, -7],
  ['rate', 'share', { kind: 'decimal', places: 3 }, '2.345'],
  ['price', 'discount', { kind: 'money', currency: 'EUR' }, '19.9'],
  ['tip', 'gift', { kind: 'money', currency: null }, { amount: '5', currency: 'USD' }],
  ['open', 'flag', { kind: 'yes/no' }, true],
  ['day', 'until', { kind: 'date' }, '2026-01-31'],
  ['begin', 'end', { kind: 'time' }, '09:30:00'],
  ['at', 'due', { kind: 'date and time' }, Date.UTC(2026, 2, 29, 22, 30)],
  ['length', 'pause', { kind: 'duration' }, 5_400_000],
  ['season', 'leave', { kind: 'period', of: 'date' }, { start: '2026-01-01', end: '2026-03-01' }],
  [
    'slot',
    'stay',
    { kind: 'period', of: 'date and time' },
    { start: Date.UTC(2026, 2, 29, 8), end: Date.UTC(2026, 2, 29, 10) },
  ],
  ['labels', 'marks', { kind: 'map', item: TEXTS, countMax: null }, { colour: 'red', size: 'L' }],
  ['extra', 'more', { kind: 'json' }, { id: 7, name: 'Emma', isNew: true, tags: ['a', 'b'] }],
  ['level', 'mood', { kind: 'choice', values: ['low', 'normal', 'high'] }, 'normal'],
  [
    'photo',
    'scan',
    { kind: 'file', media: 'image', bytesMax: 1000, isList: false, countMax: null },
    { name: 'a.png', size: 700, type: 'image/png', url: '/files/a.png' },
  ],
]

export const TWINS: ReadonlyMap<string, string> = new Map([
  ...FIELDS.map(([name, twin]) => [name, twin] as const),
  ['owner', 'helper'],
])

export const entities: readonly Entity[] = [
  entity('Person', [text('name', { isRequired: true })]),
  entity('Part', [
    reference('order', 'Order', { isRequired: true }),
    field('amount', { kind: 'whole number', min: null, max: null }, { isRequired: true }),
    field('weight', { kind: 'decimal', places: 1 }),
    field('cost', { kind: 'money', currency: 'EUR' }, { isRequired: true }),
    field('work', { kind: 'duration' }, { isRequired: true }),
  ]),
  entity('Order', [
    ...FIELDS.flatMap(([name, twin, type]) => [field(name, type, { isRequired: true }), field(twin, type)]),
    reference('owner', 'Person', { isRequired: true }),
    reference('helper', 'Person'),
    collection('parts', 'Part', 'order'),
  ]),
]

const ada: RecordValue = { id: '1', fields: { id: '1', name: 'Ada' } }
const part = (amount: number, weight: string | null, cost: string): RecordValue => ({
  id: `${amount}`,
  fields: { amount, weight, cost, work: amount * 600_000 },
})
const parts = [part(1, '0.5', '10'), part(2, null, '2.5'), part(4, '1.5', '0.4')]

export const order: RecordValue = {
  id: '9',
  fields: {
    ...Object.fromEntries(FIELDS.flatMap(([name, twin, , value]) => [[name, value] as const, [twin, null] as const])),
    owner: ada,
    helper: null,
    parts,
  },
}

export const variables: ReadonlyMap<string, Value> = new Map<string, Value>([
  ['this', order],
  ['me', ada],
  ['now', Date.UTC(2026, 2, 28, 12)],
  ['today', '2026-03-28'],
])

const variable = (type: ValueType) => ({ type, isOptional: false })

export const scope: Scope = {
  variables: new Map([
    ['this', variable({ kind: 'record', entity: 'Order' })],
    ['me', variable({ kind: 'record', entity: 'Person' })],
    ['now', variable({ kind: 'timestamp' })],
    ['today', variable({ kind: 'date' })],
  ]),
  implicit: 'this',
  catalogue: {
    entities: new Map(
      entities.map(({ name, fields }) => [
        name,
        {
          fields: new Map(
            fields.map((one) => [
              one.name,
              {
                type: valueTypeOfField(one.type),
                isOptional: !one.isRequired && one.type.kind !== 'collection',
                isHidden: false,
              },
            ]),
          ),
        },
      ]),
    ),
    constants: new Map<string, { type: ValueType; value: string | number }>([
      ['twoDays', { type: { kind: 'duration' }, value: 172_800_000 }],
      ['twoWorkingDays', { type: { kind: 'working time' }, value: '2 days 1=540-1020' }],
      ['office', { type: { kind: 'calendar' }, value: '1=540-1020' }],
      ['oneMonth', { type: { kind: 'calendar period' }, value: 'P1M' }],
      ['fee', { type: { kind: 'money', currency: 'EUR' }, value: '4.9' }],
    ]),
    decisions: new Map(),
    lookups: new Map([
      [
        'points',
        {
          argument: { kind: 'choice', values: ['low', 'normal', 'high'] },
          result: { kind: 'integer' },
          rows: [
            { key: 'low', value: 1 },
            { key: 'normal', value: 2 },
            { key: 'high', value: 5 },
          ],
        },
      ],
    ]),
    shapes: new Map(),
    roles: new Set(['Agent']),
    contextualRoles: new Map([['Owner', [{ entity: 'Order', condition: () => OWNER }]]]),
  },
}

const nowhere = { start: 0, end: 0 }
const person = { type: { kind: 'record', entity: 'Person' }, isOptional: false, span: nowhere } as const
/** `owner == me`. */
const OWNER = {
  kind: 'binary',
  operator: '==',
  left: {
    kind: 'field',
    of: { kind: 'variable', name: 'this', type: { kind: 'record', entity: 'Order' }, isOptional: false, span: nowhere },
    entity: 'Order',
    field: 'owner',
    ...person,
  },
  right: { kind: 'variable', name: 'me', ...person },
  type: { kind: 'boolean' },
  isOptional: false,
  span: nowhere,
} as const

export const OPERATORS: Readonly<Record<string, readonly string[]>> = {
  Logic: ['open && count > 0', 'open || count > 0', '!open', 'open ? title : "closed"'],
  Equality: ['title == "x"', 'price == fee', 'day != today', 'level == "low"', 'owner == me', 'season == season'],
  'Is it there?': ['note == null', 'helper != null', 'scan == null', 'gift != null'],
  Order: [
    'title < "T"',
    'count <= 3',
    'rate > 2',
    'price >= 0',
    'day < today',
    'at > now',
    'level < "high"',
    'length > twoDays',
  ],
  Membership: ['level in ["low", "normal"]', 'count in [1, 2]', '2 in parts.map(p, p.amount)'],
  'Whole numbers': ['count + 1', 'count - 1', 'count * 2', 'count / 2', 'count % 2', '-count'],
  Decimals: ['rate + 1', 'rate - 0.005', 'rate * count', 'rate / 3', '-rate'],
  Money: [
    'price + fee',
    'price - fee',
    'price * count',
    'price / 3',
    'price / fee',
    '-price',
    'price.amount',
    'price.currency',
    'tip.amount',
    'tip.currency',
  ],
  Texts: ['title + "!"'],
  Time: [
    'at + twoDays',
    'at - twoDays',
    'at - now',
    'day + twoDays',
    'day + oneMonth',
    'at + oneMonth',
    'length + length',
    'length * 3',
    'length / twoDays',
  ],
  'Parts of periods and files': ['season.start', 'slot.end', 'photo.name', 'photo.size', 'photo.type', 'photo.url'],
  'Maps and JSON': ['labels["colour"]', '"colour" in labels', 'labels == labels', 'extra["name"]', '"tags" in extra'],
  Lookups: ['points(level)'],
}

/** By function; each signature has an example. */
export const USES: Readonly<Record<string, readonly string[]>> = {
  lower: ['lower(title)'],
  upper: ['upper(title)'],
  trim: ['trim(title)'],
  startsWith: ['startsWith(title, " S")'],
  endsWith: ['endsWith(title, "e")'],
  contains: [
    'contains(title, "ß")',
    'contains(season, day)',
    'contains(slot, at)',
    'contains(season, season)',
    'contains(slot, slot)',
  ],
  overlaps: ['overlaps(season, season)', 'slot.overlaps(slot)'],
  size: ['size(title)', 'size(parts)', 'size(labels)'],
  pairs: ['pairs(labels).map(p, p.value).join(" ")'],
  asText: ['asText(extra["name"])'],
  asNumber: ['asNumber(extra["id"])', 'asNumber(title)'],
  asYesNo: ['asYesNo(extra["isNew"])'],
  asList: ['size(asList(extra["tags"]))'],
  string: ['string(count)', 'string(rate)', 'string(day)', 'string(at)'],
  round: ['round(rate, 2)', 'round(rate)', 'round(price / 3, 2)'],
  abs: ['abs(count)', 'abs(rate)', 'abs(length)', 'abs(price)'],
  div: ['div(count, 2)', 'div(count, 0)', 'div(rate, 0.7)', 'div(price, 3)', 'div(price, fee)'],
  decimal: ['decimal(count)'],
  number: ['number(rate)', 'number(price)'],
  unixSeconds: ['unixSeconds(at)'],
  unixMilliseconds: ['unixMilliseconds(at)'],
  min: ['min(count, 3)', 'min(day, today)', 'parts.map(p, p.cost).min()', 'parts.map(p, string(p.amount)).min()'],
  max: ['max(rate, count)', 'max(at, now)', 'parts.map(p, p.amount).max()'],
  sum: ['parts.map(p, p.cost).sum()', 'parts.map(p, p.amount).sum()'],
  avg: ['parts.map(p, p.amount).avg()', 'parts.map(p, p.cost).avg()'],
  join: ['parts.map(p, string(p.amount)).join(", ")'],
  orElse: ['orElse(score, 0)', 'orElse(discount, 0)', 'orElse(note, title)'],
  first: ['size(first(parts, 2))', 'first(parts.map(p, p.amount))'],
  last: ['last(parts, 1).map(p, p.amount).max()', 'orElse(last(parts.map(p, p.amount)), 0)'],
  encode: ['encode(title)'],
  replace: ['replace(title, "e", "E")'],
  format: ['format(at, "%a, %d %b %Y %H:%M:%S GMT")', 'format(day, "%d.%m.%Y")'],
  plus: [
    'plus(at, twoDays)',
    'plus(at, oneMonth)',
    'plus(day, oneMonth)',
    'plus(day, twoDays)',
    'plus(day, twoWorkingDays)',
    'plus(at, twoWorkingDays)',
    'plus(length, length)',
  ],
  minus: [
    'minus(at, twoDays)',
    'minus(at, oneMonth)',
    'minus(day, oneMonth)',
    'minus(day, twoDays)',
    'minus(day, twoWorkingDays)',
    'minus(at, twoWorkingDays)',
    'minus(at, now)',
    'minus(length, length)',
  ],
  year: ['year(day)', 'year(at)'],
  month: ['month(day)', 'month(at)'],
  day: ['day(day)', 'day(at)'],
  weekday: ['weekday(day)', 'weekday(at)'],
  hour: ['hour(at)'],
  minute: ['minute(at)'],
  isWorkingDay: ['isWorkingDay(day, office)', 'isWorkingDay(at, office)'],
  isOpen: ['isOpen(at, office)'],
  startOfDay: ['startOfDay(day)', 'startOfDay(at)'],
  startOfMonth: ['startOfMonth(day)', 'startOfMonth(at)'],
  daysBetween: ['daysBetween(day, today)', 'daysBetween(now, at)'],
  monthsBetween: ['monthsBetween(day, today)', 'monthsBetween(at, now)'],
  yearsBetween: ['yearsBetween(day, today)', 'yearsBetween(at, now)'],
  date: ['date("2026-01-31")', 'date(at)'],
  time: ['time("23:59")'],
  exists: ['parts.exists(p, p.amount > 3)'],
  all: ['parts.all(p, p.amount > 3)'],
  exists_one: ['parts.exists_one(p, p.amount > 3)'],
  filter: ['parts.filter(p, p.amount > 1).size()'],
  map: ['parts.filter(p, p.weight != null).map(p, p.weight).sum()'],
  has: ['me.has("Agent")'],
  is: ['is("Owner", this)'],
}
