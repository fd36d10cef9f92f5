// Texts of expressions over the world of agreement-world.ts, mostly well typed. The checker has the last word:
// refused expressions are discarded, accepted ones must agree.

import type { CheckedFieldType } from '@ninefold/core/model/entities.ts'
import { valueTypeOfField } from '@ninefold/core/model/value-type-of-field.ts'
import { type Choosing, choosingFrom, KEYS, PRIORITIES } from './agreement-values.ts'
import { writtenNumber } from './agreement-numbers.ts'
import { listsOf, type Place, relation } from './agreement-relations.ts'
import { entities } from './agreement-world.ts'

type Kind =
  | 'text'
  | 'integer'
  | 'decimal'
  | 'money'
  | 'boolean'
  | 'date'
  | 'time'
  | 'timestamp'
  | 'duration'
  | 'choice'
  | 'period of dates'
  | 'period of moments'

/** The kind of a field's values; null for types whose parts only are used. */
function kindOf(type: CheckedFieldType): Kind | null {
  const value = valueTypeOfField(type)
  switch (value.kind) {
    case 'period':
      return value.of === 'date' ? 'period of dates' : 'period of moments'
    case 'money':
      return value.currency === null ? null : 'money'
    case 'record':
    case 'list':
    case 'file':
    case 'group':
    case 'map':
    case 'json':
    case 'secret':
    case 'object':
    case 'calendar period':
    case 'working time':
    case 'calendar':
    case 'empty':
    case 'unknown':
      return null
    default:
      return type.kind === 'identifier' || type.kind === 'version' ? null : value.kind
  }
}

const LITERALS: Readonly<Record<Kind, readonly string[]>> = {
  text: ['""', '"a"', '"É"', '"😀"', '"ss"', '" "', '"00000000-0000-4000-8000-600000000001"', 'input.text'],
  integer: ['0', '1', '2', '-3', '100', 'most', '9007199254740991'],
  decimal: ['orElse(tip.amount, 0.5)', 'input.tip.amount', '0.5', '-2.50', '0.001', '12345.6789', '1.0'],
  boolean: ['true', 'false', 'me.has("Agent")', 'me.has("Admin")'],
  date: ['date("2026-03-29")', 'date("2000-02-29")', 'today', 'date("0001-01-01")', 'date("9999-12-31")'],
  time: ['time("12:00")', 'time("23:59:59")'],
  timestamp: ['now'],
  duration: ['twoDays', 'halfHour', '-twoDays'],
  choice: PRIORITIES.map((word) => `"${word}"`),
  money: ['tenEuro', 'input.amount', '-tenEuro'],
  'period of dates': ['input.period', 'season'],
  'period of moments': ['slot'],
}

const ALL_KINDS: readonly Kind[] = [
  ...(['boolean', 'boolean', 'boolean', 'boolean'] as const),
  ...(['text', 'integer', 'decimal', 'money', 'date', 'timestamp', 'duration', 'choice'] as const),
  ...(['period of dates', 'period of moments'] as const),
]

/** The text of one expression: the same one for the same seed. */
export function expressionText(seed: number): string {
  const choosing = choosingFrom(seed)
  const kind = choosing.of(ALL_KINDS)
  return write(kind, choosing, { entity: 'Ticket', prefix: '', depth: 0 }, 3)
}

function fieldsOf(place: Place, kind: Kind, isRequired: boolean): string[] {
  const declared = entities.find(({ name }) => name === place.entity)
  if (declared === undefined) return []
  const own = declared.fields
    .filter((one) => kindOf(one.type) === kind && one.isRequired === isRequired)
    .map((one) => `${place.prefix}${one.name}`)
  const beyond = declared.fields.flatMap((one) => {
    if (one.type.kind !== 'reference' || (isRequired && !one.isRequired)) return []
    const target = entities.find(({ name }) => one.type.kind === 'reference' && name === one.type.entity)
    const inner =
      target?.fields.filter((field) => kindOf(field.type) === kind && (!isRequired || field.isRequired)) ?? []
    return inner.map((field) => `${place.prefix}${one.name}.${field.name}`)
  })
  return [...own, ...beyond]
}

const AGGREGATED: ReadonlySet<Kind> = new Set([
  'text',
  'text',
  'integer',
  'decimal',
  'money',
  'duration',
  'date',
  'timestamp',
])

