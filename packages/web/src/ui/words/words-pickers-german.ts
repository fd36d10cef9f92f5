// Words of the buttons and inputs of calendars and clocks: a part of the catalogue, in German.

import type { PickerWords } from './words-pickers.ts'

export const germanPickerWords = {
  taken: 'Belegt',
  takenTimes: (times: string) => `Belegt: ${times}`,
  allFree: 'An diesem Tag ist nichts belegt.',
  calendar: {
    previousMonth: 'Monat davor',
    nextMonth: 'Monat danach',
    previousYear: 'Jahr davor',
    nextYear: 'Jahr danach',
    previousDecade: 'Zehn Jahre davor',
    nextDecade: 'Zehn Jahre danach',
  },
  calendarOf: (what: string) => `Kalender für ${what}`,
  timesOf: (what: string) => `Uhrzeiten für ${what}`,
  clear: (what: string) => `${what} leeren`,
  like: (example: string) => `Zum Beispiel so: ${example}.`,
} satisfies PickerWords
