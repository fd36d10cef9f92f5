// Texts of expressions over the world of agreement-world.ts, mostly well typed. The checker has the last word:
// what it refuses is thrown away, what it accepts must agree.

import fc from 'fast-check'
import { entities, PRIORITIES } from './agreement-world.ts'

type Kind = 'text' | 'integer' | 'decimal' | 'boolean' | 'date' | 'time' | 'timestamp' | 'duration' | 'choice'

/** Chooses one of some possibilities; made from fast-check's values, so that a failure can be replayed. */
interface Choosing {
  readonly below: (count: number) => number
  readonly of: <T>(options: readonly T[]) => T
}

/** A record whose fields may be named: `this`, or the item of a comprehension. */
interface Place {
  readonly entity: string
  readonly prefix: string
  /** Names of items so far. */
  readonly depth: number
}

const FIELD_KINDS: Readonly<Record<string, Kind>> = {
  text: 'text',
  'whole number': 'integer',
  decimal: 'decimal',
  'yes/no': 'boolean',
  date: 'date',
  time: 'time',
  'date and time': 'timestamp',
  duration: 'duration',
  choice: 'choice',
}

const LITERALS: Readonly<Record<Kind, readonly string[]>> = {
  text: ['""', '"a"', '"É"', '"😀"', '"ss"', '" "', '"00000000-0000-4000-8000-600000000001"', 'input.text'],
  integer: ['0', '1', '2', '-3', '100', 'most', '9007199254740991'],
  decimal: ['0.5', '-2.50', '0.001', '12345.6789', '1.0'],
  boolean: ['true', 'false', 'me.has("Agent")', 'me.has("Admin")'],
  date: ['date("2026-03-29")', 'date("2000-02-29")', 'today', 'date("0001-01-01")', 'date("9999-12-31")'],
  time: ['time("12:00")', 'time("23:59:59")'],
  timestamp: ['now'],
  duration: ['twoDays', 'halfHour', '-twoDays'],
  choice: PRIORITIES.map((word) => `"${word}"`),
}

export const expressionText: fc.Arbitrary<{ readonly kind: Kind; readonly text: string }> = fc
  .infiniteStream(fc.nat({ max: 65_535 }))
  .map((stream) => {
    const choosing: Choosing = {
      below: (count) => Number(stream.next().value) % count,
      of: (options) => options[Number(stream.next().value) % options.length] as never,
    }
    const kind = choosing.of<Kind>([
      'boolean',
      'boolean',
      'boolean',
      'text',
      'integer',
      'decimal',
      'date',
      'timestamp',
      'duration',
      'choice',
    ])
    return { kind, text: write(kind, choosing, { entity: 'Ticket', prefix: '', depth: 0 }, 3) }
  })

function fieldsOf(place: Place, kind: Kind, isRequired: boolean): string[] {
  const declared = entities.find(({ name }) => name === place.entity)
  if (declared === undefined) return []
  const own = declared.fields
    .filter((one) => FIELD_KINDS[one.type.kind] === kind && one.isRequired === isRequired)
    .map((one) => `${place.prefix}${one.name}`)
  const beyond = declared.fields.flatMap((one) => {
    if (one.type.kind !== 'reference' || (isRequired && !one.isRequired)) return []
    const target = entities.find(({ name }) => one.type.kind === 'reference' && name === one.type.entity)
    const inner =
      target?.fields.filter((field) => FIELD_KINDS[field.type.kind] === kind && (!isRequired || field.isRequired)) ?? []
    return inner.map((field) => `${place.prefix}${one.name}.${field.name}`)
  })
  return [...own, ...beyond]
}