function write(kind: Kind, choosing: Choosing, place: Place, depth: number): string {
  if (depth <= 0 || choosing.below(4) === 0) return atom(kind, choosing, place)
  const inner = (part: Kind) => write(part, choosing, place, depth - 1)
  if (choosing.below(8) === 0) return `(${inner('boolean')} ? ${inner(kind)} : ${inner(kind)})`
  if (AGGREGATED.has(kind) && choosing.below(6) === 0) return aggregate(kind, choosing, place, depth)
  return compound(kind, choosing, place, depth, inner)
}

function atom(kind: Kind, choosing: Choosing, place: Place): string {
  const required = fieldsOf(place, kind, true)
  const optional = fieldsOf(place, kind, false)
  switch (choosing.below(4)) {
    case 0:
      return choosing.of(LITERALS[kind])
    case 1:
      return optional.length === 0
        ? choosing.of(LITERALS[kind])
        : `orElse(${choosing.of([...optional, `orElse(${choosing.of(optional)}, ${choosing.of(optional)})`])}, ${choosing.of(LITERALS[kind])})`
    case 2:
      if (optional.length > 0) {
        const field = choosing.of(optional)
        return `(${field} == null ? ${choosing.of(LITERALS[kind])} : ${field})`
      }
  }
  return required.length === 0 ? choosing.of(LITERALS[kind]) : choosing.of(required)
}

type Inner = (kind: Kind) => string

function calendarPeriod(choosing: Choosing): string {
  return choosing.of(['oneMonth', 'longTime', '(open ? oneMonth : longTime)'])
}

function workingTime(choosing: Choosing, more: readonly string[]): string {
  return choosing.of(['twoWorkingDays', 'manyWorkingDays', '(open ? twoWorkingDays : manyWorkingDays)', ...more])
}

