// The position of a composer: at the foot of its list, or above a list with the newest entry first. The editor is
// loaded with it.

import { Skeleton } from '@mantine/core'
import { Suspense } from 'react'
import type { AppList, AppScreen, RowData } from '@ninefold/core/contract/wire/app.ts'
import type { AppAction } from '@ninefold/core/contract/wire/actions.ts'
import { lettersOf } from '../../client/records/record-actions.ts'
import { timelineOrder } from '../../client/records/timeline.ts'
import { offeredInWords } from '../calls/calls.tsx'
import { lazyPart } from '../connection/lazy-part.tsx'
import { useRecordPage } from './record-page.ts'
import styles from './composer.module.css'

const Composer = lazyPart(() => import('./composer.tsx'))

interface PlaceProps {
  readonly screen: AppScreen
  readonly block: AppList
  readonly at: 'head' | 'foot'
}

export function ComposerPlace({ screen, block, at }: PlaceProps) {
  const page = useRecordPage()
  const isOnTop = timelineOrder(block)?.isNewestFirst === true
  if (block.composer === undefined || isOnTop !== (at === 'head')) return null
  const found = composedAction(screen, block, page?.row ?? null)
  if (found === null) return null
  const { action, row } = found
  const offered = offeredInWords([action], row, page?.row ?? null)[0]
  // This person may not write here.
  if (offered === undefined || action.kind !== 'call') return null
  if (!offered.availability.isAvailable) return <p className={styles.closed}>{offered.availability.reason}</p>
  const letter = lettersOf([...(page?.block.actions ?? []), ...screen.actions, ...block.offers]).get(action.key)
  return (
    <Suspense fallback={<Skeleton h={96} mt={16} />}>
      <Composer key={row?.id ?? ''} {...{ screen, block, action, row, letter }} />
    </Suspense>
  )
}

/** The call, and its record; null: the list's own call needs none. */
function composedAction(
  screen: AppScreen,
  block: AppList,
  row: RowData | null,
): { readonly action: AppAction; readonly row: RowData | null } | null {
  const isMeant = ({ key }: AppAction): boolean => key === block.composer?.action
  const ofRecord = screen.blocks.flatMap((each) => (each.kind === 'record' ? each.actions : [])).find(isMeant)
  if (ofRecord !== undefined) return row === null ? null : { action: ofRecord, row }
  const beside = [...block.offers, ...screen.actions].find(isMeant)
  return beside === undefined ? null : { action: beside, row: null }
}
