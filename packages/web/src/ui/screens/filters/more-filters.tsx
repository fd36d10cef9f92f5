// Filters by custom fields that are not set, behind one button. The chosen one opens beside the others.

import { Menu } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import type { AppFilter } from '@ninefold/core/contract/inputs/list-filters.ts'
import { words } from '../../words/words.ts'
import styles from './filters.module.css'

const HEIGHT_PX_MAX = 320

interface MoreFiltersProps {
  readonly filters: readonly AppFilter[]
  readonly pick: (name: string) => void
}

export default function MoreFilters({ filters, pick }: MoreFiltersProps) {
  return (
    // The chosen filter takes the focus.
    <Menu position="bottom-start" returnFocus={false}>
      <span className={styles.pill}>
        <Menu.Target>
          <button type="button" className={styles.open}>
            <IconPlus size={13} aria-hidden="true" />
            {words.tables.lists.addFilter}
          </button>
        </Menu.Target>
      </span>
      <Menu.Dropdown mah={HEIGHT_PX_MAX} style={{ overflowY: 'auto' }}>
        {filters.map(({ name, label }) => (
          <Menu.Item key={name} onClick={() => pick(name)}>
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
