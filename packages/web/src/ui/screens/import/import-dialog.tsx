// Import of records from a CSV file: choose the file, match its columns, check the rows, correct mistakes, and create
// all records at once. Nothing is lost if the import is refused or the dialog is closed. A long file is imported in parts.

import { Button, FileButton, Loader, Modal, Stack, Text } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconAlertTriangle, IconFileTypeCsv } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState, type DragEvent } from 'react'
import { IMPORTED_ROWS_MAX, type ImportForm } from '@ninefold/core/contract/inputs/row-imports.ts'
import { Attempts } from '../../../client/actions.ts'
import { notRead, readCsv, textOfFile, type CsvRead, type CsvTable } from '../../../client/lists/csv-file.ts'
import { csvStream } from '../../../client/lists/csv-stream.ts'
import { importFormQuery } from '../../../client/query/queries.ts'
import { RequestRefused } from '../../../client/query/request.ts'
import { FailingState, noticeDone, ProblemAlert, sentenceOf } from '../../errors.tsx'
import { useFormats } from '../../formats.ts'
import { words } from '../../words/words.ts'
import { ImportParts } from './import-parts.tsx'
import { ImportColumns, ImportPreview } from './import-preview.tsx'
import { useImportedRows } from './use-imported-rows.ts'
import styles from './import.module.css'

interface DialogProps {
  /** The address of the list: `/_ninefold/screens/<key>/<block>`. */
  readonly address: string
  readonly label: string
  readonly isOpen: boolean
  readonly close: () => void
}

interface ChosenFile {
  readonly name: string
  readonly table: CsvTable
  /** A file with more rows than one request accepts; the table is its first part. Null: the table is the whole file. */
  readonly inParts: File | null
  /** A new key for every chosen file, even for the same one again. */
  readonly key: number
}

export default function ImportDialog({ address, label, isOpen, close }: DialogProps) {
  const isPhone = useMediaQuery('(max-width: 48em)') === true
  const [file, setFile] = useState<ChosenFile | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const query = useQuery({ ...importFormQuery(address), enabled: isOpen })
  const [isRunning, setRunning] = useState(false)
  const take = async (chosen: File | null | undefined): Promise<void> => {
    if (chosen === null || chosen === undefined) return
    const read = await readFile(chosen).catch(() => null)
    const why = read === null ? words.files.unreadable : whyNot(read)
    setProblem(why)
    if (why !== null || read?.isRead !== true) return
    const inParts = read.isBeginning === true ? chosen : null
    setFile((before) => ({ name: chosen.name, table: read, inParts, key: (before?.key ?? 0) + 1 }))
  }
  const finish = (): void => {
    setFile(null)
    close()
  }
  return (
    <Modal
      opened={isOpen}
      onClose={isRunning ? () => {} : close}
      title={words.files.title(label)}
      size="72rem"
      fullScreen={isPhone}
      closeButtonProps={{ 'aria-label': words.close }}
    >
      <Stack>
        <ProblemAlert items={problem === null ? [] : [{ message: problem }]} />
        {query.isError ? (
          <FailingState thrown={query.error} retry={() => void query.refetch()} />
        ) : query.data === undefined ? (
          <Loader size="sm" aria-label={words.loading} role="status" />
        ) : (
          <>
            {!isRunning && <ChooseFile name={file?.name ?? null} take={take} />}
            {file !== null && file.inParts === null && (
              <Imported key={file.key} form={query.data} table={file.table} address={address} finish={finish} />
            )}
            {file !== null && file.inParts !== null && (
              <ImportParts
                key={file.key}
                file={file.inParts}
                form={query.data}
                beginning={file.table}
                address={address}
                tellRunning={setRunning}
              />
            )}
          </>
        )}
      </Stack>
    </Modal>
  )
}

type ReadFile = CsvRead & { readonly isBeginning?: true }

/** A larger file is not read as a whole for the preview. */
const WHOLE_BYTES_MAX = 4_194_304

async function readFile(file: File): Promise<ReadFile> {
  if (file.size > WHOLE_BYTES_MAX) return beginningOf(file).catch(notRead)
  const read = readCsv(await textOfFile(file))
  return read.isRead && read.rows.length > IMPORTED_ROWS_MAX ? beginningOf(file).catch(notRead) : read
}

