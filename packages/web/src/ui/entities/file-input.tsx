// Files of a form: selected, dropped or pasted, uploaded immediately while the form is filled in, and removed. The form
// itself only refers to them.

import { ActionIcon, Button, Input, Progress } from '@mantine/core'
import { IconUpload, IconX } from '@tabler/icons-react'
import { useEffect, useId, useRef, useState, type RefObject } from 'react'
import { IMAGE_TYPES } from '@ninefold/core/contract/wire/thumbnails.ts'
import type { FileLimits } from '@ninefold/core/contract/wire/inputs.ts'
import { sizeInWords } from '@ninefold/core/model/sizes.ts'
import { enteredFile, fileOfEntered, ON_THE_WAY, uploadFile, type UploadedFile } from '../../client/files.ts'
import type { EnteredValue } from '../../client/input/form-values.ts'
import { useApp } from '../app-context.ts'
import { sentenceOf } from '../errors.tsx'
import { TAKES_FILES, useTakenFiles } from '../inputs/taken-files.ts'
import { refusalInWords } from '../validation/refusal-in-words.ts'
import { words } from '../words/words.ts'
import { FileFace, previewOf } from './file-face.tsx'
import { Help } from './help.tsx'
import type { InputProps } from './input-props.tsx'
import styles from './files.module.css'

/** Default for the types; real inputs for files have limits. */
const NO_LIMITS: FileLimits = { media: 'file', bytesMax: 0, isList: false, countMax: null }

/** An upload in progress, or a failed one. */
interface Sending {
  readonly key: string
  readonly file: File
  readonly part: number
  readonly problem: string | null
  readonly stop: () => void
}

export function FileInput(props: InputProps) {
  const { field, id } = props
  const files = useFiles(props)
  const area = useRef<HTMLDivElement>(null)
  const isOver = useTakenFiles(area, files.take)
  return (
    <Input.Wrapper
      label={field.label}
      description={field.help === null ? null : <Help text={field.help} />}
      error={files.error}
      required={field.isNeeded || field.isRequired}
      id={id}
      labelElement="div"
      size="sm"
    >
      <div ref={area} role="group" aria-label={field.label} className={styles.area} data-over={isOver} {...TAKES_FILES}>
        <EnteredFiles files={files} />
        <Chooser {...props} count={files.entries.length} take={files.take} />
      </div>
    </Input.Wrapper>
  )
}

/** Files of the form, and uploads in progress, each with a button to remove it. */
export function EnteredFiles({ files }: { readonly files: ReturnType<typeof useFiles> }) {
  return (
    <ul className={styles.files} aria-live="polite">
      {files.entries.map((file) => (
        <li key={file.id} className={styles.file}>
          <FileFace file={file} preview={files.previews.get(file.id) ?? previewOf(file, 'small')} />
          <RemoveButton name={file.name} remove={() => files.remove(file)} />
        </li>
      ))}
      {files.sending.map((each) => (
        <li key={each.key} className={styles.file}>
          <SendingFile sending={each} />
          <RemoveButton name={each.file.name} remove={() => files.dismiss(each)} />
        </li>
      ))}
    </ul>
  )
}

interface ChooserProps extends InputProps {
  readonly count: number
  readonly take: (files: readonly File[]) => void
}

function Chooser({ field, id, count, take }: ChooserProps) {
  const { bytesMax, isList, countMax } = field.file ?? NO_LIMITS
  const picker = useRef<HTMLInputElement>(null)
  const hint = useId()
  return (
    <div className={styles.choose}>
      <Button
        id={id}
        size="xs"
        variant="default"
        leftSection={<IconUpload size={14} aria-hidden="true" />}
        disabled={isList && countMax !== null && count >= countMax}
        aria-describedby={hint}
        onClick={() => picker.current?.click()}
      >
        {isList ? words.entities.chooseFiles : words.entities.chooseFile}
      </Button>
      <span id={hint} className={styles.hint}>
        {words.entities.fileHint(sizeInWords(bytesMax), countMax)}
      </span>
      <FilePicker field={field} picker={picker} take={take} />
    </div>
  )
}

interface PickerProps extends Pick<InputProps, 'field'> {
  /** A click on it opens the browser's dialog. */
  readonly picker: RefObject<HTMLInputElement | null>
  readonly take: (files: readonly File[]) => void
}

export function FilePicker({ field, picker, take }: PickerProps) {
  const { media, isList } = field.file ?? NO_LIMITS
  return (
    <input
      ref={picker}
      type="file"
      hidden
      multiple={isList}
      accept={media === 'image' ? IMAGE_TYPES.join() : undefined}
      aria-label={field.label}
      onChange={(event) => {
        take([...(event.currentTarget.files ?? [])])
        // A removed file can be chosen again.
        event.currentTarget.value = ''
      }}
    />
  )
}

