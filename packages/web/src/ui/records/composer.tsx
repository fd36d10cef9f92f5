// The composer of a list: a growing text, with files and asides, always open. Its draft stays on this device, per
// record.

import { ActionIcon, Button, Switch, Textarea } from '@mantine/core'
import { IconPaperclip } from '@tabler/icons-react'
import { useEffect, useId, useRef } from 'react'
import type { AppList, AppScreen, RowData } from '@ninefold/core/contract/wire/app.ts'
import type { InputField } from '@ninefold/core/contract/wire/inputs.ts'
import { Attempts } from '../../client/actions.ts'
import { nameOf } from '../../client/input/form-values.ts'
import { useApp } from '../app-context.ts'
import type { FormAction } from '../calls/action-context.ts'
import { usePerform } from '../calls/acting.tsx'
import { Letter } from '../calls/action-look.tsx'
import { EnteredFiles, FilePicker, useFiles } from '../entities/file-input.tsx'
import { Help } from '../entities/help.tsx'
import { InputControl } from '../entities/inputs.tsx'
import { ProblemAlert } from '../errors.tsx'
import { TAKES_FILES, useTakenFiles } from '../inputs/taken-files.ts'
import { usePlace } from '../place.ts'
import { useInputForm, type InputForm } from '../validation/use-input-form.ts'
import { words } from '../words/words.ts'
import { useRecordPage } from './record-page.ts'
import { useLetters } from './letter-keys.tsx'
import { MentionInput } from './mention-input.tsx'
import { sharingText } from '../words/sharing/sharing-text.ts'
import styles from './composer.module.css'

export interface ComposerProps {
  readonly screen: AppScreen
  readonly block: AppList
  readonly action: FormAction & { readonly kind: 'call' }
  readonly row: RowData | null
  readonly letter: string | undefined
}

export default function Composer({ screen, block, action, row, letter }: ComposerProps) {
  const app = useApp()
  const attempts = useRef(new Attempts())
  const perform = usePerform(attempts.current)
  const begin = useRef<() => void>(() => {})
  const page = useRecordPage()?.row ?? null
  const place = usePlace()
  // The page's record, where the call names it by an input.
  const begun = Object.fromEntries(
    (action.beginsWith ?? []).map(({ input, from, key }) => [input, from === 'row' ? page?.keys[key] : place[key]]),
  )
  const asked = action.form.filter((field) => !(nameOf(field) in begun))
  const form = useInputForm({
    fields: asked,
    draftKey: `${app.caller?.id ?? ''} ${screen.key} composer ${action.path} ${row?.id ?? page?.id ?? ''}`,
    present: null,
    rules: action.rules,
    // An empty input after sending is not a missing one.
    send: (body, accepted) =>
      perform({ action, row, body: { ...begun, ...body }, isSeen: true, accepted }).then(() => begin.current()),
  })
  useEffect(() => {
    begin.current = form.startAgain
  })
  const text = action.form.find((field) => nameOf(field) === block.composer?.text)
  if (text === undefined) return null
  const mentions = action.form.find((field) => nameOf(field) === block.composer?.mentions)
  return <ComposerBox form={form} action={{ ...action, form: asked }} text={text} mentions={mentions} letter={letter} />
}

interface BoxProps {
  readonly form: InputForm
  readonly action: FormAction
  readonly text: InputField
  /** Mentioned people; undefined: the call takes none. */
  readonly mentions: InputField | undefined
  readonly letter: string | undefined
}

function ComposerBox({ form, action, text, mentions, letter }: BoxProps) {
  const id = useId()
  const area = useRef<HTMLTextAreaElement>(null)
  const { files, switches, others } = asidesOf(action.form, [text, mentions])
  const written = String(form.entered[nameOf(text)] ?? '')
  const keys = keysSaid(mentions)
  const submit = async (): Promise<void> => {
    const refused = await form.submit()
    if (refused.length > 0) area.current?.focus()
  }
  useLetters((pressed) => {
    if (pressed !== letter) return false
    area.current?.focus()
    return true
  })
  return (
    <form
      noValidate
      className={styles.composer}
      aria-label={action.label}
      data-marked={switches.some((field) => form.entered[nameOf(field)] === true) || undefined}
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <ProblemAlert items={form.problems} />
      <Asides switches={switches} form={form} />
      <MentionInput field={mentions} text={text} form={form} area={area} id={`${id}-people`}>
        {(mentioning) => (
          <Textarea
            ref={area}
            id={id}
            autosize
            minRows={2}
            maxRows={14}
            variant="unstyled"
            aria-label={text.label}
            placeholder={words.records.reply(action.label)}
            value={written}
            error={form.errorAt(nameOf(text))}
            className={styles.text ?? ''}
            onBlur={() => written !== '' && form.leave(nameOf(text))}
            data-composer
            {...mentioning}
          />
        )}
      </MentionInput>
      <Others fields={others} form={form} id={id} />
      <WithFiles field={files} form={form}>
        {(attach) => (
          <Foot
            label={action.label}
            keys={keys}
            isReady={written.trim() !== ''}
            isSending={form.isSending}
            letter={letter}
          >
            {attach}
          </Foot>
        )}
      </WithFiles>
    </form>
  )
}

