// Bulk actions on selected rows: a bar below them, and the results. Rows that failed stay selected.

import { Button, CloseButton, Drawer, Group, Modal, Stack, Text, Tooltip } from '@mantine/core'
import { Suspense, useId, useState } from 'react'
import type { AppList, AppScreen, RowData } from '@ninefold/core/contract/wire/app.ts'
import type { AppAction } from '@ninefold/core/contract/wire/actions.ts'
import { isCounted } from '@ninefold/core/model/lists/list-count.ts'
import { lazyPart } from '../connection/lazy-part.tsx'
import type { CallingAction, ChosenParameters } from '@ninefold/core/contract/calls/action-address.ts'
import { whyNot } from '../../client/lists/bulk-actions.ts'
import { useChosenRows } from '../screens/lists/chosen-rows.tsx'
import { useFormats } from '../formats.ts'
import { useTotal } from '../limits.tsx'
import { useIsPhone } from '../use-is-phone.ts'
import { words } from '../words/words.ts'
import { textOfQuestion } from './calls.tsx'
import { ChosenReport, BulkActionReport } from './bulk-reports.tsx'
import { reasonWords, useDoingToAll } from './use-doing-to-all.ts'
import { useBulkActionOnList, type BulkActionOnList, type BulkActionProgress } from './use-bulk-action-on-list.ts'
import styles from '../screens/lists/chosen-rows.module.css'

const ActionForm = lazyPart(() => import('./action-dialog.tsx').then((module) => ({ default: module.ActionForm })))

export interface BarProps extends BulkActionOnList {
  readonly block: AppList
  readonly rows: readonly RowData[]
  /** The number of rows of the whole list, as far as they are counted. */
  readonly total: number
}

export default function ChosenActions({ screen, block, rows, index, asked, total }: BarProps) {
  const choosing = useChosenRows()
  const inWords = useTotal()
  const [asking, setAsking] = useState<CallingAction | null>(null)
  const [isWholeWanted, setIsWholeWanted] = useState(false)
  const ofChosen = useDoingToAll(screen, rows, () => setAsking(null))
  const ofWhole = useBulkActionOnList({ screen, index, asked }, total, () => setAsking(null))
  if (choosing === null) return null
  const chosenRows = rows.filter(({ id }) => choosing.chosen.has(id))
  const isAllOfPage = chosenRows.length > 0 && chosenRows.length === rows.length
  const isBusy = ofChosen.done !== null || ofWhole.done !== null
  const isWhole = isWholeWanted && isAllOfPage
  const { run } = isWhole ? ofWhole : ofChosen
  const start = (action: AppAction): void => {
    if (action.kind !== 'call' && action.kind !== 'transition') return
    if (isWhole || (action.kind === 'call' && (action.isDestructive || isAsked(action)))) setAsking(action)
    else void run(action, {}, bodyWithoutForm(action))
  }
  const toChooseWhole =
    isAllOfPage && !isWhole && !isBusy && total > rows.length && hasWhole(block) ? () => setIsWholeWanted(true) : null
  const chooseNone = (): void => {
    setIsWholeWanted(false)
    choosing.set([])
  }
  return (
    <>
      {(chosenRows.length > 0 || isBusy) && (
        <div className={styles.bar} role="group" aria-label={words.screens.chosenRows} data-thumb>
          <Told
            ofChosen={ofChosen.done}
            ofWhole={ofWhole.done}
            count={chosenRows.length}
            whole={isWhole ? total : null}
          />
          {toChooseWhole !== null && (
            <Button variant="subtle" size="compact-sm" onClick={toChooseWhole}>
              {words.screens.chooseWhole(inWords(total))}
            </Button>
          )}
          {!isBusy && <BarButtons block={block} rows={isWhole ? null : chosenRows} start={start} />}
          <span className={styles.spacer} />
          <BarEnd stop={ofWhole.done === null ? null : ofWhole.stop} chooseNone={chooseNone} isBusy={isBusy} />
        </div>
      )}
      <Asking
        screen={screen}
        action={asking}
        total={isWhole ? inWords(total) : null}
        count={chosenRows.length}
        close={() => setAsking(null)}
        run={run}
      />
      <ChosenReport block={block} outcomes={ofChosen.outcomes} close={() => ofChosen.setOutcomes(null)} />
      <BulkActionReport block={block} outcome={ofWhole.outcome} close={ofWhole.close} />
    </>
  )
}

type BarButtonsProps = Omit<Parameters<typeof BarButton>[0], 'action'> & { readonly block: AppList }

function BarButtons({ block, ...props }: BarButtonsProps) {
  return (
    <Group gap="xs">
      {block.forChosen.map((action) => (
        <BarButton key={action.key} action={action} {...props} />
      ))}
    </Group>
  )
}

interface BarEndProps {
  /** Null: nothing can be stopped. */
  readonly stop: (() => void) | null
  readonly chooseNone: () => void
  readonly isBusy: boolean
}

function BarEnd({ stop, chooseNone, isBusy }: BarEndProps) {
  if (stop === null) return <CloseButton aria-label={words.screens.chooseNone} onClick={chooseNone} disabled={isBusy} />
  return (
    <Button variant="default" onClick={stop}>
      {words.files.parts.stop}
    </Button>
  )
}

