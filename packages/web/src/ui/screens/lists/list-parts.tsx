// Notice in place of a list's rows while there are none.

import { Skeleton, Stack } from '@mantine/core'
import { IconInbox } from '@tabler/icons-react'
import type { AppList } from '@ninefold/core/contract/wire/app.ts'
import { words } from '../../words/words.ts'
import styles from './lists.module.css'

export function EmptyList({ block }: { readonly block: Pick<AppList, 'whenEmpty'> }) {
  return (
    <div className={styles.empty}>
      <IconInbox size={18} aria-hidden="true" />
      <span>{block.whenEmpty ?? words.screens.nothingYet}</span>
    </div>
  )
}

export function RowsSkeleton() {
  return (
    <Stack gap={0} aria-busy="true" aria-label={words.loading} role="status">
      {Array.from({ length: 6 }, (_, index) => (
        <div key={index} className={styles.skeletonRow}>
          <Skeleton h={12} w={`${48 - index * 5}%`} />
          <Skeleton h={12} w={84} />
        </div>
      ))}
    </Stack>
  )
}
