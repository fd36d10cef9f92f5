// Bulk actions on selected rows: a bar below them, and the results. Rows that failed stay selected.

import { Button, CloseButton, Drawer, Group, Modal, Stack, Text, Tooltip } from '@mantine/core'
import { Suspense, useId, useState } from 'react'
import type { AppList, AppScreen, RowData } from '@ninefold/core/contract/wire/app.ts'
import type { AppAction } from '@ninefold/core/contract/wire/actions.ts'
import { lazyPart } from '../connection/lazy-part.tsx'
import type { CallingAction, ChosenParameters } from '../../client/actions.ts'
import { whyNot } from '../../client/lists/bulk-actions.ts'
import { useChosenRows } from '../screens/lists/chosen-rows.tsx'
import { titleOfRow } from '../screens/lists/list-props.ts'
import { useIsPhone } from '../use-is-phone.ts'
import { words } from '../words/words.ts'
import { textOfQuestion } from './calls.tsx'
import { reasonWords, useDoingToAll, type Outcomes } from './use-doing-to-all.ts'
import styles from '../screens/lists/chosen-rows.module.css'

const ActionForm = lazyPart(() => import('./action-dialog.tsx').then((module) => ({ default: module.ActionForm })))

export interface BarProps {
  readonly screen: AppScreen
  readonly block: AppList
  readonly rows: readonly RowData[]
}

export default function ChosenActions({ screen, block, rows }: BarProps) {
  const choosing = useChosenRows()
  const [asking, setAsking] = useState<CallingAction | null>(null)
  const { run, done, outcomes, setOutcomes } = useDoingToAll(screen, rows, () => setAsking(null))
  if (choosing === null) return null
  const chosenRows = rows.filter(({ id }) => choosing.chosen.has(id))
  const start = (action: AppAction): void => {
    if (action.kind !== 'call' && action.kind !== 'transition') return
    if (action.kind === 'call' && (action.isDestructive || isAsked(action))) setAsking(action)
    else void run(action, {}, action.method === 'GET' || action.method === 'DELETE' ? undefined : {})
  }
  return (
    <>
      {(chosenRows.length > 0 || done !== null) && (
        <div className={styles.bar} role="group" aria-label={words.screens.chosenRows}>
          <span className={styles.counted} role="status">
            {done === null ? words.screens.chosen(chosenRows.length) : words.screens.doing(done.count, done.of)}
          </span>
          <Group gap="xs">
            {block.forChosen.map((action) => (
              <BarButton key={action.key} action={action} rows={chosenRows} isBusy={done !== null} start={start} />
            ))}
          </Group>
          <span className={styles.spacer} />
          <CloseButton
            aria-label={words.screens.chooseNone}
            onClick={() => choosing.set([])}
            disabled={done !== null}
          />
        </div>
      )}
      <Asking screen={screen} action={asking} count={chosenRows.length} close={() => setAsking(null)} run={run} />
      <Report block={block} outcomes={outcomes} close={() => setOutcomes(null)} />
    </>
  )
}

function isAsked(action: CallingAction): boolean {
  return (action.kind === 'call' && action.form.length > 0) || action.parameters.some(({ from }) => from === 'choice')
}

/** Shows the number of possible rows, if it is not all. */
function BarButton({
  action,
  rows,
  isBusy,
  start,
}: {
  readonly action: AppAction
  readonly rows: readonly RowData[]
  readonly isBusy: boolean
  readonly start: (action: AppAction) => void
}) {
  const id = useId()
  const reasons = rows.flatMap((row) => whyNot(action, row, reasonWords()) ?? [])
  const possible = rows.length - reasons.length
  const isRed = action.kind === 'call' && action.isDestructive
  if (possible === 0)
    return (
      <>
        <Tooltip label={reasons[0]}>
          <Button variant="default" data-disabled aria-disabled="true" aria-describedby={id}>
            {action.label}
          </Button>
        </Tooltip>
        <span id={id} hidden>
          {reasons[0]}
        </span>
      </>
    )
  return (
    <Button
      variant="default"
      disabled={isBusy}
      {...(isRed ? { color: 'red', variant: 'light' } : {})}
      onClick={() => start(action)}
    >
      {reasons.length === 0 ? action.label : words.calls.ofSome(action.label, possible, rows.length)}
    </Button>
  )
}

interface AskingProps {
  readonly screen: AppScreen
  readonly action: CallingAction | null
  readonly count: number
  readonly close: () => void
  readonly run: (action: CallingAction, chosen: ChosenParameters, body: unknown) => Promise<void>
}

/** One confirmation for all of them. */
function Asking({ screen, action, count, close, run }: AskingProps) {
  const isPhone = useIsPhone()
  // Keeps the content during the closing animation.
  const [last, setLast] = useState(action)
  if (action !== null && action !== last) setLast(action)
  if (last?.kind !== 'call') return null
  const labels = { opened: action !== null, onClose: close, closeButtonProps: { 'aria-label': words.close } }
  if (!isAsked(last))
    return (
      <Modal {...labels} title={words.calls.confirmForAll(last.label, count)} size="sm">
        <Stack>
          <Text>{textOfQuestion(last)}</Text>
          <Group justify="flex-end" gap="xs">
            <Button size="sm" variant="default" onClick={close} data-autofocus>
              {words.cancel}
            </Button>
            <Button size="sm" color="red" onClick={() => void run(last, {}, undefined)}>
              {last.label}
            </Button>
          </Group>
        </Stack>
      </Modal>
    )
  // One record's values do not apply to the others, so the form begins empty, and an empty input changes nothing.
  const { beginsWith: _, ...rest } = last
  const blank = {
    ...rest,
    startsFrom: 'nothing',
    rules: [],
    parameters: last.parameters.filter(({ from }) => from === 'choice'),
  } as const
  return (
    <Drawer
      {...labels}
      title={words.calls.forAll(last.label, count)}
      position={isPhone ? 'bottom' : 'right'}
      size={isPhone ? '100%' : 460}
      overlayProps={{ backgroundOpacity: 0.25 }}
    >
      <Suspense fallback={null}>
        <ActionForm
          shown={{ screen, action: blank, row: null }}
          action={blank}
          close={close}
          perform={({ chosen = {}, body }) => run(last, chosen, body)}
        />
      </Suspense>
    </Drawer>
  )
}

function Report({
  block,
  outcomes,
  close,
}: {
  readonly block: AppList
  readonly outcomes: Outcomes | null
  readonly close: () => void
}) {
  const [last, setLast] = useState(outcomes)
  if (outcomes !== null && outcomes !== last) setLast(outcomes)
  if (last === null) return null
  const refused = last.all.filter((outcome) => outcome.refused !== null)
  return (
    <Modal
      opened={outcomes !== null}
      onClose={close}
      title={last.action.label}
      closeButtonProps={{ 'aria-label': words.close }}
    >
      <Stack>
        <Text>{words.calls.outcome(last.all.length - refused.length, refused.length)}</Text>
        <ul className={styles.report}>
          {refused.map(({ row, refused: reason }) => (
            <li key={row.id}>
              <span className={styles.reportRow}>{titleOfRow(block, row)}</span>
              {reason}
            </li>
          ))}
        </ul>
        <Group justify="flex-end">
          <Button size="sm" onClick={close} data-autofocus>
            {words.close}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
