// A cell of sample data relative to the day of loading: `2 hours ago`, `tomorrow 10:00 to tomorrow 12:00`.

import { momentOf, relativeMoment } from '../../expression/relative-moments.ts'
import { UTC } from '../../expression/evaluate/time-zone.ts'
import type { CheckedFieldType } from '../../model/entities.ts'

/** An arbitrary moment: only the order of values matters. */
const SOME_NOON = Date.UTC(2026, 0, 15, 12)

export function isRelativeValue(text: string, type: CheckedFieldType): boolean {
  if (type.kind !== 'period') return isMomentOf(text, type.kind)
  const [start = '', end = '', ...more] = text.split(' to ')
  if (more.length > 0 || !isMomentOf(start, type.of) || !isMomentOf(end, type.of)) return false
  return at(start) < at(end)
}

function isMomentOf(text: string, kind: CheckedFieldType['kind']): boolean {
  const moment = relativeMoment(text)
  if (moment === null) return false
  return kind === 'date' ? moment.clock === null : kind === 'date and time'
}

function at(text: string): number {
  const moment = relativeMoment(text)
  return moment === null ? Number.NaN : momentOf(moment, SOME_NOON, UTC)
}
