import { describe, expect, it } from 'vitest'
import { compile } from '../../compile.ts'
import { compareLimits } from '../../evolution/compare/limits.ts'
import { withoutMarks } from '../../read/testing.ts'
import { completionsAt } from '../../service/completion.ts'
import { openDocument } from '../../service/document.ts'
import { FIELDS } from '../specification-for-tests.ts'

const OFFICE = `### Calendar: office

| Day | Open |
| --- | --- |
| Monday to Friday | 09:00 to 17:00 |
| 25 December | closed |`

const text = (computed: string, calendars: string, amount = '2 working days'): string => `# Desk

Ninefold: 1

## 3. Entities and their fields

### Entity: Ticket

${FIELDS}
| at | date and time | required | | |
| day | date | required | | |
| kind | choice: low, high | required | low | |
| due | ${computed} | | |

## 9. Business constants and limits

| Constant | Value | Used for |
| --- | --- | --- |
| wait | ${amount} | answers |
| soon | 90 working minutes | answers |
| other | 2 days | answers |

### Lookup: waitOf

| kind | Value |
| --- | --- |
| low | 3 working days |
| high | 1 working day |

${calendars}
`

function said(marked: string): string[] {
  const { text: whole, marks } = withoutMarks(marked)
  const errors = compile(whole).diagnostics.filter(({ severity }) => severity === 'error')
  if (marks.length > 0) expect(errors.map(({ span }) => span)).toContainEqual(marks[0])
  return errors.map(({ number }) => number)
}

const use = (expression: string, type = 'date and time') => said(text(`${type} | computed \`${expression}\``, OFFICE))

it('moves moments by working time and dates by working days', () => {
  expect(use('at + wait')).toEqual([])
  expect(use('minus(at, soon)')).toEqual([])
  expect(use('day + wait', 'date')).toEqual([])
  expect(use('plus(day, waitOf(kind))', 'date')).toEqual([])
  expect(use('at + (kind == "low" ? wait : soon)')).toEqual([])
  expect(use('isOpen(at, office) && isWorkingDay(day, office)', 'yes/no')).toEqual([])
})

it('refuses other uses, each with a way out', () => {
  expect(use('⟪day + soon⟫', 'date')).toEqual(['N054'])
  expect(use('wait + other', 'duration')).toEqual(['N054'])
  expect(use('wait == soon', 'yes/no')).toEqual(['N054'])
  expect(use('isOpen(at, "office")', 'yes/no')).toEqual(['N054'])
  expect(use('isOpen(day, office)', 'yes/no')).toEqual(['N054'])
})

describe('working time needs one calendar', () => {
  const constants = (amount: string, calendars = OFFICE) => said(text('text | ', calendars, amount))
  it.each([
    ['⟪2 working days⟫', '', ['N916', 'N916', 'N916', 'N916']],
    ['⟪2 working days of shop⟫', OFFICE, ['N916']],
    ['2 working days of office', `${OFFICE}\n${OFFICE.replace('office', 'shop')}`, ['N916', 'N916', 'N916']],
    ['⟪0 working days⟫', OFFICE, ['N916']],
    ['⟪9999 working days⟫', OFFICE, ['N916']],
    ['⟪2 business days⟫', OFFICE, ['N011']],
    ['⟪2 wroking days⟫', OFFICE, ['N011']],
  ])('%s', (amount, calendars, numbers) => expect(constants(amount, calendars)).toEqual(numbers))
  it.each([
    ['| Monday to Friday | 09:00 to 17:00 |', '| 25 May | 09:00 to 17:00 |'],
    ['| 25 December | closed |', '| ⟪Tuesday⟫ | closed |'],
    ['09:00 to 17:00', '⟪09:00 to 13:00, 12:00 to 17:00⟫'],
  ])('a calendar with %s as %s cannot be used', (old, now) =>
    expect(said(text('text | ', OFFICE.replace(old, now)))[0]).toBe('N915'),
  )
})

it.each([
  ['', 'Saturday'],
  ['25 ', 'December'],
])('editors complete "%s"', (typed, wanted) => {
  const whole = text('text | ', `${OFFICE}\n| ${typed}`)
  const offered = completionsAt(openDocument(whole), whole.trimEnd().length + 1).map(({ label }) => label)
  expect(offered).toContain(wanted)
})

it('a change of hours is told as such', () => {
  const [old, now] = [OFFICE, OFFICE.replace('17:00', '16:00')].map((calendar) =>
    compile(text('date and time | computed `at + wait`', calendar)),
  )
  if (old?.model == null || now?.model == null) throw new Error('The text has errors.')
  const told = JSON.stringify(compareLimits(old.model, now.model))
  expect(told).toContain('The calendar office is open at other times.')
  expect(told).toContain('wait follows another calendar, or other hours of it.')
})
