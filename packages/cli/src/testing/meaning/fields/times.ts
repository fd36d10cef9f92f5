// Days, times, durations and periods, and fields computed from them in the specification's time zone.

import { chosen, type Random } from '../../chance.ts'
import { CODES, some } from '../made-up-parts.ts'
import type { Related } from './relations.ts'
import { dayNear, type MadeUpField, type MadeUpPart, type SendingPlace } from './made-up-field.ts'

/** Constants of point 9. */
export const TIMES = [
  'oneMonthOfDays | 30 days | keys',
  'long | 900 days | sessions',
  'longer | 950 days | sessions',
  'openingDay | 2026-04-10 | days',
  'twoDays | 2 days | days',
  'oneMonth | 1 month | months',
  'fiveHours | 5 hours | hours',
  'threeWorkingDays | 3 working days | work',
  'workingHours | 11 working hours of office | work',
] as const

export const TIME_ZONES = [
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'Asia/Kolkata',
  'Australia/Lord_Howe',
  'Africa/Cairo',
] as const

const HOUR_MS = 3_600_000

/** Moments near clock changes of the zones, ends of months and years, and ordinary moments. */
export const BEGINNINGS = [
  Date.UTC(2026, 3, 9, 10),
  Date.UTC(2026, 2, 28, 10),
  Date.UTC(2026, 9, 24, 10),
  Date.UTC(2027, 0, 30, 20),
  Date.UTC(2026, 11, 31, 4),
  Date.UTC(2026, 3, 4, 3),
  Date.UTC(2026, 3, 23, 12),
] as const

export function timeFields(random: Random, { name }: Related): MadeUpPart {
  const fields = some(ALL, random, 0.5).flatMap((each) => each(random))
  const periods = fields.map(({ name: field }) => field).filter((field) => field === 'during' || field === 'slot')
  return { fields, rules: some(periods, random, 0.4).map((field) => overlapRule(name, field, random)) }
}

function overlapRule(entity: string, field: string, random: Random): string {
  const same = chosen(['k', 'owner', 'k, flag', ''], random)
  const counts = chosen(['', '`flag == true`', '`n == null`', '`k != "red"`'], random)
  return `Apart ${field} ${entity} | ${entity} | ${same} | ${counts} | \`${field}\` never overlaps | ${chosen(CODES, random)}`
}

