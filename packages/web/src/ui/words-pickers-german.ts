// What the buttons and inputs of calendars and clocks are called: a part of the catalogue, in German.

import type { PickerWords } from './words-pickers.ts'

export const germanPickerWords = {
  calendar: {
    previousMonth: 'Monat davor',
    nextMonth: 'Monat danach',
    previousYear: 'Jahr davor',
    nextYear: 'Jahr danach',
    previousDecade: 'Zehn Jahre davor',
    nextDecade: 'Zehn Jahre danach',
  },
  clock: { hoursInputLabel: 'Stunde', minutesInputLabel: 'Minute', amPmInputLabel: 'Vormittag oder Nachmittag' },
  clear: (what: string) => `${what} leeren`,
  done: 'Zeit übernehmen',
  like: (example: string) => `Zum Beispiel so: ${example}.`,
} satisfies PickerWords
