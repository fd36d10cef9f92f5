// Placeholder while rows are loading.

import { Skeleton, Stack } from '@mantine/core'
import { words } from '../../words/words.ts'
import styles from './lists.module.css'

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
