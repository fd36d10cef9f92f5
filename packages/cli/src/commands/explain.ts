// `ninefold explain N601`: prints the manual page of a diagnostic.

import { DIAGNOSTICS, RETIRED } from '@ninefold/core/diagnostic/registry.ts'
import { Stop } from '../terminal/exit.ts'
import { diagnosticPage } from '../reference.ts'

const NEAREST = 3

export async function explain(written: string): Promise<void> {
  process.stdout.write(await pageOf(written))
}

/** Accepts `601`, `n601` and `N601`. Throws Stop with the nearest numbers if no page exists. */
export async function pageOf(written: string): Promise<string> {
  const number = /^N?\d+$/i.test(written) ? `N${written.replace(/^N/i, '').padStart(3, '0')}` : written
  const page = number in DIAGNOSTICS ? await diagnosticPage(number) : null
  if (page === null) throw new Stop(`${unknown(number)}\n${nearest(number)}`)
  return page
}

function unknown(number: string): string {
  return RETIRED.some((retired) => retired === number)
    ? `${number} meant something once, and nothing now.`
    : `No diagnostic has the number "${number}".`
}

/** Numbers of the same point, nearest first. For text other than a number, the first ones of the list. */
function nearest(number: string): string {
  const value = Number(/\d+/.exec(number)?.[0] ?? 0)
  // Numbers of another point count as far away, however close they are.
  const distance = (known: string): number =>
    Math.abs(Number(known.slice(1)) - value) + (known[1] === number[1] ? 0 : 1000)
  const entries = Object.entries(DIAGNOSTICS).sort(([a], [b]) => distance(a) - distance(b) || (a < b ? -1 : 1))
  const lines = entries.slice(0, NEAREST).map(([known, { title }]) => `  ${known}  ${title}\n`)
  return `The nearest are\n${lines.join('').trimEnd()}`
}
