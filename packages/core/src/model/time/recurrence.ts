// When something happens again and again, in the time zone of the specification.

export const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const

export type Weekday = (typeof WEEKDAYS)[number]

export type Recurrence =
  /** `every 5 minutes`, `every hour`. */
  | { readonly kind: 'interval'; readonly minutes: number }
  /** `every day at 02:00`, `every monday, thursday at 07:30`. `time` is minutes after midnight. */
  | { readonly kind: 'weekly'; readonly days: readonly Weekday[]; readonly time: number }
  /** `every month on day 1 at 03:00`; a month that has no such day runs on its last one. */
  | { readonly kind: 'monthly'; readonly day: number; readonly time: number }