function compound(kind: Kind, choosing: Choosing, place: Place, depth: number, inner: Inner): string {
  switch (kind) {
    case 'boolean':
      return condition(choosing, place, depth, inner)
    case 'text':
      return choosing.of([
        () => `(${inner('text')} + ${inner('text')})`,
        () => `${choosing.of(['lower', 'upper', 'trim'])}(${inner('text')})`,
        () => choosing.of(['orElse(photo.name, "x")', 'orElse(photo.type, "")', 'orElse(tip.currency, "EUR")']),
        () => `${inner('money')}.currency`,
        () =>
          choosing.of([
            `orElse(${mapOf(choosing)}[${keyOf(choosing)}], "x")`,
            `orElse(asText(${jsonOf(choosing)}), "y")`,
          ]),
        () =>
          `string(${inner(choosing.of<Kind>(['integer', 'decimal', 'boolean', 'date', 'time', 'text', 'choice']))})`,
      ])()
    case 'integer':
      return choosing.of([
        () => `(${inner('integer')} ${choosing.of(['+', '-', '*'])} ${inner('integer')})`,
        () => `(${inner('integer')} ${choosing.of(['/', '%', '%'])} ${choosing.of(['2', '-7', '1000'])})`,
        () => `orElse(div(${inner('integer')}, ${inner('integer')}), 7)`,
        () => `-${inner('integer')}`,
        () => `abs(${inner('integer')})`,
        () => `round(${inner('decimal')})`,
        () => `size(${inner('text')})`,
        () => `${choosing.of(['min', 'max'])}(${inner('integer')}, ${inner('integer')})`,
        () => `${choosing.of(['year', 'month', 'day', 'weekday', 'hour', 'minute'])}(${inner('timestamp')})`,
        () => `${choosing.of(['year', 'month', 'day', 'weekday'])}(${inner('date')})`,
        () => `${choosing.of(['daysBetween', 'monthsBetween', 'yearsBetween'])}(${inner('date')}, ${inner('date')})`,
        () =>
          `${choosing.of(['daysBetween', 'monthsBetween', 'yearsBetween'])}(${inner('timestamp')}, ${inner('timestamp')})`,
        () => `rank(${inner('choice')})`,
        () => `${choosing.of(['unixSeconds', 'unixMilliseconds'])}(${inner('timestamp')})`,
        () => `daysBetween(${inner('period of dates')}.start, ${inner('period of dates')}.end)`,
        () => choosing.of([`orElse(counts[${keyOf(choosing)}], 3)`, 'size(counts)', 'orElse(photo.size, 3)']),
        () => 'size(pairs(marks))',
        () => `pairs(counts).filter(p, p.key != ${keyOf(choosing)}).map(p, p.value).sum()`,
        () => `size(asList(${jsonOf(choosing)}))`,
        () => 'size(moods)',
      ])()
    case 'money':
      return choosing.of([
        () => `(${inner('money')} ${choosing.of(['+', '-'])} ${inner('money')})`,
        () => `(${inner('money')} * ${inner(choosing.of<Kind>(['decimal', 'integer']))})`,
        () => `(${inner('integer')} * ${inner('money')})`,
        () => `(${inner('money')} / ${choosing.of(['3', '0.7'])})`,
        () => `orElse(div(${inner('money')}, ${inner('decimal')}), 0)`,
        () => `round(${inner('money')}, ${choosing.below(4)})`,
        () => `${choosing.of(['abs(', '-('])}${inner('money')})`,
        () => `${choosing.of(['min', 'max'])}(${inner('money')}, ${inner('money')})`,
      ])()
    case 'decimal':
      return choosing.of([
        () =>
          `(${inner('decimal')} ${choosing.of(['+', '-', '*'])} ${inner(choosing.of<Kind>(['decimal', 'integer']))})`,
        () => `(${inner('integer')} / ${choosing.of(['0.3', '-7.5', '3.0'])})`,
        () => `orElse(div(${inner('decimal')}, ${inner('decimal')}), 0.25)`,
        () => `round(${inner('decimal')}, ${choosing.below(5)})`,
        () => `abs(${inner('decimal')})`,
        () => `-${inner('decimal')}`,
        () => `${choosing.of(['min', 'max'])}(${inner('decimal')}, ${inner('decimal')})`,
        () => `orElse(div(${inner('money')}, ${inner('money')}), 1.5)`,
        () => `(${inner('money')} / tenEuro)`,
        () => `(${inner('duration')} / ${choosing.of(['twoDays', 'halfHour'])})`,
        () => `${inner('money')}.amount`,
        () => `orElse(tip.amount, input.tip.amount)`,
        () => `orElse(asNumber(${writtenNumber(choosing, inner)}), 0.75)`,
        () => choosing.of([`orElse(asNumber(${jsonOf(choosing)}), 1.5)`, `orElse(rates[${keyOf(choosing)}], 0.5)`]),
      ])()
    case 'timestamp':
      return choosing.of([
        () => `${choosing.of(['plus', 'minus'])}(${inner('timestamp')}, ${inner('duration')})`,
        () => `(${inner('timestamp')} ${choosing.of(['+', '-'])} ${inner('duration')})`,
        () => `(${inner('timestamp')} ${choosing.of(['+', '-'])} ${calendarPeriod(choosing)})`,
        () => `(${inner('timestamp')} ${choosing.of(['+', '-'])} ${workingTime(choosing, ['workingHours', 'watch'])})`,
        () => `${inner('period of moments')}.${choosing.of(['start', 'end'])}`,
        () => `orElse(stay.start, ${inner('timestamp')})`,
        () => `startOfDay(${inner(choosing.of(['timestamp', 'date']))})`,
        () => `startOfMonth(${inner('timestamp')})`,
        () => `${choosing.of(['min', 'max'])}(${inner('timestamp')}, ${inner('timestamp')})`,
      ])()
    case 'duration':
      return choosing.of([
        () => `(${inner('duration')} ${choosing.of(['+', '-'])} ${inner('duration')})`,
        () => `(${inner('timestamp')} - ${inner('timestamp')})`,
        () => `(${inner('duration')} * ${inner('integer')})`,
        () => `abs(${inner('duration')})`,
      ])()
    case 'date':
      return choosing.of([
        () =>
          `${choosing.of(['plus', 'minus'])}(${inner('date')}, ${choosing.of(['twoDays', `waits(${inner('choice')})`])})`,
        () => `(${inner('date')} ${choosing.of(['+', '-'])} ${calendarPeriod(choosing)})`,
        () => `(${inner('date')} ${choosing.of(['+', '-'])} ${workingTime(choosing, [])})`,
        () => `${inner('period of dates')}.${choosing.of(['start', 'end'])}`,
        () => `startOfMonth(${inner('date')})`,
        () => `date(${inner('timestamp')})`,
        () => `${choosing.of(['min', 'max'])}(${inner('date')}, ${inner('date')})`,
      ])()
    default:
      return atom(kind, choosing, place)
  }
}

