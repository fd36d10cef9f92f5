// A list without records: a sentence, and the actions that create the first one.

import { Group } from '@mantine/core'
import { IconInbox } from '@tabler/icons-react'
import type { AppList, AppScreen } from '@ninefold/core/contract/wire/app.ts'
import { ActionButtons } from '../../calls/calls.tsx'
import { withoutComposed } from '../../records/record-page.ts'
import { words } from '../../words/words.ts'
import { useIsTitled } from '../title-count.ts'
import styles from './lists.module.css'

interface EmptyListProps {
  readonly block: AppList
  /** Null: its actions stand elsewhere. */
  readonly screen: AppScreen | null
}

export default function EmptyList({ block, screen }: EmptyListProps) {
  const isTitled = useIsTitled(block)
  const beside = isTitled ? (screen?.actions ?? []) : []
  const actions = screen === null ? [] : withoutComposed([...beside, ...block.offers], screen)
  return (
    <div className={styles.empty}>
      <IconInbox size={22} aria-hidden="true" />
      <span>{block.whenEmpty ?? words.screens.nothingYet}</span>
      {screen !== null && actions.length > 0 && (
        <Group gap="xs" justify="center">
          <ActionButtons screen={screen} actions={actions} row={null} isSecondary={!isTitled} />
        </Group>
      )}
    </div>
  )
}
