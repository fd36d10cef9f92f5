// A value of an answer → its printed words, in the language and time zone of the specification.

import { durationParts } from '@ninefold/core/contract/inputs/duration-parts.ts'
import type { Display } from '@ninefold/core/contract/wire/display.ts'
import { currencyPlaces } from '@ninefold/core/model/currencies.ts'
import type { Model } from '@ninefold/core/model/model.ts'
import { yesOrNo } from '../words/values-in-words.ts'

type Object = Readonly<Record<string, unknown>>

/** Numbers are right-aligned in tables. */
export function isNumber(display: Display): boolean {
  return display.kind === 'number' || display.kind === 'money' || display.kind === 'duration'
}

export class PaperWords {
  private readonly language: string
  private readonly timeZone: string

  constructor({ limits }: Pick<Model, 'limits'>) {
    this.language = limits.language
    this.timeZone = limits.timeZone
  }

  of(display: Display, value: unknown): string {
    if (value === null || value === undefined) return ''
    switch (display.kind) {
      case 'list':
        return this.list(display.of, value as readonly unknown[])
      case 'number':
        return this.number(value, display.places) + (display.unit === undefined ? '' : `\u00a0${display.unit}`)
      case 'money':
        return this.money(value, display.currency)
      case 'yes/no':
        return this.yesOrNo(value === true)
      case 'date':
        return this.moment(`${String(value)}T00:00:00Z`, { dateStyle: 'long', timeZone: 'UTC' })
      case 'time':
        return this.moment(`2000-01-01T${String(value)}Z`, { timeStyle: 'short', timeZone: 'UTC' })
      case 'date and time':
        return this.moment(String(value), { dateStyle: 'long', timeStyle: 'short', timeZone: this.timeZone })
      case 'duration':
        return this.duration(Number(value))
      case 'period': {
        const { start, end } = value as Object
        return `${this.of({ kind: display.of }, start)} – ${this.of({ kind: display.of }, end)}`
      }
      case 'choice':
      case 'state':
        return display.values.find((choice) => choice.value === value)?.label ?? String(value)
      case 'map':
        return this.map(display.of, value as Object)
      case 'json':
        return JSON.stringify(value)
      case 'file':
        return String((value as Object)['name'] ?? '')
      case 'text':
        return display.names === undefined ? String(value) : this.named(display.names, String(value))
      default:
        return String(value)
    }
  }

  yesOrNo(isYes: boolean): string {
    return yesOrNo(this.language, isYes)
  }

  private map(of: Display, values: Object): string {
    const pairs = Object.entries(values).map(([key, value]) => `${key}: ${this.of(of, value)}`)
    return new Intl.ListFormat(this.language, { type: 'unit' }).format(pairs)
  }

  private list(of: Display, values: readonly unknown[]): string {
    const words = values.map((value) => this.of(of, value)).filter((word) => word !== '')
    return new Intl.ListFormat(this.language, { type: 'conjunction' }).format(words)
  }

  private number(value: unknown, places = 0, options: Intl.NumberFormatOptions = {}): string {
    // Formatted from a string, so that it keeps all digits.
    return new Intl.NumberFormat(this.language, {
      minimumFractionDigits: places,
      maximumFractionDigits: 20,
      ...options,
    }).format(String(value) as Intl.StringNumericLiteral)
  }

  private money(value: unknown, currency: string | null): string {
    const { amount, currency: code } =
      currency === null ? (value as { amount: unknown; currency: string }) : { amount: value, currency }
    return this.number(amount, currencyPlaces(code) ?? 0, { style: 'currency', currency: code })
  }

  private moment(at: string, options: Intl.DateTimeFormatOptions): string {
    return new Intl.DateTimeFormat(this.language, options).format(Date.parse(at))
  }

  private duration(milliseconds: number): string {
    const parts = durationParts(milliseconds).map(({ count, unit }) =>
      new Intl.NumberFormat(this.language, { style: 'unit', unit, unitDisplay: 'long' }).format(count),
    )
    return (milliseconds < 0 ? '−' : '') + parts.join(' ')
  }

  private named(what: 'region' | 'language', code: string): string {
    return new Intl.DisplayNames(this.language, { type: what }).of(code) ?? code
  }
}
