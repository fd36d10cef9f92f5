// Words of the buttons and inputs of calendars and clocks: a part of the catalogue, in English.

export const pickerWords = {
  taken: 'Taken',
  takenTimes: (times: string) => `Taken: ${times}`,
  allFree: 'Nothing is taken on this day.',
  calendar: {
    previousMonth: 'Month before',
    nextMonth: 'Month after',
    previousYear: 'Year before',
    nextYear: 'Year after',
    previousDecade: 'Ten years before',
    nextDecade: 'Ten years after',
  },
  calendarOf: (what: string) => `Calendar for ${what}`,
  timesOf: (what: string) => `Times for ${what}`,
  clear: (what: string) => `Clear ${what}`,
  like: (example: string) => `Write it like ${example}.`,
}

export type PickerWords = typeof pickerWords
