// A recurrence in the specification's time zone.

export const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const

export type Weekday = (typeof WEEKDAYS)[number]

export type Recurrence =
  /** `every 5 minutes`, `every hour`. */
  | { readonly kind: 'interval'; readonly minutes: number }
  /** `every day at 02:00`, `every monday, thursday at 07:30`. `time` is minutes after midnight. */
  | { readonly kind: 'weekly'; readonly days: readonly Weekday[]; readonly time: number }
  /** `every month on day 1 at 03:00`; a month without that day uses its last one. */
  | { readonly kind: 'monthly'; readonly day: number; readonly time: number }
