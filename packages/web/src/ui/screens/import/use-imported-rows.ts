// State of an import: the matched columns, the corrected cells, the records that they name, and the mistakes of each
// row, found by the form or by the server.

import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { ImportForm } from '@ninefold/core/contract/inputs/row-imports.ts'
import type { InputField } from '@ninefold/core/contract/wire/inputs.ts'
import type { ProblemItem } from '@ninefold/core/contract/wire/problem-details.ts'
import { sentPath } from '@ninefold/core/model/wire.ts'
import type { CsvTable } from '../../../client/lists/csv-file.ts'
import { bodyOf, isEmpty, nameOf, type EnteredValue } from '../../../client/input/form-values.ts'
import {
  enteredCell,
  foundKey,
  mapOfCell,
  matchColumns,
  namesIn,
  put,
  type ColumnChoice,
  type Found,
  type FoundRecords,
} from '@ninefold/core/contract/inputs/imported-rows.ts'
import { chosenQuery, optionsQuery } from '../../../client/query/queries.ts'
import { useApp } from '../../app-context.ts'
import { refusalsOf } from '../../validation/refused-inputs.ts'
import { words } from '../../words/words.ts'

export interface ImportedRow {
  readonly index: number
  readonly cells: readonly string[]
  readonly body: Readonly<Record<string, unknown>>
  /** By input name; `''` stands for the row as a whole. */
  readonly problems: Readonly<Record<string, string>>
}

type RowProblems = Readonly<Record<string, string>>

export function useImportedRows({ form, rules }: ImportForm, table: CsvTable) {
  const app = useApp()
  const { hasDecimalCommas } = table
  const [columns, setColumns] = useState<ColumnChoice>(() => matchColumns(form, table.headings))
  const [cells, setCells] = useState<readonly (readonly string[])[]>(table.rows)
  const [answered, setAnswered] = useState<ReadonlyMap<number, RowProblems>>(new Map())
  const { found, looking } = useFoundRecords(form, columns, cells)
  const used = useMemo(() => form.filter((field) => (columns[nameOf(field)] ?? null) !== null), [form, columns])
  const rows = useMemo(
    () =>
      cells.map((row, index): ImportedRow => {
        const { entered, maps, missing } = enteredRow(used, columns, row, { found, hasDecimalCommas })
        const body = bodyOf(form, entered, null, app.timeZone)
        // In a form a map has rows, and in a file it is a text.
        for (const [field, text] of maps) put(body, sentPath(field), mapOfCell(field, text))
        const refused = refusalsOf({ fields: form, rules, record: null }, entered, body, app)
        const own = Object.fromEntries(
          Object.entries(refused).map(([name, { message }]) => messageInCell(form, name, message)),
        )
        return { index, cells: row, body, problems: { ...answered.get(index), ...own, ...missing } }
      }),
    [cells, used, columns, found, hasDecimalCommas, form, rules, answered, app],
  )
  const change = useCallback((index: number, column: number, text: string) => {
    setCells((before) =>
      before.map((row, place) => (place === index ? row.map((cell, at) => (at === column ? text : cell)) : row)),
    )
    // The server's message was about the former value.
    setAnswered((before) => new Map([...before].filter(([row]) => row !== index)))
  }, [])
  const choose = (field: InputField, column: number | null): void => {
    setColumns((before) => ({ ...before, [nameOf(field)]: column }))
    setAnswered(new Map())
  }
  return {
    rows,
    used,
    columns,
    looking,
    change,
    choose,
    tell: (items: readonly ProblemItem[]) => setAnswered(byRow(form, items)),
  }
}

