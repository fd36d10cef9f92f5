// Preview of a file before its import: its columns with their inputs, and its rows, in which every cell can be
// corrected.

import { Select, Switch, Text } from '@mantine/core'
import { memo, useState } from 'react'
import type { InputField } from '@ninefold/core/contract/wire/inputs.ts'
import { nameOf } from '../../../client/input/form-values.ts'
import type { ColumnChoice } from '@ninefold/core/contract/inputs/imported-rows.ts'
import { Paging } from '../../limits.tsx'
import { words } from '../../words/words.ts'
import type { ImportedRow } from './use-imported-rows.ts'
import styles from './import.module.css'

interface ColumnsProps {
  readonly form: readonly InputField[]
  readonly headings: readonly string[]
  readonly columns: ColumnChoice
  readonly choose: (field: InputField, column: number | null) => void
}

export function ImportColumns({ form, headings, columns, choose }: ColumnsProps) {
  const used = new Set(Object.values(columns))
  const unused = headings.filter((heading, index) => heading !== '' && !used.has(index))
  const needed = form.filter((field) => field.isNeeded && (columns[nameOf(field)] ?? null) === null)
  const data = headings.map((heading, index) => ({
    value: String(index),
    label: heading === '' ? `${index + 1}` : heading,
  }))
  return (
    <section aria-label={words.files.columns} className={styles.columns}>
      {form.map((field) => (
        <Select
          key={nameOf(field)}
          size="xs"
          label={field.label}
          aria-label={words.files.columnFor(field.label)}
          withAsterisk={field.isNeeded}
          placeholder={words.files.notInFile}
          data={data}
          value={columns[nameOf(field)] === null ? null : String(columns[nameOf(field)])}
          clearable
          onChange={(chosen) => choose(field, chosen === null ? null : Number(chosen))}
        />
      ))}
      {needed.length > 0 && (
        <Text role="alert" className={styles.needed}>
          {words.files.needed(needed.map(({ label }) => label).join(', '))}
        </Text>
      )}
      {unused.length > 0 && <Text className={styles.unused}>{words.files.unused(unused.join(', '))}</Text>}
    </section>
  )
}

const ROWS_SHOWN = 25

interface PreviewProps {
  readonly rows: readonly ImportedRow[]
  readonly used: readonly InputField[]
  readonly columns: ColumnChoice
  readonly change: (row: number, column: number, text: string) => void
  readonly isBusy: boolean
}

export function ImportPreview({ rows, used, columns, change, isBusy }: PreviewProps) {
  const [page, setPage] = useState(1)
  // A corrected row stays in the filtered view until the filter changes.
  const [only, setOnly] = useState<ReadonlySet<number> | null>(null)
  const wrong = rows.filter(({ problems }) => Object.keys(problems).length > 0)
  const listed = only === null ? rows : rows.filter(({ index }) => only.has(index))
  const last = Math.max(1, Math.ceil(listed.length / ROWS_SHOWN))
  const shown = listed.slice((Math.min(page, last) - 1) * ROWS_SHOWN, Math.min(page, last) * ROWS_SHOWN)
  return (
    <section aria-label={words.files.preview}>
      {(wrong.length > 0 || only !== null) && rows.length > ROWS_SHOWN && (
        <Switch
          size="sm"
          mb="xs"
          label={words.files.onlyWrong}
          checked={only !== null}
          onChange={({ currentTarget: { checked } }) => {
            setOnly(checked ? new Set(wrong.map(({ index }) => index)) : null)
            setPage(1)
          }}
        />
      )}
      {/* Focusable, so that the arrow keys scroll a table wider than the dialog. */}
      <div className={styles.scroll} role="region" aria-label={words.files.preview} tabIndex={0}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{words.files.row}</th>
              {used.map((field) => (
                <th key={nameOf(field)} scope="col">
                  {field.label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((row) => (
              <PreviewRow key={row.index} row={row} used={used} columns={columns} change={change} isBusy={isBusy} />
            ))}
          </tbody>
        </table>
      </div>
      <Paging page={Math.min(page, last)} pageSize={ROWS_SHOWN} total={listed.length} turnTo={setPage} />
    </section>
  )
}

type RowProps = Omit<PreviewProps, 'rows'> & { readonly row: ImportedRow }

const PreviewRow = memo(function PreviewRow({ row, used, columns, change, isBusy }: RowProps) {
  const number = row.index + 1
  const shown = new Set(used.map(nameOf))
  const others = Object.entries(row.problems).filter(([name]) => !shown.has(name))
  return (
    <tr data-wrong={Object.keys(row.problems).length > 0 || undefined}>
      <th scope="row">
        {number}
        {others.map(([name, message]) => (
          <span key={name} className={styles.problem}>
            {message}
          </span>
        ))}
      </th>
      {used.map((field) => {
        const name = nameOf(field)
        const column = columns[name] ?? 0
        const problem = row.problems[name]
        const id = `import-${row.index}-${name}`
        return (
          <td key={name} data-wrong={problem !== undefined || undefined}>
            {/* Keeps line breaks in a cell. */}
            <textarea
              rows={1}
              className={styles.cell}
              aria-label={words.files.cell(field.label, number)}
              aria-invalid={problem !== undefined || undefined}
              aria-describedby={problem === undefined ? undefined : id}
              value={row.cells[column] ?? ''}
              disabled={isBusy}
              onChange={({ currentTarget }) => change(row.index, column, currentTarget.value)}
            />
            {problem !== undefined && (
              <span id={id} className={styles.problem}>
                {problem}
              </span>
            )}
          </td>
        )
      })}
    </tr>
  )
})
