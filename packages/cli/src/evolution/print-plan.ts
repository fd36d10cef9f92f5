// A plan → text for people, and JSON for programs.

import { POINT_HEADINGS, POINTS } from '@ninefold/core/model/points.ts'
import { type Colours, counted } from '../terminal/terminal.ts'
import { asksFor, isNothing, type Plan, type PlannedDifference } from './plan.ts'

export function planAsText(file: string, plan: Plan, colours: Colours): string {
  if (plan.isFirst) return `${file}: the database is empty. Everything is new.\n`
  if (isNothing(plan)) return `${file}: the database is up to date.\n`
  const wants = asksFor(plan)
  const way =
    plan.obstacles.length > 0
      ? 'It cannot be done yet: correct those records, or state their treatment under "Changes to version".'
      : wants.length === 0
        ? `\`ninefold apply ${file}\` does it.`
        : `\`ninefold apply ${file}${wants.map((each) => ` --accept ${/^[\w.]+$/.test(each) ? each : `"${each}"`}`).join('')}\` does it.`
  return `${[...pointsOf(plan, colours), ...lossesOf(plan, colours), ...obstaclesOf(plan, colours)].join('\n')}\n${way}\n`
}

function pointsOf({ differences }: Plan, colours: Colours): string[] {
  const width = Math.max(0, ...differences.map(({ kind }) => kind.length))
  return POINTS.flatMap((point) => {
    const found = differences.filter((each) => each.point === point)
    if (found.length === 0) return []
    const { number, title } = POINT_HEADINGS[point]
    const lines = found.map((each) => `   ${kindWords(each, width, colours)}  ${each.sentence}${recordWords(each)}\n`)
    return [`${colours.strong(`${number}. ${title}`)}\n${lines.join('')}`]
  })
}

function kindWords({ kind }: PlannedDifference, width: number, colours: Colours): string {
  const words = kind.padEnd(width)
  if (kind === 'safe') return colours.faint(words)
  return colours.severity(kind === 'destructive' ? 'error' : 'warning', words)
}

function recordWords({ rows, records = [] }: Partial<Pick<PlannedDifference, 'rows' | 'records'>>): string {
  if (rows === undefined || rows === 0) return ''
  const where = records.length === 0 ? '' : `: ${records.join(', ')}${rows > records.length ? ', …' : ''}`
  return ` (${counted(rows, 'record')}${where})`
}

function lossesOf({ losses }: Plan, colours: Colours): string[] {
  if (losses.length === 0) return []
  const lines = losses.map(({ sentence, rows, hint }) => {
    const other = hint === null ? '' : `      ${hint}\n`
    return `   ${sentence} (${counted(rows, 'record')})\n${other}`
  })
  return [`${colours.strong('Moves to the archive, after a consent')}\n${lines.join('')}`]
}

function obstaclesOf({ obstacles }: Plan, colours: Colours): string[] {
  if (obstacles.length === 0) return []
  const lines = obstacles.map((each) => {
    const wayOut = each.hint === null ? '' : `      ${each.hint}\n`
    return `   ${each.sentence}${recordWords(each)}\n${wayOut}`
  })
  return [`${colours.strong('Obstacles')}\n${lines.join('')}`]
}

/** The keys are a public interface, like those of `ninefold check --format json`. */
export function planAsJson(file: string, plan: Plan): string {
  return `${JSON.stringify({ format: 1, file, ...plan, asksFor: asksFor(plan) }, null, 2)}\n`
}