interface ToldProps {
  readonly ofChosen: ReturnType<typeof useDoingToAll>['done']
  readonly ofWhole: ReturnType<typeof useBulkActionOnList>['done']
  readonly count: number
  /** The number of rows of the whole list. Null: it is not chosen. */
  readonly whole: number | null
}

/** The chosen rows, or how far their action is. */
function Told({ ofChosen, ofWhole, count, whole }: ToldProps) {
  const inWords = useTotal()
  const told = (): string => {
    if (ofChosen !== null) return words.screens.doing(ofChosen.count, ofChosen.of)
    return whole === null ? words.screens.chosen(count) : words.screens.chosenWhole(inWords(whole))
  }
  if (ofWhole !== null) return <HowFar of={ofWhole} />
  return (
    <span className={styles.counted} role="status">
      {told()}
    </span>
  )
}

/** With fewer rows, a guess of the rest would jump. */
const GUESSED_FROM = 200
const MINUTE_MS = 60_000

function HowFar({ of }: { readonly of: BulkActionProgress }) {
  const { label, visited, refused, total, elapsedMs } = of
  const { count } = useFormats()
  // Beyond the counted rows, their number is not known.
  const all = isCounted(total) ? Math.max(total, visited) : null
  const restMs = all === null || visited < GUESSED_FROM ? null : (elapsedMs / visited) * (all - visited)
  return (
    <>
      <span className={styles.counted} role="status">
        {words.screens.doingWhole(label, count(visited), all === null ? null : count(all))}
      </span>
      <span className={styles.rest}>
        {[
          ...(refused === 0 ? [] : [words.screens.notDoneTo(count(refused))]),
          ...(restMs === null ? [] : [words.screens.minutesLeft(Math.round(restMs / MINUTE_MS))]),
        ].join(' · ')}
      </span>
      <progress
        className={styles.progress}
        aria-label={label}
        {...(all === null ? {} : { value: visited, max: all })}
      />
    </>
  )
}

/** Rows of an answer of a call are not records, and days of a calendar are not a whole list. */
function hasWhole({ answer, form }: AppList): boolean {
  return answer === null && (form.kind === 'table' || form.kind === 'cards')
}

function bodyWithoutForm({ method }: CallingAction): object | undefined {
  return method === 'GET' || method === 'DELETE' ? undefined : {}
}

function isAsked(action: CallingAction): boolean {
  return (action.kind === 'call' && action.form.length > 0) || action.parameters.some(({ from }) => from === 'choice')
}

/** Shows the number of possible rows, if it is not all. Rows null: the whole list, of which the page holds a part. */
function BarButton({
  action,
  rows,
  start,
}: {
  readonly action: AppAction
  readonly rows: readonly RowData[] | null
  readonly start: (action: AppAction) => void
}) {
  const id = useId()
  const reasons = rows?.flatMap((row) => whyNot(action, row, reasonWords()) ?? []) ?? []
  const possible = (rows?.length ?? 0) - reasons.length
  const isRed = action.kind === 'call' && action.isDestructive
  if (rows !== null && possible === 0)
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
    <Button variant="default" {...(isRed ? { color: 'red', variant: 'light' } : {})} onClick={() => start(action)}>
      {reasons.length === 0 ? action.label : words.calls.ofSome(action.label, possible, rows?.length ?? 0)}
    </Button>
  )
}

interface AskingProps {
  readonly screen: AppScreen
  readonly action: CallingAction | null
  /** Null: the chosen rows alone. */
  readonly total: string | null
  readonly count: number
  readonly close: () => void
  readonly run: (action: CallingAction, chosen: ChosenParameters, body: unknown) => Promise<void>
}

/** One confirmation for all of them. */
function Asking({ screen, action, total, count, close, run }: AskingProps) {
  const isPhone = useIsPhone()
  // Keeps the content during the closing animation.
  const [last, setLast] = useState(action)
  if (action !== null && action !== last) setLast(action)
  if (last === null) return null
  const labels = { opened: action !== null, onClose: close, closeButtonProps: { 'aria-label': words.close } }
  if (!isAsked(last))
    return (
      <Modal
        {...labels}
        title={
          total === null ? words.calls.confirmForAll(last.label, count) : `${words.calls.forWhole(last.label, total)}?`
        }
        size="sm"
      >
        <Stack>
          {last.kind === 'call' && last.isDestructive && <Text>{textOfQuestion(last)}</Text>}
          {total !== null && <Text>{words.calls.confirmWhole}</Text>}
          <Group justify="flex-end" gap="xs">
            <Button size="sm" variant="default" onClick={close} data-autofocus>
              {words.cancel}
            </Button>
            <Button
              size="sm"
              {...(last.kind === 'call' && last.isDestructive ? { color: 'red' } : {})}
              onClick={() => void run(last, {}, bodyWithoutForm(last))}
            >
              {last.label}
            </Button>
          </Group>
        </Stack>
      </Modal>
    )
  if (last.kind !== 'call') return null
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
      title={total === null ? words.calls.forAll(last.label, count) : words.calls.forWhole(last.label, total)}
      position={isPhone ? 'bottom' : 'right'}
      size={isPhone ? '100%' : 460}
      overlayProps={{ backgroundOpacity: 0.25 }}
    >
      {total !== null && (
        <Text size="sm" mb="md">
          {words.calls.confirmWhole}
        </Text>
      )}
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
