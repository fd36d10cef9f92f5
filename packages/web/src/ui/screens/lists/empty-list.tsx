// A list without records: a sentence, and the actions that create the first one.

import { Group } from '@mantine/core'
import { IconInbox } from '@tabler/icons-react'
import type { AppList, AppScreen } from '@ninefold/core/contract/wire/app.ts'
import type { AppAction } from '@ninefold/core/contract/wire/actions.ts'
import { ActionButtons } from '../../calls/calls.tsx'
import { useRecordPage, withoutComposed } from '../../records/record-page.ts'
import { words } from '../../words/words.ts'
import { useIsTitled } from '../title-count.ts'
import styles from './lists.module.css'

function nothingIn({ records }: AppList): string {
  if (records === undefined) return words.screens.nothingYet
  return records.isOfAll ? words.screens.noneYet(records.name) : words.screens.noneHere(records.name)
}

interface EmptyListProps {
  readonly block: AppList
  /** Null: its actions stand elsewhere. */
  readonly screen: AppScreen | null
}

export default function EmptyList({ block, screen }: EmptyListProps) {
  const isTitled = useIsTitled(block)
  const beside = isTitled ? (screen?.actions ?? []) : []
  const actions = screen === null ? [] : withoutComposed([...beside, ...block.offers], screen)
  const page = useRecordPage()
  const additionsOf = (all: readonly AppAction[]): AppAction[] =>
    screen === null ? [] : withoutComposed(all, screen).filter(({ key }) => block.additions?.includes(key) === true)
  const ofRecord = additionsOf(page?.block.actions ?? [])
  const ofScreen = additionsOf(screen?.actions ?? []).filter((action) => !actions.includes(action))
  return (
    <div className={styles.empty}>
      <IconInbox size={22} aria-hidden="true" />
      <span>{block.whenEmpty ?? nothingIn(block)}</span>
      {screen !== null && actions.length + ofRecord.length + ofScreen.length > 0 && (
        <Group gap="xs" justify="center">
          <ActionButtons screen={screen} actions={actions} row={null} isSecondary={!isTitled} />
          {page !== null && <ActionButtons screen={screen} actions={ofRecord} row={page.row} isSecondary />}
          <ActionButtons screen={screen} actions={ofScreen} row={null} isSecondary />
        </Group>
      )}
    </div>
  )
}