function write(kind: Kind, choosing: Choosing, place: Place, depth: number): string {
  if (depth <= 0 || choosing.below(4) === 0) return atom(kind, choosing, place)
  const inner = (part: Kind) => write(part, choosing, place, depth - 1)
  if (choosing.below(8) === 0) return `(${inner('boolean')} ? ${inner(kind)} : ${inner(kind)})`
  if (kind !== 'boolean' && kind !== 'time' && choosing.below(6) === 0) return aggregate(kind, choosing, place, depth)
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
        : `orElse(${choosing.of(optional)}, ${choosing.of(LITERALS[kind])})`
    case 2:
      if (optional.length > 0) {
        const field = choosing.of(optional)
        return `(${field} == null ? ${choosing.of(LITERALS[kind])} : ${field})`
      }
  }
  return required.length === 0 ? choosing.of(LITERALS[kind]) : choosing.of(required)
}

type Inner = (kind: Kind) => string

function compound(kind: Kind, choosing: Choosing, place: Place, depth: number, inner: Inner): string {
  switch (kind) {
    case 'boolean':
      return condition(choosing, place, depth, inner)
    case 'text':
      return choosing.of([
        () => `(${inner('text')} + ${inner('text')})`,
        () => `${choosing.of(['lower', 'upper', 'trim'])}(${inner('text')})`,
        () =>
          `string(${inner(choosing.of<Kind>(['integer', 'decimal', 'boolean', 'date', 'time', 'text', 'choice']))})`,
      ])()
    case 'integer':
      return choosing.of([
        () => `(${inner('integer')} ${choosing.of(['+', '-', '*'])} ${inner('integer')})`,
        () => `(${inner('integer')} ${choosing.of(['/', '%'])} ${choosing.of(['2', '-7', '1000'])})`,
        () => `orElse(div(${inner('integer')}, ${inner('integer')}), 7)`,
        () => `-${inner('integer')}`,
        () => `abs(${inner('integer')})`,
        () => `round(${inner('decimal')})`,
        () => `size(${inner('text')})`,
        () => `${choosing.of(['min', 'max'])}(${inner('integer')}, ${inner('integer')})`,
        () => `${choosing.of(['year', 'month', 'day', 'weekday', 'hour'])}(${inner('timestamp')})`,
        () => `${choosing.of(['year', 'month', 'day', 'weekday'])}(${inner('date')})`,
        () => `daysBetween(${inner('date')}, ${inner('date')})`,
        () => `daysBetween(${inner('timestamp')}, ${inner('timestamp')})`,
        () => `rank(${inner('choice')})`,
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
      ])()
    case 'timestamp':
      return choosing.of([
        () => `${choosing.of(['plus', 'minus'])}(${inner('timestamp')}, ${inner('duration')})`,
        () => `(${inner('timestamp')} ${choosing.of(['+', '-'])} ${inner('duration')})`,
        () => `startOfDay(${inner('timestamp')})`,
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
        () => `${choosing.of(['plus', 'minus'])}(${inner('date')}, twoDays)`,
        () => `startOfMonth(${inner('date')})`,
        () => `date(${inner('timestamp')})`,
        () => `${choosing.of(['min', 'max'])}(${inner('date')}, ${inner('date')})`,
      ])()
    default:
      return atom(kind, choosing, place)
  }
}

const KINDS: readonly Kind[] = ['text', 'integer', 'decimal', 'date', 'time', 'timestamp', 'duration', 'choice']

