// Chance → points 1, 8 and 9: words for people, codes, settings, constants, lookups and limits.

import { chosen, type Random } from '../../chance.ts'
import { errorBodyLines, wordedErrors } from '../refusals/made-up-errors.ts'
import { AMOUNTS } from '../fields/amounts.ts'
import { TIME_ZONES, TIMES } from '../fields/times.ts'
import { CODES, type MadeUpCall, type MadeUpEntity, maybe, some, table } from '../made-up-parts.ts'

/** All kinds of days; working time is in `TIMES`. */
const CALENDAR = [
  '### Calendar: office',
  '',
  ...table('Day | Open', [
    'Tuesday to Friday | 09:00 to 12:00, 13:00 to 17:30',
    'Monday | 08:15 to 16:00',
    'Sunday | all day',
    '10 April, 25 December | closed',
    '2026-04-14 | closed',
    '2026-04-18 to 2026-04-20 | 10:00 to 11:00',
  ]),
]

export const LOOKUPS = [
  ...CALENDAR,
  '### Lookup: paceOf',
  '',
  ...table('k | Value', ['red | 1', 'green | 2', 'blue | 0']),
  '### Lookup: gradeOf',
  '',
  ...table('Alpha.n | Alpha.k | Alpha.d | Value', [
    'less than 0 | | | 0',
    '0 to 1 | red | | 1',
    '0 to 1 | any except red | | 2',
    '0 to 1 | empty | | 3',
    '`least` to `most` | | at most 1.5 | 0',
    '`least` to `most` | | more than 1.5 | 1',
    '`least` to `most` | | empty | `n - 1`',
    'more than 3 | not empty | not empty | 2',
    'otherwise | | | 0',
  ]),
  '### Lookup: stepOf',
  '',
  ...table('Alpha.n | Alpha.d | Value', [
    'empty | | 0',
    'less than `least` | | 1',
    'at least `least` | at most `least` | 2',
    'at least `least` | more than `least` | 3',
    'at least 2 | `d == null` | `n * 2`',
  ]),
]

/** Words for people. */
export function purposeLines(random: Random): string[] {
  if (!maybe(random, 0.3)) return []
  return [
    'Ninefold: 1',
    '',
    '## 1. What the product does and for whom',
    '',
    '**Purpose:** It is made up.',
    '',
    ...table('User | Role | Comes to', ['People | Member | do things']),
    ...table('Term | Means', ['alpha | the first of them']),
  ]
}

/** `of`: what chances of its own are drawn from. `rows`: further ones of the catalogue. */
export function errorLines(random: Random, of: string, rows: readonly string[]): string[] {
  const supplied = maybe(random, 0.3)
    ? [`**Built-in errors:** as supplied${chosen(['', ', messages in English'], random)}`, '']
    : []
  const built = [...(maybe(random, 0.4) ? builtIn(random) : []), ...wordedErrors(of)]
  return [
    '## 8. The error catalogue',
    '',
    ...errorBodyLines(of).flatMap((line) => [line, '']),
    ...supplied,
    '| Code | Status | About | Message |',
    '| --- | --- | --- | --- |',
    ...CODES.map((code, index) => `| ${code} | ${[422, 409, 404][index]} | body | This is ${code.toLowerCase()}. |`),
    ...rows,
    '',
    ...(built.length > 0 ? table('Built-in error | Status | About | Message', built) : []),
  ]
}

/** Other statuses and words for what the product refuses by itself. */
function builtIn(random: Random): string[] {
  return some(
    [
      'not found | 410 | record | It is gone.',
      'blank | 400 | the field | Please say {field}.',
      'taken | 422 | | ',
      'forbidden | 404 | | You may not.',
      'wrong type | 400 | | ',
      'stale | 409 | | ',
    ],
    random,
    0.4,
  )
}

export function settingLines(random: Random): string[] {
  return [
    '## 9. Business constants and limits',
    '',
    ...table('Setting | Value', [
      `Time zone | ${chosen(TIME_ZONES, random)}`,
      'Secrets | HOOK_SECRET',
      ...(maybe(random, 0.5) ? ['Currency | EUR'] : []),
      ...(maybe(random, 0.3) ? ['Week starts | Sunday', 'Limit headers | X-RateLimit'] : ['Limit headers | RateLimit']),
      ...some(
        [
          'Other sites may call | https://site.test',
          'API description | Member',
          'Public address | https://made-up.test',
          'Brand colour | #0a7d5c',
          'Unknown inputs | refused',
        ],
        random,
        0.15,
      ),
    ]),
    ...table('Constant | Value | Used for', [...AMOUNTS, ...TIMES]),
  ]
}

/** How often calls are used, and how many records there are. */
export function limitLines(entities: readonly MadeUpEntity[], calls: readonly MadeUpCall[], random: Random): string[] {
  const most = (): string => chosen(['2', '3', '`most`', '4'], random)
  const use = (): string => {
    const party = chosen(['user', 'user', 'everybody', 'address', 'Boss'], random)
    const count = party === 'user' && maybe(random, 0.3) ? '`me == null ? 1 : 3`' : most()
    return `${party}, ${chosen(['1 hour', '2 hours', '1 day'], random)} | ${count}`
  }
  const otherwise = (): string => chosen(['', '', ...CODES], random)
  const ofCalls = [...calls.map(({ path }) => path), ...entities.map(({ path }) => path)].map(
    (path, index) => `Use ${index} | \`POST ${path}\` | ${use()} | ${otherwise()}`,
  )
  const ofRecords = entities.flatMap(({ name, parent }) => [
    `Kept ${name} | ${name} | owner | ${chosen(['1', '2', '`isBoss == true ? 3 : 1`'], random)} | ${otherwise()}`,
    ...(parent === null
      ? []
      : [
          `Below ${name} | ${name} | ${chosen(['parent', 'parent.owner'], random)} | ${chosen(['1', '`least`'], random)} | ${otherwise()}`,
        ]),
  ])
  const rows = [...some(ofCalls, random, 0.08), ...some(ofRecords, random, 0.1)]
  return rows.length === 0 ? [] : table('Limit | On | Per | At most | Otherwise', rows)
}
