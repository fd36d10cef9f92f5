// The new value of a cell → the server. The cell shows it at once; when it is refused, the cell shows what was there, and the
// control comes back with what was entered and with the reason. Done, it can be undone as long as nobody has changed it since.

import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import type { FormData } from '@ninefold/core/contract/app.ts'
import { Attempts, pathOf } from '../../client/actions.ts'
import { bodyOf, isSame, nameOf, presentEntered, type Entered, type EnteredValue } from '../../client/entered.ts'
import { RequestRefused } from '../../client/request.ts'
import { useApp } from '../app-context.ts'
import { noticeDone, noticeFailed } from '../errors.tsx'
import { noticeUndoable } from '../undoable.tsx'
import { words } from '../words.ts'
import type { EditingProps } from './cell-editor.tsx'
import { useChangingCells } from './cell-changes.ts'

const CHANGED_MEANWHILE = 412
/** Refused because the record is another one now: what is on the page is out of date. */
const OUTDATED = [404, 409, CHANGED_MEANWHILE]

export function useCellSending(props: EditingProps, present: Entered) {
  const { input, row, column, changes, data, again, end, setAway } = props
  const client = useQueryClient()
  const app = useApp()
  const changing = useChangingCells()
  const attempts = useRef(new Attempts())
  const path = pathOf(changes.action, row, {}, {})
  const name = nameOf(input)
  const valueIn = (found: FormData): EnteredValue => presentEntered([input], found.values, app.timeZone)[name] ?? null
  const put = (body: unknown, version: number | undefined): Promise<unknown> => {
    if (path === null) throw new Error(`The path of a change of "${column.label}" lacks a value.`)
    return attempts.current.send(changes.action, path, body, version)
  }

  /** Somebody has changed something else of the record: what is changed here is still as it was seen. */
  const putAgain = async (body: unknown, thrown: unknown): Promise<void> => {
    const isMeanwhile = thrown instanceof RequestRefused && thrown.problem.status === CHANGED_MEANWHILE
    const now = isMeanwhile ? await again() : null
    if (now === null || !isSame(valueIn(now), present[name] ?? null)) throw thrown
    await put(body, now.version)
  }

  const undo = async (before: EnteredValue, after: EnteredValue): Promise<void> => {
    try {
      const now = await again()
      if (!isSame(valueIn(now), after)) return noticeDone(words.tables.change.notUndone)
      const body = bodyOf([input], { [name]: before }, { [name]: after }, app.timeZone)
      await put(body, now.version)
      noticeDone(words.tables.change.undone(column.label))
    } catch (thrown) {
      noticeFailed(words.tables.change.undo, thrown)
    }
    await client.invalidateQueries({ queryKey: ['data'] })
  }

  return async (body: Record<string, unknown>): Promise<void> => {
    if (Object.keys(body).length === 0) return end()
    const place = { row: row.id, column: column.key }
    const sent = valueAt(body, input.path)
    changing?.show(place, shownValue(client, props, sent))
    setAway(true)
    try {
      await put(body, data.version).catch((thrown: unknown) => putAgain(body, thrown))
    } catch (thrown) {
      changing?.forget(place)
      if (thrown instanceof RequestRefused && OUTDATED.includes(thrown.problem.status))
        void client.invalidateQueries({ queryKey: ['data'] })
      // Whoever is somewhere else by now is told there; what was entered is still there when the cell is changed again.
      if (changing?.isOpen(place) === true) setAway(false)
      else noticeFailed(words.tables.change.label(column.label, props.name), thrown)
      throw thrown
    }
    const [before, after] = [
      present[name] ?? null,
      presentEntered([input], { [name]: sent }, app.timeZone)[name] ?? null,
    ]
    noticeUndoable(words.tables.change.done(column.label), words.tables.change.undo, () => void undo(before, after))
    if (changing?.isOpen(place) === true) end()
    await client.invalidateQueries({ queryKey: ['data'] })
    changing?.forget(place)
  }
}

function valueAt(body: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((part, key) => (part as Record<string, unknown> | undefined)?.[key], body)
}

/** A record is shown by its name, which its control has been told. */
function shownValue(client: QueryClient, { input, column, row }: EditingProps, sent: unknown): unknown {
  const { reference } = input
  if (reference === null) return column.key === nameOf(input) ? sent : row.values[column.key]
  if (sent === null) return null
  for (const [, found] of client.getQueriesData<{ readonly options: readonly { value: string; label: string }[] }>({
    predicate: ({ queryKey }) => queryKey[0] === 'data' && ['options', 'chosen'].includes(String(queryKey[1])),
  })) {
    const option = found?.options.find(({ value }) => value === String(sent))
    if (option !== undefined) return option.label
  }
  return row.values[column.key]
}
