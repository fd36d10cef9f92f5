// Findings of the bench → the distribution by kind of request, the statements whose pages grow with the tables, and the
// worst with their plans.

import { milliseconds, printTable } from '../print-table.ts'
import type { PlanNode } from './advised-indexes.ts'
import type { Asked } from './made-up-subject.ts'
import type { Compared, Cost } from './statement-cost.ts'

export interface Finding extends Asked, Compared {
  readonly seed: number
  /** With a tenth of the rows. */
  readonly few: Cost
}

const SHOWN = 10
const LOW = 0.5
/** A tree of an index gets one level deeper; a list counts to a limit that the smaller table may not reach. */
const GROWTH = { times: 3, pages: 40 }

/** The part of the engine's time that the best way needs. */
function ratioOf({ ours, best }: Compared): number {
  return best === null ? 1 : Math.min(1, best.ms / ours.ms)
}

export function isLow(found: Compared): boolean {
  return ratioOf(found) < LOW
}

/** Its pages grow with the tables, and its answer does not. */
export function grows({ ours, few }: Finding): boolean {
  return ours.pages > few.pages * GROWTH.times + GROWTH.pages && ours.answer.length < few.answer.length * 1.5 + 20
}

export function printFindings(findings: readonly Finding[]): void {
  const kinds = [...new Set(findings.map(({ kind }) => kind))].sort()
  printTable(
    ['request', 'statements', 'median', 'worst', `under ${LOW}`, 'grow', 'median time'],
    ['all', ...kinds].map((kind) => {
      const own = findings.filter((each) => kind === 'all' || each.kind === kind)
      const ratios = own.map(ratioOf).sort((a, b) => a - b)
      const times = own.map(({ ours }) => ours.ms).sort((a, b) => a - b)
      const low = own.filter(isLow).length
      return [
        kind,
        own.length,
        median(ratios).toFixed(2),
        (ratios[0] ?? 1).toFixed(2),
        low,
        own.filter(grows).length,
        milliseconds(median(times)),
      ].map(String)
    }),
  )
  const growing = findings.filter(grows).sort((a, b) => b.ours.pages - a.ours.pages)
  console.log(`\n${growing.length} grow with the tables while their answers do not:\n`)
  for (const each of growing.slice(0, SHOWN)) console.log(lineOf(each))
  const worst = findings.toSorted((a, b) => ratioOf(a) - ratioOf(b)).slice(0, SHOWN)
  for (const each of worst.filter((one) => one.best !== null)) printWhole(each)
}

function printWhole(finding: Finding): void {
  const { statement, ours, best } = finding
  console.log(
    `\n--- ${lineOf(finding)}\n${statement.text}\n${JSON.stringify(statement.values)} as ${JSON.stringify(statement.caller)}`,
  )
  console.log(planLines(ours.plan).join('\n'))
  if (best !== null) console.log([`best, ${best.way}:`, ...planLines(best.plan)].join('\n'))
}

export function lineOf({ seed, request, ours, best, few, statement }: Finding): string {
  const ratio = ratioOf({ ours, best }).toFixed(2)
  const found = best === null ? '' : `, best ${milliseconds(best.ms)} and ${best.pages} pages`
  return `seed ${seed}, ${request}: ${ratio}, ${milliseconds(ours.ms)} and ${ours.pages} pages${found}${statement.isWriting ? ', a write' : ''}, ${few.pages} pages with a tenth of the rows`
}

const SAID = [
  'Index Name',
  'Index Cond',
  'Recheck Cond',
  'Filter',
  'Hash Cond',
  'Merge Cond',
  'Join Filter',
  'Sort Key',
] as const

function planLines(node: PlanNode, depth = 1): string[] {
  const values = node as unknown as Readonly<Record<string, unknown>>
  const about = SAID.flatMap((name) => (values[name] === undefined ? [] : [`${name}: ${String(values[name])}`]))
  const { 'Actual Rows': rows = 0, 'Actual Loops': loops = 1, 'Rows Removed by Filter': removed = 0 } = node
  const pages = (node['Shared Hit Blocks'] ?? 0) + (node['Shared Read Blocks'] ?? 0)
  const head = [node['Node Type'], values['Subplan Name'], node['Relation Name'], node.Alias].filter(
    (word) => word !== undefined,
  )
  return [
    `${'  '.repeat(depth)}${head.join(' ')} (rows ${rows} of ${String(values['Plan Rows'])} expected, ${removed} removed, ${loops} times, ${pages} pages) ${about.join('; ')}`,
    ...(node.Plans ?? []).flatMap((child) => planLines(child, depth + 1)),
  ]
}

function median(sorted: readonly number[]): number {
  return sorted[Math.floor(sorted.length / 2)] ?? 1
}
