// Answer of a call → rows of a list or record of the screen. Keys are the scalar values of a row by path
// (`author.username`), for addresses and calls.

import type { AnswerData, AppAnswer, ListData, RecordPageData, RowData } from '@ninefold/core/contract/wire/app.ts'
import type { AppAction } from '@ninefold/core/contract/wire/actions.ts'
import type { AppColumn } from '@ninefold/core/contract/wire/display.ts'
import { valueAt } from '@ninefold/core/contract/calls/answer-parts.ts'
import { placeId } from './row-ids.ts'

interface AnswerShown {
  /** Keys that the form of the list needs besides its columns. */
  readonly drawnBy?: readonly string[]
  readonly answer: AppAnswer
  readonly columns: readonly AppColumn[]
  readonly actions: readonly AppAction[]
}

export function listOfAnswer(shown: AnswerShown, { answer, offered }: AnswerData, page: number): ListData {
  const part = valueAt(answer, shown.answer.part)
  const rows = (Array.isArray(part) ? part : []).map((item, index) =>
    rowOf(shown, item, placeId(index), isList(offered) ? (offered[index] ?? {}) : offered),
  )
  const total = shown.answer.total === null ? null : valueAt(answer, shown.answer.total)
  return { rows, total: typeof total === 'number' ? total : rows.length, page }
}

/** The title is its first text. */
export function recordOfAnswer(shown: AnswerShown, { answer, offered }: AnswerData): RecordPageData {
  const row = rowOf(shown, valueAt(answer, shown.answer.part), '', isList(offered) ? null : offered)
  const naming = shown.columns.filter(({ display, key }) => display.kind === 'text' && !key.includes('.'))
  const title = naming.map(({ key }) => row.values[key]).find((value) => typeof value === 'string' && value !== '')
  return { row, title: typeof title === 'string' ? title : '' }
}

/** Distinct scalar values to choose from. */
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
    // If the server does not say whether it is possible now, the call itself decides.
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
