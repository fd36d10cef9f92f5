// Editor of one cell: the control and rules of the form that changes the record, for this one value. A refusal is shown
// at the cell, and no typed value is lost.

import { Button, FocusTrap, Loader, Popover } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useId, useMemo, useRef, useState, type FormEvent, type KeyboardEvent } from 'react'
import type { InputField } from '@ninefold/core/contract/wire/inputs.ts'
import { parametersOf } from '@ninefold/core/contract/calls/action-address.ts'
import { nameOf, presentEntered, type EnteredValue } from '../../../client/input/form-values.ts'
import { formQuery } from '../../../client/query/queries.ts'
import { useApp } from '../../app-context.ts'
import { InputControl } from '../../entities/inputs.tsx'
import { FormAround } from '../../inputs/form-around.ts'
import { CreatingContext } from '../../inputs/creating-context.ts'
import { FailingState, ProblemAlert } from '../../errors.tsx'
import { Conflicts } from '../../validation/conflicts.tsx'
import { useInputForm } from '../../validation/use-input-form.ts'
import { words } from '../../words/words.ts'
import { useChangingCells } from './cell-changes.ts'
import { useCellSending } from './use-cell-sending.ts'
import styles from './cell-editor.module.css'
import type { EditorProps, PresentProps, EditingProps } from './editor-props.ts'

export default function CellEditor(props: EditorProps) {
  const { row, column, name } = props
  const changing = useChangingCells()
  const anchor = useRef<HTMLSpanElement>(null)
  // While the value is being sent, the cell shows it and the control is hidden. The control comes back if the value is
  // refused.
  const [isAway, setAway] = useState(false)
  const goBack = useWayBack(anchor)
  if (changing === null) return null
  const end = (): void => {
    changing.end()
    goBack()
  }
  return (
    <Popover
      opened
      position="bottom-start"
      offset={4}
      shadow="md"
      returnFocus={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      // The cell already announces that it opens something, so the anchor of the panel has no role of its own.
      withRoles={false}
    >
      <Popover.Target>
        <span ref={anchor} className={styles.anchor} />
      </Popover.Target>
      <Popover.Dropdown
        role="dialog"
        {...(isAway ? { className: styles.away ?? '' } : {})}
        aria-label={words.tables.change.label(column.label, name)}
        onKeyDown={(event: KeyboardEvent) => {
          if (event.key !== 'Escape' || event.defaultPrevented) return
          event.stopPropagation()
          end()
        }}
      >
        <Present {...props} key={row.id + column.key} end={end} setAway={setAway} />
      </Popover.Dropdown>
    </Popover>
  )
}

/** Returns the focus to the cell after the change. */
function useWayBack(anchor: { readonly current: HTMLElement | null }): () => void {
  const cell = useRef<HTMLElement | null>(null)
  useEffect(() => {
    cell.current = anchor.current?.closest<HTMLElement>('td, [data-in-place]') ?? null
  }, [anchor])
  return (): void => {
    const found = cell.current
    if (found === null) return
    const target = found.querySelector<HTMLElement>('a[href], [data-changes]') ?? found
    requestAnimationFrame(() => target.focus({ preventScroll: true }))
  }
}

/** Starts from the freshly fetched value, not from the one that the page shows. */
function Present({ end, ...props }: PresentProps) {
  const { row, input } = props
  const changing = useChangingCells()
  const changes = changing?.changes
  const keys = changes === undefined ? null : parametersOf(changes.action, row, {}, {})
  const client = useQueryClient()
  const form = formQuery(changes?.screen ?? '', changes?.action.key ?? '', keys ?? {})
  const query = useQuery({ ...form, enabled: keys !== null })
  if (query.isError && query.data === undefined)
    return <FailingState thrown={query.error} retry={() => void query.refetch()} />
  if (query.data === undefined || changes === undefined)
    return (
      <div className={styles.waiting} role="status" aria-label={words.loading}>
        <Loader size="sm" />
      </div>
    )
  if (!query.data.inputs.includes(nameOf(input)))
    return <ProblemAlert items={[{ message: words.tables.change.notNow }]} />
  return (
    // A nested dialog would count as a click outside, and would close the editor.
    <CreatingContext value={null}>
      <Editing
        {...props}
        changes={changes}
        data={query.data}
        again={() => client.fetchQuery({ ...form, staleTime: 0 })}
        end={end}
      />
    </CreatingContext>
  )
}

/** True: choosing a value already submits the change. */
function isChosen({ kind, reference }: InputField): boolean {
  return kind === 'yes/no' || kind === 'choice' || (reference !== null && !reference.isList)
}

function Editing(props: EditingProps) {
  const { input, data, changes, screen, row, end } = props
  const app = useApp()
  const id = useId()
  const fields = useMemo(() => [input], [input])
  const present = useMemo(() => presentEntered(fields, data.values, app.timeZone), [fields, data.values, app.timeZone])
  const entered = useRef<EnteredValue>(null)
  const send = useCellSending(props, present, entered)
  const form = useInputForm({
    fields,
    draftKey: `${app.caller?.id ?? ''} ${screen.key} cell ${nameOf(input)} ${row.id}`,
    present,
    rules: changes.action.rules,
    record: data.values,
    send,
  })
  const sendAs = async (value: EnteredValue, sent: () => Promise<readonly unknown[]>): Promise<void> => {
    entered.current = value
    const refused = await sent()
    if (refused.length === 0 && form.conflicts.length === 0) return
    document.getElementById(id)?.focus()
  }
  const put = (value: EnteredValue): void => {
    if (isChosen(input)) void sendAs(value, () => form.choose(input, value))
    else form.change(input, value)
  }
  useBeginning(id, input)
  const { narrows = NOTHING, taken = NOTHING } = changes.action
  const keys = parametersOf(changes.action, row, {}, {}) ?? {}
  const around = { fields, entered: form.entered, record: data.values, keys, taken, narrows }
  return (
    <FocusTrap>
      <form
        noValidate
        className={styles.form}
        onSubmit={(event: FormEvent) => {
          event.preventDefault()
          void sendAs(form.entered[nameOf(input)] ?? null, form.submit)
        }}
      >
        <ProblemAlert items={form.problems} />
        <Conflicts conflicts={form.conflicts} settle={form.settle} />
        <FormAround value={around}>
          <InputControl
            field={input}
            id={id}
            value={form.entered[nameOf(input)] ?? null}
            error={form.errorAt(nameOf(input))}
            autoComplete="off"
            change={put}
            leave={() => form.leave(nameOf(input))}
          />
        </FormAround>
        <div className={styles.foot}>
          <Button size="compact-sm" variant="default" onClick={end}>
            {words.cancel}
          </Button>
          <Button size="compact-sm" type="submit" loading={form.isSending}>
            {words.tables.change.save}
          </Button>
        </div>
      </form>
    </FocusTrap>
  )
}

const NOTHING = [] as const

/** Opens the choices at once, and selects a text so that typing replaces it. */
function useBeginning(id: string, input: InputField): void {
  useEffect(() => {
    const control = document.getElementById(id)
    control?.focus()
    if (!(control instanceof HTMLInputElement)) return
    if (input.kind === 'choice' || input.reference !== null) control.click()
    else if (control.type === 'text') control.select()
  }, [id, input])
}
