// A list on a screen → parameters of its address other than fields: totals, the days of a calendar, the records of a
// chart, and pages of an answer.

import { chosen, type Random } from '../../chance.ts'
import { dayNear } from '../fields/made-up-field.ts'

export function othersOf(others: readonly string[], atMs: number, random: Random): Record<string, string> {
  if (others.includes('from') && random() < 0.6) {
    // Most records are from these days, and a calendar that ends among them reports the rest.
    const isNear = random() < 0.5
    const from = isNear ? -Math.floor(random() * 3) : Math.floor(random() * 20) - 12
    const until = dayNear(atMs, isNear ? Math.floor(random() * 3) : from + Math.floor(random() * 16))
    if (random() < 0.1) return { from: chosen([until, 'soon'], random) }
    return { from: dayNear(atMs, from), until, ...(random() < 0.3 ? totalsOf(others) : {}) }
  }
  if (others.includes('records') && random() < 0.4) return { records: '', ...(random() < 0.3 ? { totals: '' } : {}) }
  if (others.includes('page') && random() < 0.2) return { page: chosen(['1', '2', '2', 'x'], random) }
  return random() < 0.4 ? totalsOf(others) : {}
}

function totalsOf(others: readonly string[]): Record<string, string> {
  return others.includes('totals') ? { totals: '' } : {}
}
