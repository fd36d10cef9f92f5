// The editor of the specification, beside the application. It saves to the same file as an editor on this computer,
// after showing the consequences, and never overwrites other changes.

import { inTenant } from '../../client/tenant-base.ts'
import type { EditorView } from '@codemirror/view'
import { ActionIcon, Button, NativeSelect, Tooltip } from '@mantine/core'
import { IconDeviceDesktop, IconDeviceDesktopOff, IconTable } from '@tabler/icons-react'
import { Link, useLocation } from '@tanstack/react-router'
import { useEffect, useMemo, useRef, useState } from 'react'
import { formatSpecification } from '@ninefold/core/format/format-specification.ts'
import { headingAt, openDocument, type Document } from '@ninefold/core/service/document.ts'
import { landmarksOf } from '@ninefold/core/service/landmarks.ts'
import { tableAt } from '@ninefold/core/service/table-edits.ts'
import { placeAt, type Places, placesOf } from '@ninefold/core/text/chapters.ts'
import { useApp } from '../../ui/app-context.ts'
import { noticeDone } from '../../ui/errors.tsx'
import { useTitle } from '../../ui/use-title.ts'
import { CodeEditor } from './code-editor.tsx'
import { RenameDialog } from './rename-dialog.tsx'
import { SaveDialogs } from './save-dialogs.tsx'
import { TablePanel } from './table-panel.tsx'
import { tableWords } from './table-words.ts'
import { backToText, historyOf, replaceText, showOffset } from './text-change.ts'
import { today } from '../today.ts'
import { type OpenFile, inLines } from './use-document.ts'
import { type Saving, useSaving } from './use-saving.ts'
import { words } from '../words.ts'
import styles from './editor.module.css'

export function EditorPage({ open }: { readonly open: OpenFile }) {
  useTitle(words.editor)
  const [text, setText] = useState(open.document.text)
  const [offset, setOffset] = useState(0)
  const [renaming, setRenaming] = useState<number | null>(null)
  const [isPreviewing, setPreviewing] = useState(true)
  const [hasTable, setHasTable] = useState(false)
  const view = useRef<EditorView | null>(null)
  const document = useMemo(() => openDocument(text, today()), [text])
  const places = useMemo(() => placesOf({ file: open.file, text }), [open.file, text])
  const replace = (next: string): void => replaceText(view.current, next)
  const saving = useSaving(open, text, { replace })
  useShownLine(view)
  return (
    <div className={styles.editor} data-previewing={isPreviewing || undefined}>
      <section className={styles.side} aria-label={words.editor}>
        <Tools
          document={document}
          file={placeAt(places, offset).file}
          places={places}
          saving={saving}
          replace={replace}
          go={(to) => goTo(view.current, to)}
          isPreviewing={isPreviewing}
          setPreviewing={setPreviewing}
        />
        <CodeEditor
          label={`${words.editor}: ${open.file}`}
          initial={text}
          ready={(made) => (view.current = made)}
          changed={setText}
          moved={setOffset}
          commands={{
            save: () => void saving.begin(),
            rename: () => setRenaming(view.current?.state.selection.main.head ?? null),
            table: () => setHasTable(true),
          }}
        />
        {hasTable && (
          <TablePanel
            document={document}
            offset={offset}
            history={historyOf(() => view.current)}
            show={(at) => showOffset(view.current, at)}
            close={() => {
              setHasTable(false)
              backToText(view.current)
            }}
          />
        )}
        <Foot document={document} offset={offset} showTable={hasTable ? null : () => setHasTable(true)} />
      </section>
      {isPreviewing && <Preview />}
      <SaveDialogs saving={saving} text={text} file={open.file} />
      <RenameDialog
        document={document}
        offset={renaming}
        close={() => {
          setRenaming(null)
          view.current?.focus()
        }}
        rename={(edits) =>
          view.current?.dispatch({
            changes: edits.map((edit) => ({ from: edit.span.start, to: edit.span.end, insert: edit.text })),
          })
        }
      />
    </div>
  )
}

function Preview() {
  const app = useApp()
  return (
    <section className={styles.preview} aria-label={words.preview}>
      <iframe src={inTenant('/')} title={words.previewOf(app.name)} className={styles.frame} />
    </section>
  )
}

interface ToolsProps {
  readonly document: Document
  /** The file at the cursor. */
  readonly file: string
  readonly places: Places
  readonly saving: Saving
  readonly replace: (text: string) => void
  readonly go: (offset: number) => void
  readonly isPreviewing: boolean
  readonly setPreviewing: (isPreviewing: boolean) => void
}

