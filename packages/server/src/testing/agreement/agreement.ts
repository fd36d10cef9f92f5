// Generated expressions over generated rows → differences between JavaScript and PostgreSQL. A triple is an expression,
// a row and a run (a time zone, and a signed-in user or none). Many expressions share a statement to save round trips.
// Planted faults, one back end at a time, show that differences are found; see agreement-faults.ts.

import { decimalText, exact } from '@ninefold/core/expression/evaluate/arithmetic.ts'
import { checkExpression } from '@ninefold/core/expression/check/check-expression.ts'
import { partsOf } from '@ninefold/core/expression/conditions.ts'
import { compileExpression, type EvaluationContext } from '@ninefold/core/expression/evaluate/evaluate.ts'
import type { Expression, ObjectValue, RecordValue, Value, ValueType } from '@ninefold/core/expression/expression.ts'
import { printExpression } from '@ninefold/core/expression/syntax/print-expression.ts'
import { inOneOrder } from '@ninefold/core/meaning/values/json.ts'
import type { Datum } from '@ninefold/core/meaning/store.ts'
import { simplify } from '@ninefold/core/expression/simplify.ts'
import { type TimeZone, timeZoneFormat, timeZoneFrom } from '@ninefold/core/expression/evaluate/time-zone.ts'
import { isExact } from '@ninefold/core/expression/value-types.ts'
import { conditionSql, expressionSql } from '@ninefold/core/plan/sql/expression-sql.ts'
import { joinSql, rawSql, renderSql, type Sql, sql } from '@ninefold/core/plan/sql/sql.ts'
import { ninefoldTypes } from '../../store/driver/column-values.ts'
import { parameterValues } from '../../store/driver/statement.ts'
import { expressionText } from './agreement-expressions.ts'
import { choosingFrom } from './agreement-values.ts'
import {
  createWorldTables,
  entities,
  fillWorldTables,
  makeWorld,
  scope,
  sqlContext,
  type World,
  type WorldDatabase,
} from './agreement-world.ts'

/** A planted fault of a back end. */
export interface Fault {
  readonly name: string
  readonly inJavaScript?: (expression: Expression) => Expression
  readonly inSql?: (text: string) => string
}

export interface AgreementOptions {
  readonly database: WorldDatabase
  /** The minimum number. */
  readonly triples: number
  readonly seed: number
  readonly fault?: Fault
  /** Stops at the first difference. */
  readonly isHasty?: boolean
  readonly told?: (progress: Agreement) => void
}

export interface Difference {
  readonly expression: string
  /** The smallest subexpression that differs by itself. */
  readonly part: string
  readonly zone: string
  readonly isSignedIn: boolean
  readonly record: string | number
  readonly inJavaScript: unknown
  readonly inPostgres: unknown
}

export interface Agreement {
  readonly triples: number
  readonly expressions: number
  /** Generated texts that the checker rejected. */
  readonly refused: number
  readonly worlds: number
  readonly differences: readonly Difference[]
}

export const ZONES: readonly string[] = [
  'Europe/Berlin',
  'America/Havana',
  'Australia/Lord_Howe',
  'Asia/Kathmandu',
  'Africa/Cairo',
  'UTC',
  'America/St_Johns',
  'Pacific/Apia',
  'Asia/Tehran',
  'Pacific/Chatham',
]
export const ROLES: ReadonlySet<string> = new Set(['Agent'])
const BATCH = 40
const BATCHES_PER_WORLD = 25

export interface Run {
  readonly zone: string
  readonly isSignedIn: boolean
  readonly world: World
}