const KINDS = ['text', 'integer', 'decimal', 'money', 'date', 'time', 'timestamp', 'duration', 'choice'] as const

function condition(choosing: Choosing, place: Place, depth: number, inner: Inner): string {
  const kind = choosing.of(KINDS)
  const optional = fieldsOf(place, kind, false)
  const maybe = optional.length > 0 ? choosing.of(optional) : null
  const compare = () => choosing.of(['<', '<=', '>', '>=', '==', '!='])
  const isIn = () => `in [${inner(kind)}, ${atom(kind, choosing, place)}]`
  const options = [
    () => `(${inner('boolean')} ${choosing.of(['&&', '||'])} ${inner('boolean')})`,
    () => `!${inner('boolean')}`,
    () => `isOpen(${inner('timestamp')}, ${choosing.of(['office', 'nightWatch'])})`,
    () => `isWorkingDay(${inner(choosing.of<Kind>(['date', 'timestamp']))}, office)`,
    () => `(${inner(kind)} ${compare()} ${inner(kind)})`,
    () => `(${inner('integer')} ${compare()} ${inner('decimal')})`,
    () => `(${inner('boolean')} ${choosing.of(['==', '!='])} ${inner('boolean')})`,
    () => `(${inner(kind)} ${isIn()})`,
    () => `${choosing.of(['startsWith', 'endsWith', 'contains'])}(${inner('text')}, ${inner('text')})`,
    () => affix(choosing, inner),
    () => `(${inner('text')} in input.words)`,
    () => periods(choosing, inner),
    () => keys(choosing, inner),
    () =>
      choosing.of([
        'photo == null',
        'tip != null',
        '(tip != null && tip.amount > input.tip.amount)',
        'input.stay == null',
      ]),
    () => `(${inner('choice')} in moods)`,
    () =>
      `moods.${choosing.of(['exists', 'all', 'exists_one'])}(m, m ${choosing.of(['==', '<', '>='])} ${inner('choice')})`,
    () => quantifier(choosing, place, depth),
    () => relation(choosing, place),
    ...(maybe === null
      ? []
      : [
          () => `(${maybe} ${choosing.of(['==', '!='])} ${choosing.of(['null', inner(kind)])})`,
          () => `(${maybe} != null && ${maybe} ${compare()} ${inner(kind)})`,
          () => `(${maybe} == null || ${maybe} ${compare()} ${inner(kind)})`,
          () => `(${maybe} ${isIn()})`,
          () => `(${maybe} ${isIn()} && ${maybe} < ${inner(kind)})`,
          () => `(${maybe} == ${inner(kind)} && ${maybe} >= ${inner(kind)})`,
        ]),
  ]
  return choosing.of(options)()
}

/** Texts that contain each other, or nearly. */
function affix(choosing: Choosing, inner: Inner): string {
  const [whole, part] = [inner('text'), inner('text')]
  const joined = choosing.of([`${whole} + ${part}`, `${part} + ${whole}`, `lower(${part})`])
  return `${choosing.of(['startsWith', 'endsWith', 'contains'])}(${joined}, ${part})`
}

const mapOf = (choosing: Choosing): string => choosing.of(['labels', 'marks'])
const keyOf = (choosing: Choosing): string => JSON.stringify(choosing.of([...KEYS, 'none']))

function jsonOf(choosing: Choosing): string {
  const value = choosing.of(['extra', 'more', 'extra'])
  return `${value}${Array.from({ length: choosing.below(3) }, () => `[${keyOf(choosing)}]`).join('')}`
}

