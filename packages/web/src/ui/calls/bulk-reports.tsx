// The result of a bulk action: how many rows it was done to, and why not to the others.

import { Button, Modal, Group, Stack, Text } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import type { AppList } from '@ninefold/core/contract/wire/app.ts'
import { whyNot } from '../../client/lists/bulk-actions.ts'
import { RequestRefused } from '../../client/query/request.ts'
import { sentenceOf } from '../errors.tsx'
import { useFormats } from '../formats.ts'
import { titleOfRow } from '../screens/lists/list-props.ts'
import { words } from '../words/words.ts'
import { reasonWords, type Outcomes } from './use-doing-to-all.ts'
import type { BulkActionOutcome } from './use-bulk-action-on-list.ts'
import styles from '../screens/lists/chosen-rows.module.css'

interface NotDone {
  readonly id: string
  readonly title: string
  readonly reason: string
}

interface ReportProps {
  readonly title: string
  readonly isOpen: boolean
  readonly close: () => void
  readonly rows: readonly NotDone[]
  readonly children: ReactNode
}

function Report({ title, isOpen, close, rows, children }: ReportProps) {
  return (
    <Modal opened={isOpen} onClose={close} title={title} closeButtonProps={{ 'aria-label': words.close }}>
      <Stack>
        {children}
        {rows.length > 0 && (
          <ul className={styles.report}>
            {rows.map(({ id, title: name, reason }) => (
              <li key={id}>
                <span className={styles.reportRow}>{name}</span>
                {reason}
              </li>
            ))}
          </ul>
        )}
        <Group justify="flex-end">
          <Button size="sm" onClick={close} data-autofocus>
            {words.close}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}

/** Keeps the content during the closing animation. */
function useLast<T>(value: T | null): T | null {
  const [last, setLast] = useState(value)
  if (value !== null && value !== last) setLast(value)
  return last
}

interface ChosenReportProps {
  readonly block: AppList
  readonly outcomes: Outcomes | null
  readonly close: () => void
}

export function ChosenReport({ block, outcomes, close }: ChosenReportProps) {
  const last = useLast(outcomes)
  if (last === null) return null
  const rows = last.all.flatMap(({ row, refused }) =>
    refused === null ? [] : [{ id: row.id, title: titleOfRow(block, row), reason: refused }],
  )
  return (
    <Report title={last.action.label} isOpen={outcomes !== null} close={close} rows={rows}>
      <Text>{words.calls.outcome(last.all.length - rows.length, rows.length)}</Text>
    </Report>
  )
}

interface BulkActionReportProps {
  readonly block: AppList
  readonly outcome: BulkActionOutcome | null
  readonly close: () => void
}

export function BulkActionReport({ block, outcome, close }: BulkActionReportProps) {
  const formats = useFormats()
  const last = useLast(outcome)
  if (last === null) return null
  const { action, done, refused, shown, stoppedBy } = last
  const rows = shown.map(({ row, problem }) => ({
    id: row.id,
    title: titleOfRow(block, row),
    reason:
      problem === null
        ? (whyNot(action, row, reasonWords()) ?? words.calls.notAllowed)
        : sentenceOf(new RequestRefused(problem)),
  }))
  const isByPerson = stoppedBy instanceof DOMException && stoppedBy.name === 'AbortError'
  return (
    <Report title={action.label} isOpen={outcome !== null} close={close} rows={rows}>
      {stoppedBy !== null && (
        <Text>
          {!isByPerson && `${sentenceOf(stoppedBy)} `}
          {words.calls.stoppedWhole}
        </Text>
      )}
      <Text>{words.calls.outcomeWhole(formats.count(done), formats.count(refused))}</Text>
      {refused > shown.length && (
        <Text size="sm" c="dimmed">
          {words.screens.firstOf(shown.length, refused)}
        </Text>
      )}
    </Report>
  )
}
