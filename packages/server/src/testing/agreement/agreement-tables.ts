// Exhaustive tests of all time zones and characters, which a generator would not cover.

import { compileExpression } from '@ninefold/core/expression/evaluate/evaluate.ts'
import type { Expression } from '@ninefold/core/expression/expression.ts'
import type { TimeZone } from '@ninefold/core/expression/evaluate/time-zone.ts'
import { expressionSql } from '@ninefold/core/plan/sql/expression-sql.ts'
import { identifier, joinSql, renderSql, type Sql, sql } from '@ninefold/core/plan/sql/sql.ts'
import type { SqlContext } from '@ninefold/core/plan/sql/sql-context.ts'
import { ninefoldTypes } from '../../store/driver/column-values.ts'
import { readText, ROLES, zoneNamed, ZONES } from './agreement.ts'
import { isDatedCharacter } from './agreement-values.ts'
import type { WorldDatabase } from './agreement-world.ts'

const HOUR = 3_600_000

/**
 * Morocco and Alberta stopped changing their clocks in 2026. Node's zone data includes that, PostgreSQL's does not yet.
 * Data of different ages is an accepted exception, and this list limits it.
 */
const DATED_ZONES: ReadonlySet<string> = new Set(['Africa/Casablanca', 'Africa/El_Aaiun', 'America/Edmonton'])

/** Moments around every clock change from 2015 to 2030, found by bisection. */
function clockChanges(zone: TimeZone): number[] {
  const found: number[] = []
  const step = 30 * 24 * HOUR
  for (let from = Date.UTC(2015, 0, 1); from < Date.UTC(2031, 0, 1); from += step) {
    let [before, after] = [from, from + step]
    if (zone.offsetMs(before) === zone.offsetMs(after)) continue
    while (after - before > 1) {
      const middle = Math.floor((before + after) / 2)
      if (zone.offsetMs(middle) === zone.offsetMs(before)) before = middle
      else after = middle
    }
    found.push(after)
  }
  return found
}

const NEAR = [-25, -24, -12, -1.5, -1, -0.5, 0, 0.5, 1, 1.5, 3, 12, 23, 24].map((hours) => hours * HOUR)

const OF_MOMENTS = [
  'startOfDay(now)',
  'startOfDay(date(now))',
  'startOfMonth(now)',
  'hour(now)',
  'weekday(now)',
  'string(date(now))',
  'now + oneMonth',
  'now - oneMonth',
  'now + longTime',
  'monthsBetween(now, now + oneMonth)',
  'yearsBetween(now + longTime, now)',
  'now + twoWorkingDays',
  'now - watch',
  'isOpen(now, nightWatch)',
].map(readAll)

const OF_CHARACTERS = [
  'lower(input.text)',
  'upper(input.text)',
  'trim(input.text)',
  'size(input.text)',
  'input.text < "m"',
  'contains(input.text, "s")',
  'lower(input.text) == upper(input.text)',
].map(readAll)

function readAll(text: string): Expression {
  const read = readText(text)
  if (read === null) throw new Error(`"${text}" is refused.`)
  return read
}

/** The zones that `isAsked` picks, and those with the most changes. */
export async function calendarDifferences(
  database: WorldDatabase,
  isAsked: (zone: string, index: number) => boolean = () => true,
): Promise<unknown[]> {
  const all = Intl.supportedValuesOf('timeZone').filter((name) => !DATED_ZONES.has(name))
  const differences: unknown[] = []
  for (const name of new Set([...all.filter(isAsked), ...ZONES])) {
    const zone = zoneNamed(name)
    const moments = [...clockChanges(zone), Date.UTC(2026, 6, 1)].flatMap((change) =>
      NEAR.flatMap((distance) => [change + distance, change + distance - 1]),
    )
    const asked = { variable: 'now', type: 'timestamptz[]', values: moments, questions: OF_MOMENTS, zone }
    const sent = moments.map((moment) => new Date(moment).toISOString())
    differences.push(...(await ask(database, asked, sent)))
  }
  return differences.slice(0, 10)
}

/** Every character up to a code point, with a neighbour, because case mapping may depend on the context. */
export async function characterDifferences(database: WorldDatabase, codePointMax: number): Promise<unknown[]> {
  const differences: unknown[] = []
  const step = 0x4000
  for (let from = 1; from <= codePointMax; from += step) {
    const points = Array.from({ length: Math.min(step, codePointMax - from + 1) }, (_, index) => from + index)
    const texts = points
      .filter((point) => (point < 0xd800 || point > 0xdfff) && !isDatedCharacter(point))
      .flatMap((point) => [String.fromCodePoint(point), `a${String.fromCodePoint(point)}`])
    const asked = {
      variable: 'input.text',
      type: 'text[]',
      values: texts,
      questions: OF_CHARACTERS,
      zone: zoneNamed('UTC'),
    }
    differences.push(...(await ask(database, asked, texts)))
  }
  return differences.slice(0, 10)
}

interface Asked {
  readonly variable: string
  readonly type: string
  readonly values: readonly (string | number)[]
  readonly questions: readonly Expression[]
  readonly zone: TimeZone
}

async function ask(database: WorldDatabase, asked: Asked, sent: readonly string[]): Promise<unknown[]> {
  const { variable, values, questions, zone } = asked
  const context: SqlContext = {
    entities: new Map(),
    timeZone: zone.name,
    hasRole: () => false,
    variables: new Map([[variable, { kind: 'value', sql: sql`m.value` }]]),
  }
  const columns: Sql[] = questions.map(
    (question, index) => sql`${expressionSql(question, context)} AS ${identifier(String(index))}`,
  )
  const from = `unnest($1::${asked.type}) WITH ORDINALITY AS m(value, place) ORDER BY m.place`
  const result = await database.pool.query<Record<string, unknown>>({
    text: `SELECT ${renderSql(joinSql(columns, ', ')).text} FROM ${from}`,
    values: [sent],
    types: ninefoldTypes,
  })
  const evaluate = questions.map((question) => compileExpression(question))
  return values.flatMap((value, place) => {
    const inJavaScript = evaluate.map((run) =>
      run({ variables: new Map([[variable, value]]), roles: ROLES, timeZone: zone }),
    )
    const inPostgres = questions.map((_, index) => result.rows[place]?.[String(index)])
    return JSON.stringify(inJavaScript) === JSON.stringify(inPostgres)
      ? []
      : [{ zone: zone.name, value, inJavaScript, inPostgres }]
  })
}