function condition(choosing: Choosing, place: Place, depth: number, inner: Inner): string {
  const kind = choosing.of(KINDS)
  const optional = fieldsOf(place, kind, false)
  const maybe = optional.length > 0 ? choosing.of(optional) : null
  const compare = () => choosing.of(['<', '<=', '>', '>=', '==', '!='])
  const isIn = () => `in [${inner(kind)}, ${atom(kind, choosing, place)}]`
  const options = [
    () => `(${inner('boolean')} ${choosing.of(['&&', '||'])} ${inner('boolean')})`,
    () => `!${inner('boolean')}`,
    () => `(${inner(kind)} ${compare()} ${inner(kind)})`,
    () => `(${inner('integer')} ${compare()} ${inner('decimal')})`,
    () => `(${inner('boolean')} ${choosing.of(['==', '!='])} ${inner('boolean')})`,
    () => `(${inner(kind)} ${isIn()})`,
    () => `${choosing.of(['startsWith', 'endsWith', 'contains'])}(${inner('text')}, ${inner('text')})`,
    () => `(${inner('text')} in input.words)`,
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

/** Lists of records that can be reached, and what their items are. */
function listsOf(place: Place): readonly { readonly list: string; readonly entity: string }[] {
  const { prefix } = place
  const everywhere = [
    { list: 'Person', entity: 'Person' },
    { list: 'Ticket', entity: 'Ticket' },
    { list: 'Part.filter(f, f.amount > 0)', entity: 'Part' },
  ]
  switch (place.entity) {
    case 'Ticket':
      return [
        { list: `${prefix}parts`, entity: 'Part' },
        { list: `${prefix}owner.teams`, entity: 'Team' },
        { list: `${prefix}owner.friends`, entity: 'Person' },
        { list: `${prefix}parts.map(w, w.ticket)`, entity: 'Ticket' },
        {
          list: `(${prefix}open ? ${prefix}owner.friends : ${prefix}owner.friends.filter(v, v.age == null))`,
          entity: 'Person',
        },
        { list: `[${prefix}owner, ${prefix}owner]`, entity: 'Person' },
        ...everywhere,
      ]
    case 'Part':
      return [{ list: `${prefix}ticket.parts`, entity: 'Part' }, ...everywhere]
    case 'Team':
      return [
        { list: `${prefix}members`, entity: 'Person' },
        { list: `${prefix}members.filter(u, u.nick != null)`, entity: 'Person' },
      ]
    default:
      return [
        { list: `${prefix}teams`, entity: 'Team' },
        { list: `${prefix}friends`, entity: 'Person' },
      ]
  }
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

/** Questions about which record it is. */
function relation(choosing: Choosing, place: Place, self: string | null = null): string {
  const options = [
    'owner == helper',
    'helper != owner',
    'owner.id == input.text',
    'helper == null',
    '(me != null && owner == me)',
    '(helper != null && helper in owner.friends)',
  ]
  const here =
    place.entity === 'Ticket'
      ? options.map((text) =>
          text
            .replace(/\b(owner|helper)\b(?!\.friends)/g, `${place.prefix}$1`)
            .replace('owner.friends', `${place.prefix}owner.friends`),
        )
      : []
  const persons =
    self !== null && place.entity === 'Person'
      ? [
          `${self} == owner`,
          `(me != null && ${self} != me)`,
          `${self} == helper`,
          `owner in ${self}.friends`,
          `${self}.id == owner.id`,
          `${self}.id != input.text`,
        ]
      : []
  const teams =
    self !== null && place.entity === 'Team'
      ? [`${self} == team`, `${self}.lead == owner`, `owner in ${self}.members`, `${self}.id == 2`]
      : []
  const parts =
    self !== null && place.entity === 'Part'
      ? [`${self}.maker == owner`, `${self}.ticket == this`, `${self}.ticket.owner != owner`]
      : []
  const all = [...here, ...persons, ...teams, ...parts]
  return all.length === 0 ? 'open' : choosing.of(all)
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
    case 'decimal':
      return choosing.of([
        () => `${mapped('decimal')}.sum()`,
        () => `orElse(avg(${mapped(choosing.of<Kind>(['integer', 'decimal']))}), 1.5)`,
        () => `orElse(min(${mapped('decimal')}), 1.5)`,
      ])()
    case 'duration':
      return choosing.of([
        () => `${mapped('duration')}.sum()`,
        () => `orElse(${mapped('duration')}.min(), ${literal})`,
      ])()
    case 'date':
    case 'timestamp':
      return `orElse(${mapped(kind)}.${choosing.of(['min', 'max'])}(), ${literal})`
    default:
      return atom(kind, choosing, place)
  }
}