export async function proveAgreement(options: AgreementOptions): Promise<Agreement> {
  const { database, triples, seed, fault = { name: 'none' } } = options
  await createWorldTables(database)
  const found: Difference[] = []
  let agreement: Agreement = { triples: 0, expressions: 0, refused: 0, worlds: 0, differences: found }
  let world: World = {}
  for (let batch = 0; agreement.triples < triples; batch++) {
    if (batch % BATCHES_PER_WORLD === 0) {
      world = await placeWorld(database, seed + batch)
      agreement = { ...agreement, worlds: agreement.worlds + 1 }
    }
    const choosing = choosingFrom(seed * 31 + batch)
    const run = { zone: choosing.of(ZONES), isSignedIn: choosing.below(2) === 0, world }
    const read = Array.from({ length: BATCH }, (_, index) =>
      readText(expressionText(seed * 7919 + batch * BATCH + index)),
    )
    const expressions = read.filter((expression) => expression !== null)
    found.push(...(await differencesIn(database, expressions, run, fault)))
    const rows = world['Ticket']?.length ?? 0
    agreement = {
      ...agreement,
      triples: agreement.triples + expressions.length * rows,
      expressions: agreement.expressions + expressions.length,
      refused: agreement.refused + read.length - expressions.length,
    }
    options.told?.(agreement)
    if (options.isHasty === true && found.length > 0) break
  }
  return agreement
}

/** The seed of the world that each database holds. */
const placed = new WeakMap<WorldDatabase, number>()

async function placeWorld(database: WorldDatabase, seed: number): Promise<World> {
  const world = makeWorld(seed)
  if (placed.get(database) !== seed) await fillWorldTables(database, world)
  placed.set(database, seed)
  return world
}

export function readText(text: string): Expression | null {
  return checkExpression({ text, span: { start: 0, end: text.length } }, scope, null).expression
}

/** Compares each expression as written, simplified, and printed and parsed again. */
async function differencesIn(
  database: WorldDatabase,
  expressions: readonly Expression[],
  run: Run,
  fault: Fault,
): Promise<Difference[]> {
  const forms = expressions.flatMap((expression) => {
    const simpler = simplify(expression, { hasRole: (role) => ROLES.has(role) })
    return meaning(simpler) === meaning(expression) ? [expression] : [expression, simpler]
  })
  const answers = await inPostgres(database, forms, run, fault)
  const differences: Difference[] = []
  for (const [index, expression] of forms.entries()) {
    const difference = firstDifference(expression, run, fault, answers[index] ?? [])
    if (difference === null) continue
    const part = await smallestDifferingPart(database, expression, run, fault)
    differences.push({ ...difference, part: printExpression(part) })
  }
  for (const expression of expressions) {
    const again = readText(printExpression(expression))
    if (again !== null && meaning(again) === meaning(expression)) continue
    const text = printExpression(expression)
    const about = { zone: run.zone, isSignedIn: run.isSignedIn, record: '', inPostgres: null }
    differences.push({ expression: text, part: text, ...about, inJavaScript: 'is read otherwise when it is printed' })
  }
  return differences
}

function meaning(expression: Expression): string {
  return JSON.stringify(expression, (key, value: unknown) => (key === 'span' ? undefined : value))
}

interface Answer {
  readonly id: unknown
  readonly value: unknown
  /** The result as a condition of WHERE, where NULL counts as false. */
  readonly isKept: boolean
}

function isCondition({ type, isOptional }: Expression): boolean {
  return type.kind === 'boolean' && !isOptional
}

async function inPostgres(
  database: WorldDatabase,
  expressions: readonly Expression[],
  run: Run,
  fault: Fault,
): Promise<Answer[][]> {
  if (expressions.length === 0) return []
  const context = sqlContext(run.zone, ROLES)
  const columns: Sql[] = expressions.flatMap((expression, index) => {
    const value = sql`${expressionSql(expression, context)} AS ${rawSql(`v${index}`)}`
    if (!isCondition(expression)) return [value]
    return [
      value,
      sql`CASE WHEN ${conditionSql(expression, context)} THEN TRUE ELSE FALSE END AS ${rawSql(`k${index}`)}`,
    ]
  })
  const statement = renderSql(sql`SELECT t."id", ${joinSql(columns, ', ')} FROM ticket AS t`)
  try {
    const { rows } = await database.pool.query<Record<string, unknown>>({
      text: fault.inSql?.(statement.text) ?? statement.text,
      values: parameterValues(statement, bindings(run)),
      types: ninefoldTypes,
    })
    return expressions.map((_, index) =>
      rows.map((row) => ({ id: row['id'], value: row[`v${index}`], isKept: row[`k${index}`] === true })),
    )
  } catch (error) {
    // Expressions must not raise errors, so an error is a difference.
    if (expressions.length === 1) return [[{ id: null, value: `raises: ${String(error)}`, isKept: false }]]
    const half = Math.ceil(expressions.length / 2)
    const [first, second] = [expressions.slice(0, half), expressions.slice(half)]
    return [...(await inPostgres(database, first, run, fault)), ...(await inPostgres(database, second, run, fault))]
  }
}

