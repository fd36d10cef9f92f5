import { expect, test } from 'vitest'
import { gregorian } from '../input/typed-date.ts'
import { nextFullHour, spokenDay, typedMoment, typedTime } from './typed-moment.ts'

test.each([
  ['1430', '14:30'],
  ['930', '09:30'],
  ['9:30', '09:30'],
  ['9.30', '09:30'],
  ['14h30', '14:30'],
  ['9', '09:00'],
  ['930a', '09:30'],
  ['0200p', '14:00'],
  ['200p', '14:00'],
  ['2 pm', '14:00'],
  ['12 am', '00:00'],
  ['12pm', '12:00'],
  ['14 Uhr', '14:00'],
  ['8 Uhr', '08:00'],
  ['9:30 PM', '21:30'],
  ['noon', '12:00'],
  ['14:30:00', '14:30'],
])('%s is %s', (text, expected) => {
  for (const language of ['en', 'en-GB', 'de']) expect(typedTime(text, language)).toBe(expected)
})

test.each(['', '25', '9:75', '12345', 'soon', '1 2 3', '24:00'])('%j is no hour', (text) => {
  expect(typedTime(text, 'en')).toBeNull()
})

// A Tuesday.
const TODAY = '2026-11-24'

test.each([
  ['today', 'en', '2026-11-24'],
  ['tomorrow', 'en', '2026-11-25'],
  ['tom', 'en', '2026-11-25'],
  ['yesterday', 'en', '2026-11-23'],
  ['gestern', 'de', '2026-11-23'],
  ['Morgen', 'de', '2026-11-25'],
  ['übermorgen', 'de', '2026-11-26'],
  ['demain', 'fr', '2026-11-25'],
  ['in 3 days', 'en', '2026-11-27'],
  ['in 3 Tagen', 'de', '2026-11-27'],
  ['2 days ago', 'en', '2026-11-22'],
  ['vor 2 Tagen', 'de', '2026-11-22'],
  ['monday', 'en', '2026-11-30'],
  ['next fri', 'en', '2026-11-27'],
  ['Donnerstag', 'de', '2026-11-26'],
  ['Mo.', 'de', '2026-11-30'],
  ['tuesday', 'en', '2026-12-01'],
  ['5 dec', 'en', '2026-12-05'],
  ['12/5', 'en', '2026-12-05'],
  ['5/12', 'en-GB', '2026-12-05'],
  ['5.12.', 'de', '2026-12-05'],
  ['3 jan', 'en', '2027-01-03'],
  ['3.1.', 'de', '2027-01-03'],
  ['2026-12-24', 'de', '2026-12-24'],
  ['24.12.2026', 'de', '2026-12-24'],
])('%s in %s is %s', (text, language, expected) => {
  expect(spokenDay(text, language, TODAY)).toBe(expected)
})

const around = (language: string) => ({ language, now: `${TODAY} 10:42:00`, day: null, time: '11:00' })

test.each([
  ['tomorrow 14', 'en', '2026-11-25 14:00:00'],
  ['tomorrow at 2pm', 'en', '2026-11-25 14:00:00'],
  ['morgen um 14 Uhr', 'de', '2026-11-25 14:00:00'],
  ['1430', 'en', '2026-11-24 14:30:00'],
  ['930a tomorrow', 'en', '2026-11-25 09:30:00'],
  ['tomorrow', 'en', '2026-11-25 11:00:00'],
  ['5.12. 9:15', 'de', '2026-12-05 09:15:00'],
  ['5 dec 915', 'en-GB', '2026-12-05 09:15:00'],
  ['24 dec 2026 18:00', 'en-GB', '2026-12-24 18:00:00'],
  ['2026-12-24 18:00', 'en', '2026-12-24 18:00:00'],
  ['2026-12-24T18:00', 'en', '2026-12-24 18:00:00'],
  ['now', 'en', '2026-11-24 10:42:00'],
])('%s in %s is %s', (text, language, expected) => {
  expect(typedMoment(text, around(language))).toBe(expected)
})

test('only an hour is on the day that is meant', () => {
  expect(typedMoment('16', { ...around('en'), day: '2026-12-01' })).toBe('2026-12-01 16:00:00')
})

test('what is written is read as the same', () => {
  for (const language of ['en', 'en-GB', 'en-DE', 'de', 'de-AT', 'fr', 'es', 'it', 'nl']) {
    const format = gregorian(language, {
      weekday: 'short',
      day: 'numeric',
      month: 'short',
      year: 'numeric',
      hour: 'numeric',
      minute: '2-digit',
    })
    for (let at = Date.UTC(2026, 0, 1, 0, 5); at < Date.UTC(2027, 0, 1); at += 41 * 3_600_000) {
      const moment = new Date(at).toISOString().slice(0, 16).replace('T', ' ')
      expect([language, format.format(at), typedMoment(format.format(at), around(language))]).toEqual([
        language,
        format.format(at),
        `${moment}:00`,
      ])
    }
  }
})

test('an appointment begins at the next full hour, also at the end of a day', () => {
  expect([nextFullHour('2026-11-24 10:42:10'), nextFullHour('2026-12-31 23:59:00')]).toEqual([
    '2026-11-24 11:00:00',
    '2027-01-01 00:00:00',
  ])
})