function Tools({ document, file, places, saving, replace, go, isPreviewing, setPreviewing }: ToolsProps) {
  return (
    <div className={styles.tools}>
      <h1 className={styles.file} title={file}>
        {file}
      </h1>
      <span className={styles.standing} role="status" data-unsaved={saving.isUnsaved || undefined}>
        {saving.isUnsaved ? words.unsaved : words.asSaved}
      </span>
      <Outline document={document} places={places} go={go} />
      <Button variant="default" onClick={() => format(document.text, replace)}>
        {words.format}
      </Button>
      <Button disabled={!saving.isUnsaved} loading={saving.isBusy} onClick={() => void saving.begin()}>
        {words.saveAndApply}
      </Button>
      <Tooltip label={isPreviewing ? words.hidePreview : words.showPreview}>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={isPreviewing ? words.hidePreview : words.showPreview}
          onClick={() => setPreviewing(!isPreviewing)}
        >
          {isPreviewing ? <IconDeviceDesktopOff size={17} /> : <IconDeviceDesktop size={17} />}
        </ActionIcon>
      </Tooltip>
    </div>
  )
}

interface FootProps {
  readonly document: Document
  readonly offset: number
  /** Null: it is already shown. */
  readonly showTable: (() => void) | null
}

/** Diagnostics of the text, and the picture and table of the part at the cursor. */
function Foot({ document, offset, showTable }: FootProps) {
  const { diagnostics } = document.compiled
  const errors = diagnostics.filter(({ severity }) => severity === 'error').length
  const point = headingAt(document, offset)?.point
  const isInTable = tableAt(document, offset) !== null
  return (
    <div className={styles.foot}>
      <span data-errors={errors > 0 || undefined} className={styles.findings}>
        {words.findings(errors, diagnostics.length - errors)}
      </span>
      {showTable !== null && (
        <Button
          variant="subtle"
          size="compact-xs"
          className={styles.asTable}
          leftSection={<IconTable size={14} aria-hidden="true" />}
          disabled={!isInTable}
          title={isInTable ? tableWords.openNote : tableWords.nowhere}
          onClick={showTable}
        >
          {tableWords.open}
        </Button>
      )}
      {point !== undefined && (
        <Link to={`/_ninefold/${point}`} className={styles.toPicture}>
          {words.toPicture}
        </Link>
      )}
    </div>
  )
}

interface OutlineProps {
  readonly document: Document
  readonly places: Places
  readonly go: (offset: number) => void
}

/** The headings, of each file under its name if there are several. */
function Outline({ document, places, go }: OutlineProps) {
  const headings = landmarksOf(document).flatMap(({ name, span, children }) => [
    { offset: span.start, label: name },
    ...children
      .filter(({ kind }) => kind === 'part')
      .map((part) => ({ offset: part.span.start, label: `   ${part.name}` })),
  ])
  const options = (of: typeof headings) => of.map(({ offset, label }) => ({ value: String(offset), label }))
  const files = places.map(({ file, start }) => {
    const inside = headings.filter(({ offset }) => placeAt(places, offset).file === file)
    return { group: file, items: options([{ offset: start, label: words.startOf(file) }, ...inside]) }
  })
  return (
    <NativeSelect
      size="xs"
      aria-label="Go to"
      className={styles.outline}
      value=""
      data={[{ value: '', label: 'Go to …' }, ...(files.length > 1 ? files : options(headings))]}
      onChange={({ currentTarget }) => currentTarget.value !== '' && go(Number(currentTarget.value))}
    />
  )
}

/** The address names the requested line: `?line=42`, in a chapter `?line=lending.md:42`. */
function useShownLine(view: { readonly current: EditorView | null }): void {
  const { search } = useLocation()
  const asked = String((search as Readonly<Record<string, unknown>>)['line'] ?? '')
  useEffect(() => {
    const { current } = view
    const offset = current === null ? null : offsetOfLine(current.state.doc.toString(), asked)
    if (offset !== null) goTo(current, offset)
  }, [view, asked])
}

/** Null: no line of this text. */
function offsetOfLine(text: string, asked: string): number | null {
  const { path = null, line } = /^(?:(?<path>.+):)?(?<line>\d+)$/.exec(asked)?.groups ?? {}
  const file = placesOf({ file: '', text }).find((each) => each.path === path)
  const start = file?.lines.starts[Number(line) - 1]
  return file === undefined || start === undefined ? null : file.start + start
}

function goTo(view: EditorView | null, offset: number): void {
  if (view === null) return
  const line = view.state.doc.lineAt(offset)
  view.dispatch({ selection: { anchor: line.from, head: line.to } })
  view.focus()
  showOffset(view, line.from)
}

function format(text: string, replace: (text: string) => void): void {
  const formatted = inLines(formatSpecification(text))
  if (formatted === text) noticeDone(words.formatted)
  else replace(formatted)
}