export function bindings({ isSignedIn, world }: Run): Record<string, Value> {
  return {
    me: isSignedIn ? (world['Person']?.[1] ?? null) : null,
    now: 1_774_746_123_456,
    today: '2026-03-29',
    'input.text': '00000000-0000-4000-8000-060000000002',
    'input.words': ['a', 'É', '', 'ss'],
    'input.period': { start: '2024-10-06', end: '2024-10-09' },
    'input.stay': isSignedIn ? { start: 1_728_172_800_000, end: 1_728_345_600_000 } : null,
    'input.amount': '19.90',
    'input.tip': { amount: '2.5', currency: 'EUR' },
  }
}

const zones = new Map<string, TimeZone>()

export function zoneNamed(name: string): TimeZone {
  const known = zones.get(name) ?? timeZoneFrom(name, new Intl.DateTimeFormat('en-US', timeZoneFormat(name)))
  zones.set(name, known)
  return known
}

const late =
  entities.find(({ name }) => name === 'Ticket')?.fields.find(({ name }) => name === 'late')?.computed?.expression ??
  null

function inJavaScript(expression: Expression, run: Run, fault: Fault): Map<unknown, Value> {
  const { world } = run
  const evaluate = compileExpression(fault.inJavaScript?.(expression) ?? expression, {
    computed: () => late,
    records: (entity) => world[entity] ?? [],
  })
  const bound = Object.entries(bindings(run))
  const value = (ticket: RecordValue) => {
    const context: EvaluationContext = {
      variables: new Map([...bound, ['this', ticket]]),
      roles: ROLES,
      timeZone: zoneNamed(run.zone),
    }
    return evaluate(context)
  }
  return new Map((world['Ticket'] ?? []).map((ticket) => [ticket.id, value(ticket)]))
}

function firstDifference(
  expression: Expression,
  run: Run,
  fault: Fault,
  answers: readonly Answer[],
): Omit<Difference, 'part'> | null {
  const byRow = new Map(answers.map((answer) => [answer.id, answer]))
  for (const [id, value] of inJavaScript(expression, run, fault)) {
    const answer = byRow.get(id)
    const [a, b] = [comparable(value, expression.type), comparable(answer?.value, expression.type)]
    const isSame = a === b && (!isCondition(expression) || answer?.isKept === value)
    if (isSame) continue
    const shown = a === b ? `kept by WHERE: ${answer?.isKept}` : (answer?.value ?? answers[0]?.value)
    const about = { zone: run.zone, isSignedIn: run.isSignedIn, record: id as string }
    return { expression: printExpression(expression), ...about, inJavaScript: value, inPostgres: shown }
  }
  return null
}

/** A comparable form of a value, because one decimal has many texts. */
function comparable(value: unknown, type: ValueType): unknown {
  if (value === null || value === undefined || (typeof value === 'string' && value.startsWith('raises'))) return value
  if (isExact(type) && typeof value === 'string') return decimalText(exact(value))
  if (type.kind === 'map' || type.kind === 'json') return JSON.stringify(inOneOrder(value as Datum))
  if (type.kind !== 'period') return value
  const { start, end } = value as ObjectValue
  return `${String(start)}/${String(end)}`
}

/** Descends into closed subexpressions as long as one of them differs too. */
async function smallestDifferingPart(
  database: WorldDatabase,
  expression: Expression,
  run: Run,
  fault: Fault,
): Promise<Expression> {
  for (const part of partsOf(expression)) {
    if (
      expression.kind === 'comprehension' ||
      ['record', 'list', 'empty', 'calendar period', 'working time', 'calendar'].includes(part.type.kind)
    )
      continue
    const [answers = []] = await inPostgres(database, [part], run, fault)
    if (firstDifference(part, run, fault, answers) !== null) return smallestDifferingPart(database, part, run, fault)
  }
  return expression
}
