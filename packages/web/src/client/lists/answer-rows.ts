// Answer of a call → rows, as a list or a record of the screen shows them. Keys are the plain values of a row by the
// path that leads to them (`author.username`), so that addresses and calls can be made of it. A row of a list has its place as its id, written as no
// record's is.

import type { AnswerData, AppAnswer, ListData, RecordPageData, RowData } from '@ninefold/core/contract/wire/app.ts'
import type { AppAction } from '@ninefold/core/contract/wire/actions.ts'
import type { AppColumn } from '@ninefold/core/contract/wire/display.ts'
import { valueAt } from '@ninefold/core/contract/calls/answer-parts.ts'

interface AnswerShown {
  /** Keys that rows need beside their columns: what a list is drawn by. */
  readonly drawnBy?: readonly string[]
  readonly answer: AppAnswer
  readonly columns: readonly AppColumn[]
  readonly actions: readonly AppAction[]
}

export function listOfAnswer(shown: AnswerShown, { answer, offered }: AnswerData, page: number): ListData {
  const part = valueAt(answer, shown.answer.part)
  const rows = (Array.isArray(part) ? part : []).map((item, index) =>
    rowOf(shown, item, `#${index}`, isList(offered) ? (offered[index] ?? {}) : offered),
  )
  const total = shown.answer.total === null ? null : valueAt(answer, shown.answer.total)
  return { rows, total: typeof total === 'number' ? total : rows.length, page }
}

/** The title is its first text: what a person would call it. */
export function recordOfAnswer(shown: AnswerShown, { answer, offered }: AnswerData): RecordPageData {
  const row = rowOf(shown, valueAt(answer, shown.answer.part), '', isList(offered) ? null : offered)
  const naming = shown.columns.filter(({ display, key }) => display.kind === 'text' && !key.includes('.'))
  const title = naming.map(({ key }) => row.values[key]).find((value) => typeof value === 'string' && value !== '')
  return { row, title: typeof title === 'string' ? title : '' }
}

/** Plain values to choose from, each once. */
export function choicesOfAnswer(shown: Pick<AnswerShown, 'answer'>, { answer }: AnswerData): string[] {
  const part = valueAt(answer, shown.answer.part)
  const texts = (Array.isArray(part) ? part : []).flatMap((value) => plainText(value) ?? [])
  return [...new Set(texts)]
}

function isList(offered: AnswerData['offered']): offered is readonly RowData['actions'][] {
  return Array.isArray(offered)
}

function rowOf(
  { columns, actions, drawnBy = [] }: AnswerShown,
  item: unknown,
  id: string,
  offered: RowData['actions'] | null,
): RowData {
  return {
    id,
    keys: Object.fromEntries(plainValues(item, [])),
    values: Object.fromEntries(
      [...columns.map(({ key }) => key), ...drawnBy].flatMap((key) => {
        const value = valueAt(item, key.split('.'))
        return value === undefined ? [] : [[key, value] as const]
      }),
    ),
    // Where the server does not say whether it may be done now, the call knows when it is asked.
    actions: offered ?? Object.fromEntries(actions.map(({ key }) => [key, { isAvailable: true } as const])),
  }
}

function plainValues(item: unknown, path: readonly string[]): (readonly [string, string])[] {
  const text = plainText(item)
  if (text !== null) return [[path.join('.'), text]]
  if (typeof item !== 'object' || item === null || Array.isArray(item)) return []
  return Object.entries(item).flatMap(([key, value]) => plainValues(value, [...path, key]))
}

function plainText(value: unknown): string | null {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : null
}
