// Further groups of filters: a list finds the records that meet all filters of at least one group. The first group
// stands in the toolbar; each other group has a line below it.

import { Button, CloseButton } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import {
  FILTER_GROUPS_MAX,
  filterGroupsIn,
  filterGroupsText,
  OR,
  type FilterGroup,
} from '@ninefold/core/contract/inputs/filter-groups.ts'
import { words } from '../../words/words.ts'
import type { ChangeAddress, FilteredListProps } from '../lists/list-props.ts'
import { FacetsOfList } from './facets.ts'
import styles from './filters.module.css'
import { ListFilter } from './list-filters.tsx'

export default function FilterGroups(props: FilteredListProps) {
  const { address, change } = props
  const groups = filterGroupsIn(address.filters[OR] ?? '') ?? []
  // Index of a group without filters, which is not part of the address yet.
  const [added, add] = useState<number | null>(null)
  const isAdding = added === groups.length
  const put = (place: number, group: FilterGroup, options?: Parameters<ChangeAddress>[1]): void => {
    const all = place < groups.length ? groups.with(place, group) : [...groups, group]
    const kept = all.filter((each) => Object.keys(each).length > 0)
    if (Object.keys(group).length === 0) add(null)
    change({ [OR]: kept.length === 0 ? undefined : filterGroupsText(kept) }, options)
  }
  const shown = isAdding ? [...groups, {}] : groups
  const adding = !isAdding && groups.length < FILTER_GROUPS_MAX && (
    <Button
      variant="subtle"
      color="gray"
      leftSection={<IconPlus size={14} aria-hidden="true" />}
      title={words.tables.lists.addGroupHint}
      onClick={() => add(groups.length)}
    >
      {words.tables.lists.addGroup}
    </Button>
  )
  return (
    <>
      {shown.length === 0 && adding}
      {shown.map((group, place) => (
        <Group key={place} {...props} group={group} place={place} put={put}>
          {place === shown.length - 1 && adding}
        </Group>
      ))}
    </>
  )
}

interface GroupProps extends FilteredListProps {
  readonly group: FilterGroup
  readonly place: number
  readonly put: (place: number, group: FilterGroup, options?: Parameters<ChangeAddress>[1]) => void
  readonly children: React.ReactNode
}

function Group({ screen, block, index, asked, group, place, put, children }: GroupProps) {
  const change: ChangeAddress = (changed, options) => {
    const merged = Object.entries({ ...group, ...changed })
    const kept = merged.filter((entry): entry is [string, string] => entry[1] !== undefined && entry[1] !== '')
    put(place, Object.fromEntries(kept), options)
  }
  const others = Object.entries(asked).filter(([name]) => !block.filters.some((filter) => filter.name === name))
  return (
    <div role="group" aria-label={words.tables.lists.groupOfFilters(place + 2)} className={styles.group}>
      <span className={styles.or}>{words.tables.lists.or}</span>
      <FacetsOfList value={{ screen: screen.key, index, asked: { ...Object.fromEntries(others), ...group } }}>
        {block.filters.map((filter) => (
          <ListFilter key={filter.name} filter={filter} value={group[filter.name] ?? null} change={change} />
        ))}
      </FacetsOfList>
      <CloseButton size="sm" aria-label={words.tables.lists.removeGroup} onClick={() => put(place, {})} />
      {children}
    </div>
  )
}
