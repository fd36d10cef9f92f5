// Months and days of the week in the language of whoever reads them, beginning with the day that the application's weeks begin
// with. Loaded with the inputs that have a calendar.

import { DatesProvider, type DayOfWeek } from '@mantine/dates'
import 'dayjs/locale/de'
import type { ReactNode } from 'react'
import { wordsFor } from '../../client/language.ts'
import { useApp } from '../app-context.ts'
import { firstWeekdayOf } from '../screens/calendar-address.ts'

export function Dated({ children }: { readonly children: ReactNode }) {
  const { language, firstWeekday } = useApp()
  // Here Sunday is 0.
  const firstDayOfWeek = ((firstWeekday ?? firstWeekdayOf(language)) % 7) as DayOfWeek
  return <DatesProvider settings={{ locale: wordsFor(language), firstDayOfWeek }}>{children}</DatesProvider>
}
