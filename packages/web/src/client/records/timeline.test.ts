import { expect, it } from 'vitest'
import type { AppList, RowData } from '@ninefold/core/contract/wire/app.ts'
import { interleaved, isMomentOfChange, timelineOrder, type Change } from './timeline.ts'

function said(id: string, at: string): RowData {
  return { id, keys: {}, values: { createdAt: `2026-01-01T${at}:00Z` }, actions: {} }
}

function changed(field: string, at: string, by = 'Ben'): Change {
  return { field, at: `2026-01-01T${at}:00Z`, by, isByProduct: false, before: null, after: 'x' }
}

const OLDEST = { by: 'createdAt', isNewestFirst: false }

function shape(happenings: ReturnType<typeof interleaved>): string[] {
  return happenings.map((each) =>
    each.kind === 'entry' ? each.row.id : each.changes.map(({ field }) => field).join('+'),
  )
}

it('puts what was said and what was changed in one order', () => {
  const rows = [said('first', '10:00'), said('second', '12:00')]
  // In the server's order, newest first.
  const changes = [changed('team', '13:00'), changed('assignee', '11:00'), changed('status', '11:00')]
  expect(shape(interleaved(rows, changes, OLDEST))).toEqual(['first', 'status+assignee', 'second', 'team'])
  const newest = interleaved(rows.toReversed(), changes, { ...OLDEST, isNewestFirst: true })
  expect(shape(newest)).toEqual(['team', 'second', 'status+assignee', 'first'])
})

it('keeps apart what two people changed at one moment', () => {
  expect(shape(interleaved([], [changed('b', '11:00', 'Ada'), changed('a', '11:00')], OLDEST))).toEqual(['a', 'b'])
})

it('is for lists to read that are whole and in an order of time', () => {
  const block = {
    kind: 'list',
    opens: null,
    tab: null,
    pageSize: null,
    form: { kind: 'table' },
    sortedBy: [{ column: 'createdAt', direction: 'ascending' }],
    columns: [
      { key: 'createdAt', label: 'Created', display: { kind: 'date and time' }, isSortable: true },
      { key: 'body', label: 'Body', display: { kind: 'long text' }, isSortable: false },
    ],
  } as unknown as AppList
  expect(timelineOrder(block)).toEqual(OLDEST)
  expect(timelineOrder({ ...block, pageSize: 20 })).toBe(null)
  expect(timelineOrder({ ...block, sortedBy: [{ column: 'body', direction: 'ascending' }] })).toBe(null)
})

it('knows a moment that is the one of the change', () => {
  expect(isMomentOfChange('2026-01-01T10:00:00.000Z', '2026-01-01T10:00:00.120Z')).toBe(true)
  expect(isMomentOfChange('2026-01-02T10:00:00.000Z', '2026-01-01T10:00:00.120Z')).toBe(false)
  expect(isMomentOfChange(null, '2026-01-01T10:00:00.120Z')).toBe(false)
  expect(isMomentOfChange('soon', '2026-01-01T10:00:00.120Z')).toBe(false)
})

it('keeps apart what a clock and somebody changed at the same moment', () => {
  const ofGuest: Change = { ...changed('a', '10:00'), by: null }
  expect(interleaved([], [ofGuest, { ...ofGuest, field: 'b', isByProduct: true }], OLDEST)).toHaveLength(2)
  expect(interleaved([], [ofGuest, { ...ofGuest, field: 'b' }], OLDEST)).toHaveLength(1)
})