/** Operations on maps and JSON. */
function keys(choosing: Choosing, inner: Inner): string {
  const [map, key] = [mapOf(choosing), keyOf(choosing)]
  return choosing.of([
    () => `(${choosing.of([key, inner('text')])} in ${choosing.of([map, jsonOf(choosing)])})`,
    () => `(${map}[${choosing.of([key, inner('text')])}] ${choosing.of(['==', '!='])} ${inner('text')})`,
    () => `(${key} in labels && labels[${key}] ${choosing.of(['<', '=='])} ${inner('text')})`,
    () => `(${jsonOf(choosing)} ${choosing.of(['==', '!='])} null)`,
    () => `(extra ${choosing.of(['==', '!='])} ${jsonOf(choosing)})`,
    () => `(labels ${choosing.of(['==', '!='])} ${map})`,
    () => `orElse(asYesNo(${jsonOf(choosing)}), ${inner('boolean')})`,
    () => `(asNumber(${jsonOf(choosing)}) ${choosing.of(['==', '!='])} ${inner('decimal')})`,
    () => `pairs(${map}).${choosing.of(['exists', 'all'])}(p, p.value > ${inner('text')} || p.key == ${key})`,
    () => `asList(${jsonOf(choosing)}).exists(i, asText(i) == ${key} || ${key} in i)`,
  ])()
}

/** Operations on periods. */
function periods(choosing: Choosing, inner: Inner): string {
  const kind = choosing.of(['period of dates', 'period of moments'] as const)
  const moment = kind === 'period of dates' ? 'date' : 'timestamp'
  const maybe = choosing.of(kind === 'period of dates' ? ['leave'] : ['stay', 'input.stay'])
  return choosing.of([
    () => `${choosing.of(['overlaps', 'contains'])}(${inner(kind)}, ${inner(kind)})`,
    () => `contains(${inner(kind)}, ${inner(moment)})`,
    () => `contains(${inner(kind)}, ${inner(kind)}.${choosing.of(['start', 'end'])})`,
    () => `(${inner(kind)} ${choosing.of(['==', '!='])} ${inner(kind)})`,
    () => `(${maybe} ${choosing.of(['==', '!='])} ${choosing.of(['null', inner(kind)])})`,
    () => `(${maybe} != null && ${maybe}.overlaps(${inner(kind)}))`,
    () => `(${maybe}.start == null || ${maybe}.start < ${inner(moment)})`,
  ])()
}

function itemOf(place: Place, entity: string): { readonly name: string; readonly place: Place } {
  const name = `x${place.depth}`
  return { name, place: { entity, prefix: `${name}.`, depth: place.depth + 1 } }
}

function quantifier(choosing: Choosing, place: Place, depth: number): string {
  const { list, entity } = choosing.of(listsOf(place))
  const item = itemOf(place, entity)
  const body =
    choosing.below(3) === 0
      ? relation(choosing, item.place, item.name)
      : write('boolean', choosing, item.place, depth - 1)
  const asked = `${list}.${choosing.of(['exists', 'all', 'exists_one'])}(${item.name}, ${body})`
  return choosing.below(4) === 0 ? `(size(${list}.filter(${item.name}, ${body})) > 0)` : asked
}

function aggregate(kind: Kind, choosing: Choosing, place: Place, depth: number): string {
  const { list, entity } = choosing.of(listsOf(place))
  const item = itemOf(place, entity)
  const mapped = (of: Kind) => `${list}.map(${item.name}, ${write(of, choosing, item.place, Math.min(depth - 1, 1))})`
  const literal = choosing.of(LITERALS[kind])
  switch (kind) {
    case 'integer':
      return choosing.of([
        () => `size(${list})`,
        () => `${mapped('integer')}.sum()`,
        () => `orElse(${mapped('integer')}.max(), 1)`,
        () => `[1, 2, 2].size()`,
      ])()
    case 'text':
      return choosing.of([
        () => `${mapped('text')}.join(", ")`,
        () => `orElse(${mapped('text')}.${choosing.of(['min', 'max'])}(), ${literal})`,
      ])()
    case 'decimal':
      return choosing.of([
        () => `${mapped('decimal')}.sum()`,
        () => `orElse(avg(${mapped(choosing.of<Kind>(['integer', 'decimal']))}), 1.5)`,
        () => `orElse(min(${mapped('decimal')}), 1.5)`,
      ])()
    case 'money':
      return choosing.of([
        () => `${mapped('money')}.sum()`,
        () => `orElse(${choosing.of(['min', 'max', 'avg'])}(${mapped('money')}), 0)`,
      ])()
    case 'duration':
      return choosing.of([`${mapped('duration')}.sum()`, `orElse(${mapped('duration')}.min(), ${literal})`])
    case 'date':
    case 'timestamp':
      return `orElse(${mapped(kind)}.${choosing.of(['min', 'max'])}(), ${literal})`
    default:
      return atom(kind, choosing, place)
  }
}
