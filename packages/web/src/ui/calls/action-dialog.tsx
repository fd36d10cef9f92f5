// The form of an action, in a side panel. Closing keeps the draft; opening restores it.

import { Drawer, Modal, Skeleton, Stack } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useContext, useEffect, useMemo, useRef, useState } from 'react'
import type { AppScreen, FormData, RowData } from '@ninefold/core/contract/wire/app.ts'
import type { AppAction } from '@ninefold/core/contract/wire/actions.ts'
import { type InputField, takesObjects } from '@ninefold/core/contract/wire/inputs.ts'
import { parametersOf } from '@ninefold/core/contract/calls/action-address.ts'
import { nameOf, presentEntered } from '../../client/input/form-values.ts'
import { wallClock } from '../../client/input/moments.ts'
import { withFormDefaults } from '../../client/input/form-defaults.ts'
import { expectedOf } from '../../client/query/optimistic-update.ts'
import { formQuery } from '../../client/query/queries.ts'
import { labelTold, shownChanges } from '../../client/query/shown-changes.ts'
import { shownVersion } from '../../client/query/shown-version.ts'
import { useApp } from '../app-context.ts'
import { isOffline } from '../connection/connection.ts'
import { usePlace } from '../place.ts'
import { FailingState, noticeDone } from '../errors.tsx'
import { CreatingContext } from '../inputs/creating-context.ts'
import type { InputFormOptions } from '../validation/use-input-form.ts'
import { InputForm } from '../validation/validation.tsx'
import { useIsPhone } from '../use-is-phone.ts'
import { words } from '../words/words.ts'
import type { FormAction, StartedAction } from './action-context.ts'
import { AskingDialog } from './asking-dialog.tsx'
import { Confirmation, useConfirming } from './confirmation.tsx'
import type { Perform } from './perform.ts'
import { useSendingAway, type SendingAway } from './sending-away.ts'

interface DialogProps {
  readonly started: StartedAction | null
  readonly close: () => void
  readonly perform: Perform
  /** Restores the focus to where the action was started. */
  readonly leave: () => void
}

export function ActionDialog({ started, close, perform, leave }: DialogProps) {
  // Keeps the content during the closing animation.
  const [last, setLast] = useState(started)
  if (started !== null && started !== last) setLast(started)
  const confirming = useConfirming(started, perform, close)
  const away = useSendingAway(started, leave)
  const isPhone = useIsPhone()
  const isCovered = useContext(CreatingContext)?.isOpen === true
  const shown = useCurrent(last)
  const now = useRef(started)
  useEffect(() => {
    now.current = started
  })
  const action = shown?.action
  if (shown?.asks !== undefined && action?.kind === 'transition')
    return <AskingDialog shown={shown} action={action} isOpened={started !== null} close={close} perform={perform} />
  if (shown === null || action?.kind !== 'call') return null
  const asksOnly = action.form.length === 0 && action.parameters.every(({ from }) => from !== 'choice')
  const isOpened = started !== null && !confirming.isAway && !away.isAway
  const labels = {
    opened: isOpened,
    onClose: close,
    closeOnEscape: !isCovered,
    closeButtonProps: { 'aria-label': words.close },
  }
  if (asksOnly) {
    return (
      <Modal {...labels} title={words.calls.confirmTitle(action.label)} size="sm">
        <Confirmation action={action} close={close} confirming={confirming} />
      </Modal>
    )
  }
  return (
    <Drawer
      {...labels}
      title={shown.label ?? action.label}
      position={isPhone ? 'bottom' : 'right'}
      size={isPhone ? '100%' : takesObjects(action.form) ? 'min(880px, 100%)' : 460}
      overlayProps={{ backgroundOpacity: 0.25 }}
    >
      <ActionForm
        key={`${shown.screen.key} ${identityOf(action, shown.screen)} ${shown.row?.id ?? ''} ${away.times} ${JSON.stringify(shown.begins ?? null)}`}
        shown={shown}
        action={action}
        close={() => now.current === started && close()}
        perform={perform}
        away={away}
      />
    </Drawer>
  )
}

/** The action in the present description of the application, because another specification may change its form. */
function useCurrent(started: StartedAction | null): StartedAction | null {
  const app = useApp()
  if (started === null) return null
  const screen = app.screens.find(({ key }) => key === started.screen.key)
  if (screen === undefined) return started
  const identity = identityOf(started.action, started.screen)
  const action = actionsOf(screen).find((candidate) => identityOf(candidate, screen) === identity)
  return action === undefined ? started : { ...started, screen, action }
}

function actionsOf(screen: AppScreen): readonly AppAction[] {
  return [
    ...screen.actions,
    ...screen.blocks.flatMap((block) => [...block.actions, ...(block.kind === 'list' ? block.offers : [])]),
  ]
}

/**
 * Identifies an action while its label and position are edited; labels count only if a screen has the same effect
 * several times.
 */
function identityOf(action: AppAction, screen: AppScreen): string {
  const does = deedOf(action)
  const isAlone = actionsOf(screen).filter((other) => deedOf(other) === does).length <= 1
  return isAlone ? does : `${does} ${action.label}`
}

function deedOf(action: AppAction): string {
  return action.kind === 'call' || action.kind === 'transition' ? `${action.method} ${action.path}` : action.key
}

