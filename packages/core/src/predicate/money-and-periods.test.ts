import { expect, it } from 'vitest'
import { checked } from '../expression/check/checked-for-tests.ts'
import { inEntity } from '../expression/check/scope-for-tests.ts'
import { alwaysHolds, canHold } from './decide.ts'
import { formulaOf, NOTHING_ELSE_KNOWN } from './formula-of.ts'

const formula = (text: string) => formulaOf(checked(text, { kind: 'boolean' }, inEntity('Booking')), NOTHING_ELSE_KNOWN)

it.each([
  'price > cleaning && price < 0',
  'price == cleaning && price > cleaning',
  'stay == null && stay.start != null',
  'discount != null && discount > cleaning && discount == 0',
  'photo == null && photo != null',
  'during.end <= during.start',
  'during.end <= during.start - oneMonth',
  'stay != null && stay.end < stay.start',
  'from > from + oneMonth',
])('knows that no record fulfils %s', (text) => {
  expect(canHold([formula(text)]).answer).toBe('no')
})

it.each([
  'price >= 0 || price < 0',
  'stay == null || stay != null',
  'price != cleaning || price >= 0',
  'during.end > during.start',
])('knows that every record fulfils %s', (text) => {
  expect(alwaysHolds(formula(text))).toBe(true)
})

it.each([
  'price > 0 && price < cleaning',
  'during.start < from && during.end > from',
  'stay != null && stay.end > now && contains(stay, now)',
  'during.overlaps(during) && contains(during, from)',
  'from + oneMonth > during.start',
  'during.end > during.start + oneMonth',
  'during.end - oneMonth < during.start',
  'stay != null && stay.end > now',
  'tip.currency == "EUR" && tip.amount > 5 && price > fee.amount * cleaning',
  'photo != null && photo.size > 100 && photo.type == "image/png"',
])('does not take %s for impossible or certain', (text) => {
  expect(canHold([formula(text)]).answer).toBe('yes')
  expect(alwaysHolds(formula(text))).toBe(false)
})