interface OthersProps {
  readonly fields: readonly InputField[]
  readonly form: InputForm
  readonly id: string
}

function Others({ fields, form, id }: OthersProps) {
  return fields.map((field) => (
    <InputControl
      key={nameOf(field)}
      field={field}
      id={`${id}-${nameOf(field)}`}
      value={form.entered[nameOf(field)] ?? null}
      error={form.errorAt(nameOf(field))}
      autoComplete="off"
      change={(value) => form.change(field, value)}
      leave={() => form.leave(nameOf(field))}
    />
  ))
}

function Asides({ switches, form }: { readonly switches: readonly InputField[]; readonly form: InputForm }) {
  if (switches.length === 0) return null
  return (
    <div className={styles.asides}>
      {switches.map((field) => (
        <AsideSwitch key={nameOf(field)} field={field} form={form} />
      ))}
    </div>
  )
}

function AsideSwitch({ field, form }: { readonly field: InputField; readonly form: InputForm }) {
  return (
    <>
      <Switch
        size="xs"
        label={field.label}
        checked={form.entered[nameOf(field)] === true}
        error={form.errorAt(nameOf(field))}
        onChange={(event) => form.change(field, event.currentTarget.checked)}
      />
      {field.help !== null && (
        <span className={styles.help}>
          <Help text={field.help} />
        </span>
      )}
    </>
  )
}

/** Inputs beside the text: files, switches, and everything without a place of its own. */
function asidesOf(form: readonly InputField[], placed: readonly (InputField | undefined)[]) {
  const files = form.find(({ file }) => file !== undefined)
  const switches = form.filter(({ kind }) => kind === 'yes/no')
  const elsewhere = [...placed, files, ...switches]
  return { files, switches, others: form.filter((field) => !elsewhere.includes(field)) }
}

function keysSaid(mentions: InputField | undefined): string {
  return mentions === undefined ? words.records.sendKeys : `${sharingText().mention} · ${words.records.sendKeys}`
}

interface FootProps {
  readonly label: string
  readonly keys: string
  readonly isReady: boolean
  readonly isSending: boolean
  readonly letter: string | undefined
  readonly children?: React.ReactNode
}

/** The page has one filled button, the next step; this one is filled too, once there is something to send. */
function Foot({ label, keys, isReady, isSending, letter, children }: FootProps) {
  return (
    <div className={styles.foot}>
      {children}
      <span className={styles.keys}>{keys}</span>
      <Button
        type="submit"
        variant={isReady ? 'filled' : 'default'}
        loading={isSending}
        {...(letter === undefined || isReady ? {} : { rightSection: <Letter letter={letter} /> })}
      >
        {label}
      </Button>
    </div>
  )
}

interface FilesProps {
  /** Undefined: none. */
  readonly field: InputField | undefined
  readonly form: InputForm
  readonly children: (attach: React.ReactNode) => React.ReactNode
}

function WithFiles({ field, children, ...rest }: FilesProps) {
  return field === undefined ? (
    children(null)
  ) : (
    <FilesOf field={field} {...rest}>
      {children}
    </FilesOf>
  )
}

/** Selected by the paperclip, dropped anywhere in the box, or pasted into it. */
function FilesOf({ field, form, children }: FilesProps & { readonly field: InputField }) {
  const place = useRef<HTMLDivElement>(null)
  const picker = useRef<HTMLInputElement>(null)
  const files = useFiles({
    field,
    value: form.entered[nameOf(field)] ?? null,
    error: form.errorAt(nameOf(field)),
    change: (value) => form.change(field, value),
  })
  const isOver = useTakenFiles(place, files.take)
  return (
    <div ref={place} className={styles.drop} data-over={isOver || undefined} {...TAKES_FILES}>
      <EnteredFiles files={files} />
      {files.error !== null && (
        <p role="alert" className={styles.error}>
          {files.error}
        </p>
      )}
      <FilePicker field={field} picker={picker} take={files.take} />
      {children(
        <ActionIcon
          variant="subtle"
          color="gray"
          size={30}
          aria-label={`${words.records.attach}: ${field.label}`}
          onClick={() => picker.current?.click()}
        >
          <IconPaperclip size={16} aria-hidden="true" />
        </ActionIcon>,
      )}
    </div>
  )
}
