import { expect, it } from 'vitest'
import { formatsOf } from './formats.ts'

const formats = formatsOf('en', 'Europe/Berlin')
const now = Date.parse('2026-06-15T12:00:00Z')

it('says near moments as a distance and far ones as a day, with the exact moment beside', () => {
  expect(formats.moment('2026-06-15T12:00:10Z', now)?.relative).toBe('now')
  expect(formats.moment('2026-06-15T11:59:50Z', now)?.relative).toBe('just now')
  expect(formats.moment('2026-06-15T11:00:00Z', now)?.relative).toBe('1 hour ago')
  expect(formats.moment('2026-06-16T12:00:00Z', now)?.relative).toBe('tomorrow')
  expect(formats.moment('2026-03-01T12:00:00Z', now)?.relative).toBe('Mar 1')
  expect(formats.moment('2024-03-01T12:00:00Z', now)?.relative).toBe('Mar 1, 2024')
  expect(formats.moment('2026-06-15T11:00:00Z', now)?.exact).toContain('1:00')
  expect(formats.moment('never', now)).toBeNull()
})

it('says durations in the largest units', () => {
  expect(formats.duration(90 * 60_000)).toBe('1 hour 30 minutes')
  expect(formats.duration(0)).toBe('0 seconds')
})

it('keeps a day a day, whatever the time zone', () => {
  expect(formats.date('2026-01-31')).toBe('Jan 31, 2026')
})

it('leaves the year out of days of the year that it is, as a language writes them', () => {
  expect(formats.shortDate('2026-01-31', 2026)).toBe('Jan 31')
  expect(formats.shortDate('2027-01-31', 2026)).toBe('Jan 31, 2027')
  expect(formatsOf('de', 'Europe/Berlin').shortDate('2026-01-31', 2026)).toBe('31. Jan.')
  expect(formatsOf('en-GB', 'Europe/Berlin').shortDate('2026-01-31', 2026)).toBe('31 Jan')
  expect(formats.shortDate('some day', 2026)).toBe('some day')
})

it('says money in its currency, with every digit of an amount that a number would round', () => {
  expect(formats.money('18.5', 'EUR')).toBe('€18.50')
  expect(formats.money('90071992547409931.25', 'EUR')).toBe('€90,071,992,547,409,931.25')
})

it('says money as it says numbers, also in English outside its own regions', () => {
  const digits = (text: string): string => text.replaceAll(/[^\d.,'\s]/g, '').trim()
  for (const language of ['en', 'en-GB', 'en-DE', 'en-AT', 'en-SE', 'en-CH', 'en-IN', 'en-ZA', 'de']) {
    const { money, number, wholeMoney } = formatsOf(language, 'Europe/Berlin')
    expect(digits(money('-71234.5', 'EUR')), language).toBe(digits(number('71234.5', 2)))
    expect(digits(wholeMoney(71_234, 'EUR')), language).toBe(digits(number(71_234)))
  }
  expect(formatsOf('en-DE', 'Europe/Berlin').money('1234567.5', 'EUR')).toBe('€1.234.567,50')
})

it('gives decimals the digits that are asked for, and every one that they have', () => {
  expect(formats.number('240', 2)).toBe('240.00')
  expect(formats.number('1234567.5', 2)).toBe('1,234,567.50')
  expect(formats.number('0.920000')).toBe('0.92')
  expect(formats.number('90071992547409931.25', 2)).toBe('90,071,992,547,409,931.25')
  expect(formatsOf('de', 'Europe/Berlin').number('1234567.5', 2)).toBe('1.234.567,50')
})

it('breaks a period after its day or its dash, and nowhere within a time', () => {
  const period = { start: '2026-06-15T09:00:00Z', end: '2026-06-15T11:00:00Z' }
  const lines = formats.period(period, 'date and time')?.split(/(?!\u00a0)\s/) ?? []
  expect(lines.slice(-2).map((part) => part.replaceAll('\u00a0', ' '))).toEqual(['11:00 AM –', '1:00 PM'])
})

it('leaves the present year out of a period', () => {
  const period = { start: '2026-11-30T15:30:00Z', end: '2026-11-30T16:30:00Z' }
  const words = (language: string, thisYear: number): string =>
    (formatsOf(language, 'Europe/Berlin').period(period, 'date and time', thisYear) ?? '').replaceAll(/\s/g, ' ')
  expect(words('en-GB', 2026)).toBe('30 Nov, 16:30–17:30')
  expect(words('en-GB', 2027)).toBe('30 Nov 2026, 16:30–17:30')
  expect(words('de', 2026)).toBe('30. Nov., 16:30–17:30 Uhr')
  const days = { start: '2026-12-30', end: '2027-01-02' }
  const overNewYear = formatsOf('en-GB', 'Europe/Berlin').period(days, 'date', 2026)
  expect(overNewYear?.replaceAll(/\s/g, ' ')).toBe('30 Dec 2026 – 2 Jan 2027')
})

it('is made once for a language and a time zone: each cell of a long list asks for it', () => {
  expect(formatsOf('en', 'Europe/Berlin')).toBe(formats)
  expect(formatsOf('en', 'Europe/Lisbon')).not.toBe(formats)
})