interface ActionFormProps {
  readonly shown: StartedAction
  readonly action: FormAction
  readonly close?: () => void
  readonly perform: Perform
  /** Missing: the form stays until the answer arrives. */
  readonly away?: SendingAway
}

/** Parameters that the person chooses come first in the form, with a prefix that no body input can have. */
const PARAMETER_PREFIX = ':'

export function ActionForm({ shown, action, close, perform, away }: ActionFormProps) {
  const { screen, row, page = null } = shown
  const app = useApp()
  const place = usePlace()
  const keys = action.startsFrom === 'answer' ? place : parametersOf(action, row, {}, place)
  const isAsked = (action.startsFrom !== 'nothing' || action.rulesAsk === true) && keys !== null
  const client = useQueryClient()
  const query = useQuery({ ...formQuery(screen.key, action.key, keys ?? {}), enabled: isAsked })
  const data = query.data ?? away?.data
  const { fields, present } = useFields(action, data)
  const { begins } = shown
  const [today] = useState(() => wallClock(Date.now(), app.timeZone).slice(0, 10))
  const me = app.caller?.id ?? null
  const begun = useMemo(() => {
    const given = begunAt(begunWith(fields, action, page, place), begins)
    return present === null ? withFormDefaults(given, { today, me }) : given
  }, [fields, action, page, place, begins, present, today, me])

  // The form does not wait for values that only rules need.
  const isAwaited = action.startsFrom !== 'nothing'
  if (isAwaited && query.isError && data === undefined)
    return <FailingState thrown={query.error} retry={() => void query.refetch()} />
  if (isAwaited && query.isLoading && data === undefined) return <FormSkeleton count={action.form.length} />

  const send: InputFormOptions['send'] = async (entered, accepted) => {
    const chosen: Record<string, string> = {}
    const body = (Array.isArray(entered) ? [] : {}) as Record<string, unknown>
    for (const [name, value] of Object.entries(entered)) {
      if (name.startsWith(PARAMETER_PREFIX)) chosen[name.slice(PARAMETER_PREFIX.length)] = String(value)
      else body[name] = value
    }
    if (present !== null && Object.keys(body).length === 0) noticeDone(words.validation.nothingChanged)
    else {
      const version = data?.version ?? shownVersion(client, { action, screen: screen.key, row })
      const values = shownChanges(action, body, (input, value) => labelTold(client, input, value))
      const expected = values === undefined ? null : expectedOf(screen.key, action, row, values)
      const answer = perform({ action, row, chosen, body, version, accepted })
      // Without a network the form stays, and says that it waits.
      await (expected === null || away === undefined || isOffline() ? answer : away.send(expected, answer, data))
    }
    close?.()
  }
  const draftKey = `${app.caller?.id ?? ''} ${screen.key} ${identityOf(action, screen)} ${row?.id ?? page?.id ?? ''}${begins === undefined ? '' : ` ${JSON.stringify(begins)}`}`
  return (
    <InputForm
      label={shown.label ?? action.label}
      fields={begun}
      steps={action.steps}
      draftKey={draftKey}
      present={present}
      rules={action.rules}
      taken={action.taken}
      narrows={action.narrows}
      record={data?.values ?? null}
      computing={action.computes}
      keys={keys ?? undefined}
      refused={away?.refused}
      send={send}
      {...(close === undefined ? {} : { cancel: close })}
    />
  )
}

/** The inputs of the form, and their present values if it changes a record. */
function useFields(action: FormAction, data: FormData | undefined) {
  const { timeZone } = useApp()
  const fields = useMemo(() => {
    const chosen = action.parameters.flatMap((parameter) =>
      parameter.from === 'choice' ? [{ ...parameter.input, path: [PARAMETER_PREFIX + parameter.name] }] : [],
    )
    const mayGive = data === undefined || action.startsFrom === 'nothing' ? null : new Set(data.inputs)
    return [...chosen, ...action.form.filter((field) => mayGive === null || mayGive.has(field.path.join('.')))]
  }, [action, data])
  const present = useMemo(
    () =>
      data === undefined || action.startsFrom === 'nothing' ? null : presentEntered(fields, data.values, timeZone),
    [fields, data, timeZone, action.startsFrom],
  )
  return { fields, present }
}

/** Inputs that name the page's record begin with it. */
function begunWith(
  fields: readonly InputField[],
  { beginsWith = [] }: FormAction,
  page: RowData | null,
  place: Readonly<Record<string, string>>,
): readonly InputField[] {
  return fields.map((field) => {
    const found = beginsWith.find(({ input }) => input === field.path.join('.'))
    const value = found === undefined ? undefined : found.from === 'row' ? page?.keys[found.key] : place[found.key]
    return value === undefined ? field : { ...field, initial: value }
  })
}

/** Inputs with values from the opener of the form. */
function begunAt(fields: readonly InputField[], begins: StartedAction['begins']): readonly InputField[] {
  if (begins === undefined) return fields
  return fields.map((field) => {
    const value = begins[nameOf(field)]
    return value === undefined ? field : { ...field, initial: value }
  })
}

function FormSkeleton({ count }: { readonly count: number }) {
  return (
    <Stack gap="lg" aria-busy="true" aria-label={words.loading} role="status">
      {Array.from({ length: Math.min(count, 6) }, (_, index) => (
        <Stack key={index} gap={6}>
          <Skeleton h={12} w={90} />
          <Skeleton h={34} />
        </Stack>
      ))}
    </Stack>
  )
}
