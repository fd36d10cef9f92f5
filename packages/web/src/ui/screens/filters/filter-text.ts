// A filter in the address → its text on the screen.

import {
  type AppFilter,
  denialIn,
  ME,
  MOVING_DAYS,
  NO_VALUE,
  rangeIn,
  valuesIn,
  type FilterRange,
} from '@ninefold/core/contract/inputs/list-filters.ts'
import type { Formats } from '../../formats.ts'
import { words } from '../../words/words.ts'

/** `labels`: names of records, by id. */
export function filterText(
  { filter }: AppFilter,
  value: string,
  formats: Formats,
  labels: ReadonlyMap<string, string>,
): string {
  switch (filter.kind) {
    case 'choice': {
      const known = new Map(filter.values.map((each) => [each.value, each.label]))
      return listedText(value, [...known.keys()], (each) => known.get(each) ?? each)
    }
    case 'yes/no':
      return listedText(value, [], (each) => (each === 'true' ? words.yes : words.no))
    case 'reference':
      return listedText(value, [], (each) => (each === ME ? words.tables.lists.me : (labels.get(each) ?? '…')))
    case 'date':
      return daysText(value, formats)
    case 'number':
      return rangeText(value, (each) => numberText(each, formats))
    case 'money':
      return moneyText(value, filter.currency, formats)
    case 'text':
      return `“${value}”`
  }
}

function listedText(value: string, known: readonly string[], labelOf: (value: string) => string): string {
  const { isNot, of } = denialIn(value, known)
  const text = severalText(valuesIn(of, known), labelOf)
  return isNot ? words.tables.lists.not(text) : text
}

function severalText(values: readonly string[], labelOf: (value: string) => string): string {
  const labels = values.map((value) => (value === NO_VALUE ? words.tables.lists.noValue : labelOf(value)))
  const [first = ''] = labels
  return labels.length > 2 ? words.tables.lists.andMore(first, labels.length - 1) : labels.join(', ')
}

function rangeText(value: string, textOf: (end: string) => string): string {
  const range = rangeIn(value)
  if (range === null) return severalText(valuesIn(value), textOf)
  return openText(range, textOf, words.tables.lists.atLeast, words.tables.lists.atMost)
}

function openText(
  { from, until }: FilterRange,
  textOf: (end: string) => string,
  atLeast: (from: string) => string,
  atMost: (to: string) => string,
): string {
  if (from === null) return atMost(textOf(until ?? ''))
  if (until === null) return atLeast(textOf(from))
  return words.tables.lists.fromTo(textOf(from), textOf(until))
}

function numberText(text: string, formats: Formats): string {
  const number = Number(text)
  return text.trim() === '' || Number.isNaN(number) ? text : formats.number(number)
}

function moneyText(value: string, own: string | null, formats: Formats): string {
  const [amounts = '', currency = own] = own === null ? value.split(' ') : [value]
  if (value === NO_VALUE || currency === null || currency === undefined) return rangeText(value, (each) => each)
  return rangeText(amounts, (each) => (/^-?[0-9]+([.][0-9]+)?$/.test(each) ? formats.money(each, currency) : each))
}

function daysText(value: string, formats: Formats): string {
  if (value === NO_VALUE) return words.tables.lists.noValue
  const textOf = (text: string): string => {
    const moving = MOVING_DAYS.find((each) => each === text)
    if (moving !== undefined) return words.tables.lists.movingDays[moving]
    return formats.date(text.slice(0, 10))
  }
  const range = rangeIn(value)
  if (range === null) return textOf(value)
  return openText(range, textOf, words.tables.lists.since, words.tables.lists.until)
}