const ALL: readonly ((random: Random) => readonly MadeUpField[])[] = [
  () => [
    {
      name: 'during',
      row: 'during | period of dates | | | ',
      parts: { starts: 'during.start', ends: 'during.end' },
      conditions: (of) => [
        `${of('during')} != null && contains(${of('during')}, today)`,
        `${of('during')} != null && ${of('during')}.end > today`,
        `${of('during')} == null`,
      ],
      sent: sentDays,
      filter: filterOfDays,
    },
    {
      name: 'nights',
      row: 'nights | whole number | computed `during == null ? 0 : daysBetween(during.start, during.end)` | | ',
      conditions: (of) => [`${of('nights')} > 2`],
    },
  ],
  () => [
    {
      name: 'slot',
      row: 'slot | period of date and time | | | ',
      parts: { opens: 'slot.start' },
      conditions: (of) => [
        `${of('slot')} != null && contains(${of('slot')}, now)`,
        `${of('slot')} != null && overlaps(${of('slot')}, ${of('slot')})`,
      ],
      sent: (place) => {
        const [start, length] = [
          hoursAway(place),
          1 + Math.floor(place.random() * 60) - (place.random() < 0.1 ? 40 : 0),
        ]
        return { start: moment(place, start), end: moment(place, start + length) }
      },
      filter: (place) =>
        place.random() < 0.5
          ? filterOfDays(place)
          : chosen([moment(place, 0), `${moment(place, -9)}..${moment(place, 9)}`], place.random),
    },
  ],
  () => [
    {
      name: 'length',
      row: 'length | duration | | | ',
      conditions: (of) => [
        `orElse(${of('length')}, fiveHours) > fiveHours`,
        `${of('length')} != null && ${of('length')} * 3 > twoDays`,
      ],
      sent: ({ random }) => chosen([HOUR_MS, 0, 18_000_000, -5, '1 hour', 1.5], random),
      filter: ({ random }) => chosen(['3600000', '0..18000000', '-'], random),
      isSorted: true,
    },
    {
      name: 'until',
      row: 'until | date and time | computed `orElse(at, now) + orElse(length, twoDays)` | | ',
      conditions: (of) => [`${of('until')} - now > fiveHours`],
    },
  ],
  () => [
    {
      name: 'opening',
      row: 'opening | time | | | ',
      conditions: (of) => [`orElse(${of('opening')}, time("10:00")) > time("09:59")`],
      sent: ({ random }) => chosen(['09:30', '23:59:59', '24:00', '9:30', '10:00:00'], random),
      filter: ({ random }) => chosen(['09:30', '09:00..11:00', '..10:00:00', '-', '25:00'], random),
      isSorted: true,
    },
  ],
  () => [
    {
      name: 'planned',
      row: 'planned | date and time | | 2026-04-10 09:30 | ',
      parts: { plannedDay: 'date(orElse(planned, now))' },
      conditions: (of) => [`${of('planned')} != null && ${of('planned')} > now`],
      sent: (place) => moment(place, hoursAway(place)),
      filter: filterOfDays,
      isSorted: true,
    },
  ],
  (random) =>
    [
      computed('atYear', 'whole number', 'year(orElse(at, now))', (name) => `${name} > 2026`),
      computed('atMonth', 'whole number', 'month(orElse(at, now))', (name) => `${name} == 4`),
      computed('atDay', 'whole number', 'day(orElse(at, now))', (name) => `${name} > 15`),
      computed(
        'atHour',
        'whole number',
        'isOpen(orElse(at, now), office) ? hour(orElse(at, now)) : 24',
        (name) => `${name} < 12`,
      ),
      computed(
        'atWeekday',
        'whole number',
        'isWorkingDay(orElse(at, now), office) ? weekday(orElse(at, now)) : 0',
        (name) => `${name} > 5`,
      ),
      computed('atDate', 'date', 'date(orElse(at, now))', (name) => `${name} >= today`),
      computed('dayStart', 'date and time', 'startOfDay(orElse(at, now))', (name) => `${name} < now`),
      computed('monthStart', 'date and time', 'startOfMonth(orElse(at, now))', (name) => `${name} < now`),
      computed(
        'monthLater',
        'date and time',
        'flag == true ? orElse(at, now) - workingHours : orElse(at, now) + oneMonth',
        (name) => `${name} > now`,
      ),
      computed('monthBefore', 'date', 'orElse(day, today) - oneMonth', (name) => `${name} < today`),
      computed(
        'dayLater',
        'date',
        'flag == true ? orElse(day, today) + threeWorkingDays : orElse(day, today) + twoDays',
        (name) => `${name} > today`,
      ),
      computed('daysAway', 'whole number', 'daysBetween(now, orElse(at, now))', (name) => `${name} != 0`),
      computed('monthsAway', 'whole number', 'monthsBetween(now, orElse(at, now))', (name) => `${name} != 0`),
      computed('age', 'whole number', 'yearsBetween(orElse(day, today), today)', (name) => `${name} >= 1`),
      computed('firstOfDay', 'date', 'startOfMonth(orElse(day, today))', (name) => `weekday(${name}) < 4`),
    ].filter(() => random() < 0.35),
]

function computed(name: string, type: string, of: string, condition: (name: string) => string): MadeUpField {
  return {
    name,
    row: `${name} | ${type} | computed \`${of}\` | | `,
    conditions: (called) => [condition(called(name))],
  }
}

function hoursAway({ random }: SendingPlace): number {
  return Math.floor(random() * 120) - 60
}

function moment({ nowMs }: SendingPlace, hours: number): string {
  return new Date(nowMs + hours * HOUR_MS).toISOString()
}

function sentDays({ random, nowMs }: SendingPlace): { readonly start: string; readonly end: string } {
  const from = Math.floor(random() * 12) - 6
  return {
    start: dayNear(nowMs, from),
    end: dayNear(nowMs, from + Math.floor(random() * 9) - (random() < 0.1 ? 5 : 0)),
  }
}

const MOVING = [
  'today',
  'this-week',
  'last-week',
  'next-month',
  'this-year',
  'last-7-days',
  'next-30-days',
  'last-month',
]

function filterOfDays({ random, nowMs }: SendingPlace): string {
  const day = (): string => (random() < 0.3 ? chosen(MOVING, random) : dayNear(nowMs, Math.floor(random() * 14) - 7))
  if (random() < 0.1) return chosen(['-', 'someday', 'last-7-weeks'], random)
  return random() < 0.5 ? day() : `${random() < 0.2 ? '' : day()}..${random() < 0.2 ? '' : day()}`
}
