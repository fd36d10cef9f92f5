import { expect, it } from 'vitest'
import { readFragment, saidAbout } from '../testing.ts'

it('reads settings, constants and limits', () => {
  const { draft, said } = readFragment(
    'limits',
    '| Setting | Value |\n| --- | --- |\n| Time zone | UTC |\n\n| Constant | Value | Used for |\n| --- | --- | --- |\n| days | 7 days | x |\n\n| Limit | On | Per | At most | Otherwise |\n| --- | --- | --- | --- | --- |\n| L | `POST /a` | user, 1 hour | `days` | CODE |',
  )
  expect(said).toEqual([])
  expect(draft.limits.settings[0]?.value?.text).toBe('UTC')
  expect(draft.limits.constants[0]).toMatchObject({
    name: { text: 'days' },
    value: { text: '7 days' },
    usedFor: { text: 'x' },
  })
  expect(draft.limits.limits[0]).toMatchObject({
    on: { text: 'POST /a' },
    per: { text: 'user' },
    window: { text: '1 hour' },
    atMost: { text: 'days' },
    otherwise: { text: 'CODE' },
  })
})

it('knows a constant that is not shown by its name alone, and takes one that is assumed', () => {
  const read = readFragment(
    'limits',
    '| Constant | Value | Used for |\n| --- | --- | --- |\n| a | not shown | x |\n| b | not shown (assumed: 60 days) | x |\n| c | | x |',
  )
  expect(read.draft.limits.constants.map((constant) => [constant.name.text, constant.value?.text])).toEqual([
    ['a', undefined],
    ['b', '60 days'],
    ['c', undefined],
  ])
  expect(saidAbout(read)).toEqual(['N007 not shown', 'N007 not shown (assumed: 60 days)', 'N011 '])
})

it('reads a lookup, and what stands below its table for the point', () => {
  const read = readFragment(
    'limits',
    '### Lookup: answerTime\n\n| priority | Value |\n| --- | --- |\n| low | 48 hours |\n| high | 8 hours |\n\n| Setting | Value |\n| --- | --- |\n| Language | en |',
  )
  expect(saidAbout(read)).toEqual([])
  const [lookup] = read.draft.limits.lookups
  expect([
    lookup?.name.text,
    lookup?.argument.text,
    lookup?.rows.map((row) => [row.key.text, row.value?.text]),
  ]).toEqual([
    'answerTime',
    'priority',
    [
      ['low', '48 hours'],
      ['high', '8 hours'],
    ],
  ])
  expect(read.draft.limits.settings).toHaveLength(1)
})

it('reports a lookup without a table or without a column "Value"', () => {
  expect(saidAbout(readFragment('limits', '### Lookup: a'))).toEqual(['N011 a'])
  expect(
    saidAbout(readFragment('limits', '### Lookup: a\n\n| priority | Valeu |\n| --- | --- |\n| low | 1 |')),
  ).toEqual(['N002 Valeu'])
})

it('reads a calendar, and asks for one instead of the label', () => {
  const rows =
    '| Monday to Friday | 9:00 to 12:00, 13:00 to 17:00 |\n| Saturday, 25 December | closed |\n| 2026-12-30 to 2027-01-01 | all day |'
  const { draft, said } = readFragment('limits', `### Calendar: office\n\n| Day | Open |\n| --- | --- |\n${rows}`)
  expect(said).toEqual([])
  expect(draft.limits.calendars[0]?.rows.map(({ days }) => days.flatMap(({ keys }) => keys))).toEqual([
    ['1', '2', '3', '4', '5'],
    ['6', '12-25'],
    ['2026-12-30', '2026-12-31', '2027-01-01'],
  ])
  expect(draft.limits.calendars[0]?.rows.map(({ open }) => open?.length)).toEqual([2, 0, 1])
  expect(saidAbout(readFragment('limits', '**Business calendar:** office'))).toEqual(['N011 office'])
})

it.each([
  ['Moonday', '09:00 to 17:00', 'Moonday'],
  ['30 February', 'closed', '30 February'],
  ['2026-12-30 to 2026-12-01', 'closed', '2026-12-30 to 2026-12-01'],
  ['Monday', '17:00 to 09:00', '17:00 to 09:00'],
  ['Monday', '09:00', '09:00'],
  ['Monday', '09:00 to 24:01', '09:00 to 24:01'],
])('refuses %s with %s in a calendar', (day, open, told) => {
  const table = `### Calendar: office\n\n| Day | Open |\n| --- | --- |\n| ${day} | ${open} |`
  expect(saidAbout(readFragment('limits', table))).toEqual([`N011 ${told}`])
})
