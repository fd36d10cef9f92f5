// A value → its text for people, in the language and time zone of the specification.

import { durationParts } from '@ninefold/core/contract/inputs/duration-parts.ts'
import { choicesOf } from '@ninefold/core/contract/inputs/field-inputs.ts'
import { workingTimeOf } from '@ninefold/core/expression/business-calendar.ts'
import type { Expression, ObjectValue, Value, ValueType } from '@ninefold/core/expression/expression.ts'
import { currencyPlaces } from '@ninefold/core/model/currencies.ts'
import { entityNamed, fieldNamed, machineOf } from '@ninefold/core/model/find.ts'
import type { Model } from '@ninefold/core/model/model.ts'
import { humanised } from '@ninefold/core/model/words.ts'

/** `expression`: the source of the value, whose type has the labels of choices. */
export function valueInWords(model: Model, expression: Expression, value: Value): string {
  const labels = labelsOf(model, expression)
  return new Words(model.limits.language, model.limits.timeZone, labels).of(value, expression.type)
}

/** Labels by value, as the field's type defines them. */
function labelsOf(model: Model, expression: Expression): ReadonlyMap<string, string> {
  if (expression.kind !== 'field') return new Map()
  const { type } = fieldNamed(entityNamed(model, expression.entity), expression.field)
  // Translated states have labels that differ from their names.
  if (type.kind === 'state' && model.spoken !== undefined)
    return new Map(
      machineOf(model, expression.entity, expression.field)?.states.map(({ name, label }) => [name, label ?? name]),
    )
  if (type.kind !== 'choice' && type.kind !== 'choices') return new Map()
  return new Map(choicesOf(type.values, type.labels).map(({ value, label }) => [value, label]))
}

const YES_AND_NO: Readonly<Record<string, readonly [yes: string, no: string]>> = {
  de: ['ja', 'nein'],
  en: ['yes', 'no'],
}

/** English for languages without words of their own. */
export function yesOrNo(language: string, value: boolean): string {
  const [yes, no] = YES_AND_NO[language.split('-')[0] ?? ''] ?? ['yes', 'no']
  return value ? yes : no
}

const WORK = {
  en: {
    days: (count: number) => (count === 1 ? '1 working day' : `${count} working days`),
    time: (words: string) => `${words} of working time`,
  },
  de: {
    days: (count: number) => (count === 1 ? '1 Arbeitstag' : `${count} Arbeitstage`),
    time: (words: string) => `${words} Arbeitszeit`,
  },
}

class Words {
  private readonly language: string
  private readonly timeZone: string
  private readonly labels: ReadonlyMap<string, string>

  constructor(language: string, timeZone: string, labels: ReadonlyMap<string, string>) {
    this.language = language
    this.timeZone = timeZone
    this.labels = labels
  }

  of(value: Value, type: ValueType): string {
    if (value === null) return ''
    switch (type.kind) {
      case 'text':
        return String(value)
      case 'choice':
        return this.labels.get(String(value)) ?? humanised(String(value))
      case 'boolean':
        return yesOrNo(this.language, value === true)
      case 'integer':
        // A ticket number is a name and not an amount, so it has no thousands separators.
        return String(value)
      case 'decimal':
        return this.number(value, {})
      case 'money':
        return this.money(value, type.currency)
      case 'date':
        return this.moment(Date.parse(`${String(value)}T00:00:00Z`), { dateStyle: 'long', timeZone: 'UTC' })
      case 'time':
        return this.moment(Date.parse(`2000-01-01T${String(value)}Z`), { timeStyle: 'short', timeZone: 'UTC' })
      case 'timestamp':
        return this.moment(Number(value), { dateStyle: 'long', timeStyle: 'short', timeZone: this.timeZone })
      case 'duration':
        return this.duration(Number(value))
      case 'calendar period':
        return this.calendarPeriod(String(value))
      case 'working time':
        return this.workingTime(String(value))
      case 'period':
        return this.period(value as ObjectValue, type.of)
      case 'list':
        return this.list(value, type.of)
      case 'map':
        return this.map(value as ObjectValue, type.of)
      case 'json':
        return JSON.stringify(value)
      case 'file':
        return String((value as ObjectValue)['name'] ?? '')
      default:
        return ''
    }
  }

  private map(values: ObjectValue, of: ValueType): string {
    const pairs = Object.entries(values).map(([key, value]) => `${key}: ${this.of(value, of)}`)
    return new Intl.ListFormat(this.language, { type: 'unit' }).format(pairs)
  }

  private number(value: Value, options: Intl.NumberFormatOptions): string {
    // Formatted from a string, so that it keeps all digits.
    return new Intl.NumberFormat(this.language, { maximumFractionDigits: 20, ...options }).format(
      String(value) as Intl.StringNumericLiteral,
    )
  }

  private money(value: Value, currency: string | null): string {
    const own = currency === null ? (value as ObjectValue) : { amount: value, currency }
    const code = String(own['currency'])
    // The decimals depend on the currency and not on the language.
    const minimumFractionDigits = currencyPlaces(code) ?? 0
    return this.number(own['amount'] ?? null, { style: 'currency', currency: code, minimumFractionDigits })
  }

  private moment(at: number, options: Intl.DateTimeFormatOptions): string {
    return new Intl.DateTimeFormat(this.language, options).format(at)
  }

  private duration(milliseconds: number): string {
    const parts = durationParts(milliseconds).map(({ count, unit }) => this.counted(count, unit))
    return (milliseconds < 0 ? '−' : '') + parts.join(' ')
  }

  private calendarPeriod(period: string): string {
    const [, years = '0', months = '0', days = '0'] = /^-?P(?:(-?\d+)Y)?(?:(-?\d+)M)?(?:(-?\d+)D)?$/.exec(period) ?? []
    const parts = [
      [Number(years), 'year'],
      [Number(months), 'month'],
      [Number(days), 'day'],
    ] as const
    const words = parts.flatMap(([count, unit]) => (count === 0 ? [] : [this.counted(count, unit)]))
    return words.length === 0 ? this.counted(0, 'day') : words.join(' ')
  }

  private get work(): (typeof WORK)['en'] {
    return WORK[this.language.split('-')[0] === 'de' ? 'de' : 'en']
  }

  /** `2 working days`, `1 hour 30 minutes of working time` */
  private workingTime(text: string): string {
    const { amount, unit } = workingTimeOf(text)
    if (unit === 'days') return this.work.days(amount)
    const parts = [[Math.floor(amount / 60), 'hour'] as const, [amount % 60, 'minute'] as const]
    const words = parts.flatMap(([count, name]) => (count === 0 ? [] : [this.counted(count, name)]))
    return this.work.time(words.join(' '))
  }

  private counted(count: number, unit: string): string {
    return new Intl.NumberFormat(this.language, { style: 'unit', unit, unitDisplay: 'long' }).format(count)
  }

  private period({ start, end }: ObjectValue, of: 'date' | 'timestamp'): string {
    const [from, to] = [start, end].map((at) => this.of(at ?? null, { kind: of }))
    return `${from} – ${to}`
  }

  private list(value: Value, of: ValueType): string {
    const items = (typeof value === 'string' ? JSON.parse(value) : value) as readonly Value[]
    const words = items.map((item) => this.of(jsonValue(item, of), of)).filter((word) => word !== '')
    return new Intl.ListFormat(this.language, { type: 'conjunction' }).format(words)
  }
}

/** Converts moments to JSON strings. */
function jsonValue(value: Value, { kind }: ValueType): Value {
  return kind === 'timestamp' && typeof value === 'string' ? Date.parse(value) : value
}
