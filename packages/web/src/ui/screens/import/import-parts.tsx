// A file with more rows than one request accepts: the dialog shows its columns and first rows, and imports it in parts
// with progress. Refused rows are left out and offered as a file.

import { Button, Progress } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { UnreadableRow } from '@ninefold/core/contract/inputs/csv-rows.ts'
import type { ImportForm } from '@ninefold/core/contract/inputs/row-imports.ts'
import type { CsvTable } from '../../../client/lists/csv-file.ts'
import { importInParts, type Imported, type ImportProgress } from '../../../client/lists/import-in-parts.ts'
import { save } from '../../../client/query/saved-files.ts'
import { useApp } from '../../app-context.ts'
import { ProblemAlert, sentenceOf } from '../../errors.tsx'
import { useFormats } from '../../formats.ts'
import { words } from '../../words/words.ts'
import { ImportColumns, ImportPreview } from './import-preview.tsx'
import { recordCalled, useImportedRows } from './use-imported-rows.ts'
import styles from './import.module.css'

interface PartsProps {
  readonly file: File
  readonly form: ImportForm
  /** The first rows of the file. */
  readonly beginning: CsvTable
  readonly address: string
  readonly tellRunning: (isRunning: boolean) => void
}

export function ImportParts({ file, form, beginning, address, tellRunning }: PartsProps) {
  const { rows, columns, used, choose } = useImportedRows(form, beginning)
  const { run, stop, progress, imported } = useImport({ file, form, columns, address, tellRunning })
  const isRunning = progress !== null && imported === null
  const formats = useFormats()
  const told = imported ?? progress
  return (
    <>
      <ImportColumns form={form.form} headings={beginning.headings} columns={columns} choose={choose} />
      <ImportPreview rows={rows} used={used} columns={columns} change={() => {}} isBusy />
      {told !== null && (
        <div className={styles.progress}>
          <Progress size="sm" value={told.part * 100} aria-label={words.files.parts.progress} />
          <span role="status" className={styles.status}>
            {words.files.parts.told(
              formats.number(told.rows),
              formats.number(told.created),
              formats.number(told.refused),
            )}
            {told.waitsFor !== null && ` ${words.files.parts.waiting(sentenceOf(told.waitsFor))}`}
          </span>
        </div>
      )}
      <ProblemAlert items={problemsOf(imported)} />
      <div className={styles.foot}>
        <span className={styles.status}>{told === null ? words.files.parts.hint : ''}</span>
        {imported?.refusedRows != null && <SaveRefused file={file} rows={imported.refusedRows} />}
        {isRunning ? (
          <Button size="sm" variant="default" onClick={stop}>
            {words.files.parts.stop}
          </Button>
        ) : imported?.stoppedBy === null || imported?.stoppedBy instanceof UnreadableRow ? null : (
          <Button size="sm" disabled={used.length === 0} onClick={run}>
            {imported === null ? words.files.parts.send : words.files.parts.goOn}
          </Button>
        )}
      </div>
    </>
  )
}

type RunProps = Pick<PartsProps, 'file' | 'form' | 'address' | 'tellRunning'> & {
  readonly columns: ReturnType<typeof useImportedRows>['columns']
}

function useImport({ file, form, columns, address, tellRunning }: RunProps) {
  const app = useApp()
  const client = useQueryClient()
  const [progress, setProgress] = useState<ImportProgress | null>(null)
  const [imported, setImported] = useState<Imported | null>(null)
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])
  const run = async (): Promise<void> => {
    const controller = new AbortController()
    running.current = controller
    setImported(null)
    setProgress({ rows: 0, created: 0, refused: 0, part: 0, waitsFor: null })
    tellRunning(true)
    const done = await importInParts({
      file,
      fields: form.form,
      columns,
      address,
      timeZone: app.timeZone,
      recordCalled: (reference, name) => recordCalled(client, reference, name),
      tell: setProgress,
      signal: controller.signal,
    })
    tellRunning(false)
    setImported(done)
    await client.invalidateQueries()
  }
  return { run: () => void run(), stop: () => running.current?.abort(), progress, imported }
}

function problemsOf(imported: Imported | null): { readonly message: string }[] {
  if (imported === null || imported.stoppedBy === null) return []
  const isByPerson = imported.stoppedBy instanceof DOMException && imported.stoppedBy.name === 'AbortError'
  if (imported.stoppedBy instanceof UnreadableRow)
    return [
      {
        message: words.files.parts.unreadable(
          words.files.unreadableRow[imported.stoppedBy.why](imported.stoppedBy.row),
        ),
      },
    ]
  return [{ message: isByPerson ? words.files.parts.stopped : sentenceOf(imported.stoppedBy) }]
}

function SaveRefused({ file, rows }: { readonly file: File; readonly rows: Blob }) {
  const name = `${file.name.replace(/\.[^.]*$/, '')}.refused.csv`
  return (
    <Button
      size="sm"
      variant="default"
      leftSection={<IconDownload size={16} aria-hidden="true" />}
      onClick={() => save(rows, `attachment; filename*=UTF-8''${encodeURIComponent(name)}`)}
    >
      {words.files.parts.saveRefused}
    </Button>
  )
}