const ROWS_OF_BEGINNING = 25

async function beginningOf(file: File): Promise<ReadFile> {
  const stream = await csvStream(file)
  if (stream === null) return { isRead: false, why: 'no rows' }
  const rows: (readonly string[])[] = []
  for await (const row of stream.rows) {
    rows.push(row)
    if (rows.length === ROWS_OF_BEGINNING) break
  }
  const { headings, hasDecimalCommas } = stream
  return rows.length === 0
    ? { isRead: false, why: 'no rows' }
    : { isRead: true, headings, hasDecimalCommas, rows, isBeginning: true }
}

function whyNot(read: CsvRead): string | null {
  if (read.isRead) return null
  return read.why === 'no rows' ? words.files.noRows : words.files.unreadableRow[read.why](read.row)
}

function ChooseFile({
  name,
  take,
}: {
  readonly name: string | null
  readonly take: (file: File | null | undefined) => Promise<void>
}) {
  const [isOver, setOver] = useState(false)
  const drop = (event: DragEvent): void => {
    event.preventDefault()
    setOver(false)
    void take(event.dataTransfer.files[0])
  }
  return (
    <div
      className={styles.area}
      data-over={isOver || undefined}
      data-small={name !== null || undefined}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <IconFileTypeCsv size={name === null ? 28 : 20} aria-hidden="true" className={styles.icon} />
      {name !== null && <span className={styles.name}>{name}</span>}
      <FileButton accept=".csv,.tsv,.txt,text/csv,text/tab-separated-values" onChange={(file) => void take(file)}>
        {(props) => (
          <Button {...props} variant="default" data-autofocus>
            {name === null ? words.files.choose : words.files.another}
          </Button>
        )}
      </FileButton>
      {name === null && <Text className={styles.hint}>{words.files.orDrop}</Text>}
    </div>
  )
}

interface ImportedProps {
  readonly form: ImportForm
  readonly table: CsvTable
  readonly address: string
  readonly finish: () => void
}

function Imported({ form, table, address, finish }: ImportedProps) {
  const imported = useImportedRows(form, table)
  const { rows, columns, used, looking, choose, change, tell } = imported
  const [problems, setProblems] = useState<readonly { readonly message: string }[]>([])
  const [isSending, setSending] = useState(false)
  const attempts = useRef(new Attempts())
  const client = useQueryClient()
  const formats = useFormats()
  const wrong = rows.filter(({ problems: own }) => Object.keys(own).length > 0)
  const send = async (): Promise<void> => {
    setSending(true)
    setProblems([])
    try {
      const sent = { rows: rows.map(({ body }) => body) }
      await attempts.current.send({ method: 'POST' }, `${address}/rows`, sent)
      noticeDone(words.files.done(formats.number(rows.length)))
      finish()
      await client.invalidateQueries()
    } catch (thrown) {
      const errors = thrown instanceof RequestRefused ? thrown.problem.errors : []
      tell(errors)
      const whole = errors.filter(({ row }) => row === undefined)
      const isInRows = errors.length > whole.length
      if (isInRows) setProblems([{ message: words.files.refused }, ...whole])
      else setProblems(whole.length > 0 ? whole : [{ message: sentenceOf(thrown) }])
    } finally {
      setSending(false)
    }
  }
  return (
    <>
      <ImportColumns form={form.form} headings={table.headings} columns={columns} choose={choose} />
      <ImportPreview rows={rows} used={used} columns={columns} change={change} isBusy={isSending} />
      <ProblemAlert items={problems} />
      <div className={styles.foot}>
        <span role="status" className={styles.status}>
          {looking !== null ? (
            words.files.looking(looking.done, looking.all)
          ) : wrong.length > 0 ? (
            <span className={styles.wrong}>
              <IconAlertTriangle size={15} aria-hidden="true" /> {words.files.wrong(formats.number(wrong.length))}
            </span>
          ) : (
            words.files.rows(formats.number(rows.length))
          )}
        </span>
        <Button
          size="sm"
          loading={isSending}
          disabled={wrong.length > 0 || looking !== null}
          onClick={() => void send()}
        >
          {words.files.send(formats.number(rows.length))}
        </Button>
      </div>
    </>
  )
}
