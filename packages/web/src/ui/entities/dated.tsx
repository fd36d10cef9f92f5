// Calendars of inputs start their weeks like the application. Loaded with them.

import { DatesProvider, type DayOfWeek } from '@mantine/dates'
import type { ReactNode } from 'react'
import { useApp } from '../app-context.ts'
import { firstWeekdayOf } from '../screens/charts/calendar-address.ts'

export function Dated({ children }: { readonly children: ReactNode }) {
  const { language, firstWeekday } = useApp()
  // Here Sunday is 0.
  const firstDayOfWeek = ((firstWeekday ?? firstWeekdayOf(language)) % 7) as DayOfWeek
  return <DatesProvider settings={{ firstDayOfWeek }}>{children}</DatesProvider>
}
