// The order of cards, which have no headings to sort by: any column, in either direction.

import { Select } from '@mantine/core'
import type { AppList } from '@ninefold/core/contract/wire/app.ts'
import { words } from '../../words/words.ts'
import type { ChangeAddress } from '../lists/list-props.ts'
import styles from '../lists/lists.module.css'

export default function SortChoice({
  block,
  asked,
  change,
}: {
  readonly block: AppList
  readonly asked: string | null
  readonly change: ChangeAddress
}) {
  const columns = block.columns.filter(({ isSortable }) => isSortable)
  return (
    <Select
      className={styles.filter}
      size="xs"
      aria-label={words.screens.sortBy}
      placeholder={words.screens.sortBy}
      clearable
      value={asked}
      data={columns.flatMap(({ key, label }) => [
        { value: key, label: words.screens.sortedUp(label) },
        { value: `-${key}`, label: words.screens.sortedDown(label) },
      ])}
      onChange={(chosen) => change({ sort: chosen ?? undefined })}
    />
  )
}
