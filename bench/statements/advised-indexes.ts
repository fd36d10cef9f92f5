// A statement's plan → indexes that might make it faster: for each table of which it reads more rows than it gives on,
// the columns that are compared and the order that is wanted, in all sensible combinations. The bench really creates
// them, and rolls them back.

import type { PlanNode as MeasuredNode } from '@ninefold/cli/testing/speed/touched.ts'

/** Also says what a node reads and how it sorts. */
export interface PlanNode extends MeasuredNode {
  readonly 'Relation Name'?: string
  readonly Alias?: string
  readonly 'Sort Key'?: readonly string[]
  readonly Plans?: readonly PlanNode[]
}

/** Columns of the tables, by table. */
export type ColumnsByTable = Readonly<Record<string, readonly string[]>>

const CONDITIONS = ['Filter', 'Index Cond', 'Recheck Cond', 'Hash Cond', 'Merge Cond', 'Join Filter', 'One-Time Filter']
const INDEXES_MAX = 8
const WASTED_ROWS_MIN = 40

export function advisedIndexes(plan: PlanNode, columns: ColumnsByTable): readonly string[] {
  const found = new Set<string>()
  const text = conditionsIn(plan)
  const visit = (node: PlanNode, orders: readonly (readonly string[])[]): void => {
    const own = node['Sort Key'] === undefined ? orders : [node['Sort Key'], ...orders]
    const table = node['Relation Name']
    if (table !== undefined && columns[table] !== undefined && isWasteful(node))
      for (const index of indexesOf(table, node.Alias ?? table, columns[table], text, own)) found.add(index)
    for (const child of node.Plans ?? []) visit(child, own)
  }
  visit(plan, [])
  return [...found].slice(0, INDEXES_MAX)
}

function isWasteful(node: PlanNode): boolean {
  const loops = node['Actual Loops'] ?? 1
  const removed = (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0)
  return (removed + (node['Actual Rows'] ?? 0)) * loops > WASTED_ROWS_MIN
}

function conditionsIn(node: PlanNode): string {
  const own = CONDITIONS.flatMap((name) => {
    const condition = (node as unknown as Readonly<Record<string, unknown>>)[name]
    return typeof condition === 'string' ? [condition] : []
  })
  return [...own, ...(node.Plans ?? []).map(conditionsIn)].join('\n')
}

function indexesOf(
  table: string,
  alias: string,
  columns: readonly string[],
  text: string,
  orders: readonly (readonly string[])[],
): string[] {
  const qualified = (column: string): string => String.raw`(?:\b${alias}\.|(?<![\w.]))"?${column}"?\b`
  const is = (form: (column: string) => string): string[] =>
    columns.filter((column) => new RegExp(form(qualified(column))).test(text))
  const equal = is((column) => String.raw`${column}\)?(?:::\w+)? (?:= |IS )|= \(?${column}`)
  const ranged = is((column) => String.raw`${column}\)?(?:::\w+)? (?:[<>~])|[<>]=? \(?${column}`)
  const [order = []] = orders.flatMap((keys) => {
    const own = keys.map((key) => key.replaceAll(`${alias}.`, ''))
    return own.every((key) => columns.some((column) => key.includes(column)) && !key.includes('.')) ? [own] : []
  })
  const ordered = order.map((key) => key.replace(/^(.*?)( DESC)?( NULLS (?:FIRST|LAST))?$/, '($1)$2$3'))
  const lists = [
    ...(ordered.length === 0 ? [] : [ordered]),
    ...equal.flatMap((column) => [[column, ...ordered], ...ranged.map((range) => [column, range])]),
    ...(equal.length > 1 ? [[...equal.slice(0, 4), ...ordered]] : []),
    ...ranged.map((column) => [column]),
  ]
  return lists.map((list) => `public."${table}" (${[...new Set(list)].join(', ')})`)
}
