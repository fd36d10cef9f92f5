// What the buttons and inputs of calendars and clocks are called: a part of the catalogue, in English.

export const pickerWords = {
  calendar: {
    previousMonth: 'Month before',
    nextMonth: 'Month after',
    previousYear: 'Year before',
    nextYear: 'Year after',
    previousDecade: 'Ten years before',
    nextDecade: 'Ten years after',
  },
  clock: { hoursInputLabel: 'Hour', minutesInputLabel: 'Minute', amPmInputLabel: 'Morning or afternoon' },
  clear: (what: string) => `Clear ${what}`,
  done: 'Take this time',
  like: (example: string) => `Write it like ${example}.`,
}

export type PickerWords = typeof pickerWords
