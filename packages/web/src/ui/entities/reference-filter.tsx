// A filter by a record: found by typing, like the reference input, but narrow and without a label of its own.

import { Select } from '@mantine/core'
import { words } from '../words.ts'
import { useRecords } from './use-records.ts'
import styles from '../screens/lists.module.css'

interface ReferenceFilterProps {
  readonly label: string
  readonly entity: string
  readonly value: string | null
  readonly choose: (value: string | null) => void
}

export function ReferenceFilter({ label, entity, value, choose }: ReferenceFilterProps) {
  const records = useRecords({ entity, by: 'id' }, value === null ? [] : [value])
  return (
    <Select
      className={styles.filter}
      data-active={value !== null || undefined}
      size="xs"
      aria-label={words.screens.filter(label)}
      placeholder={label}
      data={records.options}
      value={value}
      searchable
      clearable
      filter={({ options }) => options}
      onSearchChange={records.search}
      nothingFoundMessage={records.message}
      comboboxProps={{ width: 220, position: 'bottom-start' }}
      onChange={choose}
    />
  )
}