function enteredRow(
  used: readonly InputField[],
  columns: ColumnChoice,
  row: readonly string[],
  { found, hasDecimalCommas }: { readonly found: FoundRecords; readonly hasDecimalCommas: boolean },
): {
  readonly entered: Record<string, EnteredValue>
  readonly maps: ReadonlyMap<InputField, string>
  readonly missing: Record<string, string>
} {
  const entered: Record<string, EnteredValue> = {}
  const maps = new Map<InputField, string>()
  const missing: Record<string, string> = {}
  for (const field of used) {
    const cell = enteredCell(field, row[columns[nameOf(field)] ?? -1] ?? '', found, hasDecimalCommas)
    // A blank cell keeps the default value, which a file does not show.
    if ('value' in cell) {
      if (isEmpty(cell.value)) continue
      if (field.kind === 'map') maps.set(field, String(cell.value))
      else entered[nameOf(field)] = cell.value
    } else missing[nameOf(field)] = (cell.isSeveral ? words.files.several : words.files.noSuch)(cell.missing)
  }
  return { entered, maps, missing }
}

/** A message about a key of a map is shown in the cell that has the map. */
function messageInCell(form: readonly InputField[], name: string, message: string): [string, string] {
  const map = form.find(
    (field) =>
      field.objects !== undefined && /^[.[]/.test(name.slice(nameOf(field).length)) && name.startsWith(nameOf(field)),
  )
  return map === undefined ? [name, message] : [nameOf(map), `${name.slice(nameOf(map).length + 1)}: ${message}`]
}

/** A message about no input of the row concerns the row. */
function byRow(form: readonly InputField[], items: readonly ProblemItem[]): ReadonlyMap<number, RowProblems> {
  const rows = new Map<number, Record<string, string>>()
  for (const { row, about, message } of items) {
    if (row === undefined) continue
    const field = form.find((each) => nameOf(each) === about) ?? form.find(({ path }) => path.at(-1) === about)
    const name = field === undefined ? '' : nameOf(field)
    const problems = rows.get(row) ?? {}
    problems[name] = problems[name] === undefined ? message : `${problems[name]} ${message}`
    rows.set(row, problems)
  }
  return rows
}

const AT_ONCE = 6

/** Looks up each name once, a few at a time. `looking`: the number of pending look-ups. Null: none. */
function useFoundRecords(form: readonly InputField[], columns: ColumnChoice, cells: readonly (readonly string[])[]) {
  const client = useQueryClient()
  const [found, setFound] = useState<FoundRecords>(new Map())
  const asked = useRef(new Set<string>())
  const wanted = useMemo(() => wantedNames(form, columns, cells), [form, columns, cells])
  useEffect(() => {
    const queue = [...wanted].filter(([key]) => !asked.current.has(key))
    for (const [key] of queue) asked.current.add(key)
    const work = async (): Promise<void> => {
      for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
        const [key, { reference, name }] = next
        // If the look-up fails, the server decides about the choice.
        const record = await recordCalled(client, reference, name).catch((): Found => ({ value: name }))
        setFound((before) => new Map(before).set(key, record))
      }
    }
    for (let index = 0; index < AT_ONCE; index++) void work()
  }, [client, wanted])
  const all = wanted.size
  const done = [...wanted.keys()].filter((key) => found.has(key)).length
  return { found, looking: done === all ? null : { done, all } }
}

type Reference = NonNullable<InputField['reference']>

function wantedNames(form: readonly InputField[], columns: ColumnChoice, cells: readonly (readonly string[])[]) {
  const wanted = new Map<string, { readonly reference: Reference; readonly name: string }>()
  for (const field of form) {
    const { reference } = field
    const column = columns[nameOf(field)] ?? null
    if (reference === null || column === null) continue
    for (const row of cells)
      for (const name of namesIn(field, row[column] ?? '')) wanted.set(foundKey(reference, name), { reference, name })
  }
  return wanted
}

export async function recordCalled(client: QueryClient, { entity, by }: Reference, name: string): Promise<Found> {
  const { options } = await client.fetchQuery(optionsQuery(entity, by, name, ''))
  const called = options.filter(({ label }) => label.toLowerCase() === name.toLowerCase())
  if (called.length > 1) return 'several'
  if (called[0] !== undefined) return { value: called[0].value }
  const { options: named } = await client.fetchQuery(chosenQuery(entity, by, [name]))
  return named[0] === undefined ? 'none' : { value: named[0].value }
}
