// English names of months: of calendars in point 9, and in the times that a contract writes.

export const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as readonly string[]