function RemoveButton({ name, remove }: { readonly name: string; readonly remove: () => void }) {
  return (
    <ActionIcon size="sm" variant="subtle" color="gray" aria-label={words.entities.removeFile(name)} onClick={remove}>
      <IconX size={14} aria-hidden="true" />
    </ActionIcon>
  )
}

function SendingFile({ sending: { file, part, problem } }: { readonly sending: Sending }) {
  return (
    <div className={styles.sending}>
      <span className={styles.name}>{file.name}</span>
      {problem === null ? (
        <Progress size="sm" value={part * 100} aria-label={words.entities.uploading(file.name)} />
      ) : (
        <span role="alert" className={styles.problem}>
          {problem}
        </span>
      )}
    </div>
  )
}

interface JudgedFile {
  readonly file: File
  /** Null: it may be uploaded. */
  readonly problem: string | null
}

/** The server judges the content; a file without a type may be a picture. */
function judgedFiles(files: readonly File[], limits: FileLimits, tooBig: (limit: string) => string): JudgedFile[] {
  let hasOne = false
  return files.map((file) => {
    const isOther = limits.media === 'image' && file.type !== '' && !IMAGE_TYPES.includes(file.type)
    if (isOther) return { file, problem: words.entities.noPicture }
    if (file.size > limits.bytesMax) return { file, problem: tooBig(sizeInWords(limits.bytesMax)) }
    if (!limits.isList && hasOne) return { file, problem: tooBig('1') }
    hasOne = true
    return { file, problem: null }
  })
}

/** Files of the form, and uploads in progress. */
export function useFiles({ field, value, error, change }: Pick<InputProps, 'field' | 'value' | 'error' | 'change'>) {
  const app = useApp()
  const [sending, setSending] = useState<readonly Sending[]>([])
  const entered = listOf(value)
  // Uploads finish in any order, so each change starts from the latest value.
  const latest = useRef(entered)
  latest.current = entered
  const put = (next: readonly string[]): void => {
    latest.current = next
    change(field.file?.isList === true ? next : (next.at(-1) ?? null))
  }
  // An upload cannot be downloaded before a record holds it, so its sender sees the local file.
  const previews = useRef(new Map<string, string>())
  useEffect(() => {
    const made = previews.current
    return () => {
      for (const address of made.values()) URL.revokeObjectURL(address)
      made.clear()
    }
  }, [])
  // An upload that was in progress when the page was left is lost.
  useEffect(() => {
    const come = latest.current.filter((each) => !each.startsWith(ON_THE_WAY))
    if (come.length < latest.current.length) put(come)
    // oxlint-disable-next-line exhaustive-deps -- Once, for what an earlier page has left.
  }, [])

  const update = (key: string, part: Partial<Sending>): void =>
    setSending((before) => before.map((each) => (each.key === key ? { ...each, ...part } : each)))
  const forget = (key: string): void => setSending((before) => before.filter((each) => each.key !== key))

  const limits = field.file ?? NO_LIMITS
  const send = async (file: File, problem: string | null): Promise<void> => {
    const key = `${ON_THE_WAY} ${crypto.randomUUID()}`
    const controller = new AbortController()
    setSending((before) => [...before, { key, file, part: 0, problem, stop: () => controller.abort() }])
    if (problem !== null) return
    put(limits.isList ? [...latest.current, key] : [key])
    try {
      const uploaded = await uploadFile(file, (part) => update(key, { part }), controller.signal)
      previews.current.set(uploaded.id, URL.createObjectURL(file))
      put(latest.current.map((each) => (each === key ? enteredFile(uploaded) : each)))
      forget(key)
    } catch (thrown) {
      put(latest.current.filter((each) => each !== key))
      if (controller.signal.aborted) forget(key)
      else update(key, { problem: sentenceOf(thrown) })
    }
  }
  const take = (files: readonly File[]): void => {
    const tooBig = (limit: string): string => refusalInWords(app, 'too big', { field: field.label, limit })
    for (const { file, problem } of judgedFiles(files, limits, tooBig)) void send(file, problem)
  }
  const isOnTheWay = sending.some(({ problem }) => problem === null)
  const entries = entered.flatMap((each) => fileOfEntered(each) ?? [])
  return {
    entries,
    previews: previews.current,
    sending,
    error: error !== null && isOnTheWay ? words.entities.stillUploading : error,
    take,
    remove: (file: UploadedFile) => put(latest.current.filter((each) => fileOfEntered(each)?.id !== file.id)),
    dismiss: ({ key, problem, stop }: Sending) => (problem === null ? stop() : forget(key)),
  }
}

function listOf(value: EnteredValue): readonly string[] {
  if (Array.isArray(value)) return value as readonly string[]
  return typeof value === 'string' && value !== '' ? [value] : []
}
