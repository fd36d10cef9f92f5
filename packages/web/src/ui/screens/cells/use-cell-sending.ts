// Sends the new value of a cell to the server. The cell shows it at once; if it is refused, the cell shows the former
// value, and the editor reopens with the entered value and the reason. An accepted change can be undone as long as
// nobody has changed the value since.

import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import type { FormData } from '@ninefold/core/contract/wire/app.ts'
import type { InputField } from '@ninefold/core/contract/wire/inputs.ts'
import { pathOf } from '@ninefold/core/contract/calls/action-address.ts'
import { Attempts } from '../../../client/actions.ts'
import {
  bodyOf,
  isSame,
  nameOf,
  presentEntered,
  type Entered,
  type EnteredValue,
} from '../../../client/input/form-values.ts'
import { askForDataAgain } from '../../../client/query/data-again.ts'
import { RequestRefused } from '../../../client/query/request.ts'
import { labelTold, valueAt } from '../../../client/query/shown-changes.ts'
import { useApp } from '../../app-context.ts'
import { fileOfEntered, idOfEntered } from '../../../client/files.ts'
import { noticeDone, noticeFailed } from '../../errors.tsx'
import { noticeUndoable } from '../../undoable.tsx'
import { words } from '../../words/words.ts'
import type { EditingProps } from './editor-props.ts'
import { useChangingCells } from './cell-changes.ts'

const CHANGED_MEANWHILE = 412
/** Refusals because the record has changed: the page is out of date. */
const OUTDATED = [404, 409, CHANGED_MEANWHILE]

/** `entered`: the control's value at the time of sending. */
export function useCellSending(
  props: EditingProps,
  present: Entered,
  entered: { readonly current: EnteredValue },
): (body: Record<string, unknown>) => Promise<void> {
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

  /** Sent again where another field of the record has changed, and this one is as the person saw it. */
  const putAgain = async (body: unknown, thrown: unknown): Promise<void> => {
    const isMeanwhile = thrown instanceof RequestRefused && thrown.problem.status === CHANGED_MEANWHILE
    const now = isMeanwhile ? await again() : null
    // The browser cannot tell whether a secret has changed since.
    if (now === null || input.isSecret || !isSame(valueIn(now), present[name] ?? null)) throw thrown
    await put(body, now.version)
  }

  const undo = async (before: EnteredValue, after: EnteredValue): Promise<void> => {
    try {
      const now = await again()
      if (!isSameEntered(input, valueIn(now), after)) return noticeDone(words.tables.change.notUndone)
      const body = bodyOf([input], { [name]: before }, { [name]: after }, app.timeZone)
      await put(body, now.version)
      noticeDone(words.tables.change.undone(column.label))
    } catch (thrown) {
      noticeFailed(words.tables.change.undo, thrown)
    }
    await askForDataAgain(client, app)
  }

  return async (body: Record<string, unknown>): Promise<void> => {
    if (Object.keys(body).length === 0) return end()
    const place = { row: row.id, column: column.key }
    const sent = valueAt(body, input.path)
    const afterwards =
      input.file === undefined
        ? (presentEntered([input], { [name]: sent }, app.timeZone)[name] ?? null)
        : entered.current
    changing?.show(place, shownValue(client, props, sent, entered.current))
    setAway(true)
    try {
      await put(body, data.version).catch((thrown: unknown) => putAgain(body, thrown))
    } catch (thrown) {
      changing?.forget(place)
      if (thrown instanceof RequestRefused && OUTDATED.includes(thrown.problem.status))
        void client.invalidateQueries({ queryKey: ['data'] })
      // A person who has left the cell gets a notice; the entered value is there when they edit it again.
      if (changing?.isOpen(place) === true) setAway(false)
      else noticeFailed(words.tables.change.label(column.label, props.name), thrown)
      throw thrown
    }
    const done = words.tables.change.done(column.label)
    const [before, after] = [present[name] ?? null, afterwards]
    if (canGoBack(input, before, after)) noticeUndoable(done, words.tables.change.undo, () => void undo(before, after))
    else noticeDone(done)
    if (changing?.isOpen(place) === true) end()
    await askForDataAgain(client, app)
    changing?.forget(place)
  }
}

/** Undo is impossible for a secret, whose former value is unknown, and for a file that no record holds any more. */
function canGoBack(input: InputField, before: EnteredValue, after: EnteredValue): boolean {
  if (input.isSecret) return false
  if (input.file === undefined) return true
  const left = new Set(idsIn(after))
  return idsIn(before).every((id) => left.has(id))
}

/** Files are compared by id: their other details come from two sources. */
function isSameEntered({ file }: InputField, one: EnteredValue, other: EnteredValue): boolean {
  return file === undefined ? isSame(one, other) : isSame(idsIn(one), idsIn(other))
}

function idsIn(entered: EnteredValue): string[] {
  return filesIn(entered).map(idOfEntered)
}

function filesIn(entered: EnteredValue): string[] {
  return (Array.isArray(entered) ? entered : [entered]).flatMap((each: unknown) =>
    typeof each === 'string' && each !== '' ? [each] : [],
  )
}

/** A file has an address only once a record holds it. */
function shownFiles(input: InputField, entered: EnteredValue): unknown {
  const shown = filesIn(entered).flatMap((each) => {
    const file = fileOfEntered(each)
    return file === null ? [] : [{ ...file, url: '' }]
  })
  return input.file?.isList === true ? shown : (shown[0] ?? null)
}

/** A record is shown by its name, which the control already knows. */
function shownValue(
  client: QueryClient,
  { input, column, row }: EditingProps,
  sent: unknown,
  entered: EnteredValue,
): unknown {
  const { reference } = input
  if (input.file !== undefined) return shownFiles(input, entered)
  // Shows only that a secret is set.
  if (input.isSecret) return sent === null ? null : true
  if (reference === null) return column.key === nameOf(input) ? sent : row.values[column.key]
  if (sent === null) return null
  return labelTold(client, input, String(sent)) ?? row.values[column.key]
}
