// Search and filters of a list. Each choice is a step in the browser's history; typing is not.

import { Button, CloseButton, Skeleton, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconAdjustmentsHorizontal, IconSearch } from '@tabler/icons-react'
import { Suspense, useEffect, useRef, useState } from 'react'
import type { AppList } from '@ninefold/core/contract/wire/app.ts'
import { OR } from '@ninefold/core/contract/inputs/filter-groups.ts'
import type { AppFilter } from '@ninefold/core/contract/inputs/list-filters.ts'
import { lazyPart } from '../../connection/lazy-part.tsx'
import { filterNames } from '../../../client/lists/list-address.ts'
import { whenPainted } from '../../brand/first-paint.ts'
import { useIsPhone } from '../../use-is-phone.ts'
import { words } from '../../words/words.ts'
import { FacetsOfList } from '../filters/facets.ts'
import { ListFilter } from '../filters/list-filters.tsx'
import { clearingChange, type ChangeAddress, type FilteredListProps } from './list-props.ts'
import styles from './lists.module.css'

/** For phones only, and lazy-loaded; its place is kept until then. */
const SortChoice = lazyPart(() => whenPainted().then(() => import('../filters/sort-choice.tsx')), { missingAs: 'line' })

/** Lazy-loaded: nobody adds a further group before a first filter. */
const FilterGroups = lazyPart(() => import('../filters/filter-groups.tsx'), { missingAs: 'line' })

/** Lazy-loaded: few lists have as many custom fields. */
const MoreFilters = lazyPart(() => import('../filters/more-filters.tsx'), { missingAs: 'line' })

/** Above this number, unset filters by custom fields are behind one button. */
const CUSTOM_SHOWN_MAX = 2

interface ToolbarProps extends FilteredListProps {
  /** True: some column can be sorted. */
  readonly isOrdered: boolean
}

/** The list has a search or filters. Without them the toolbar still shows the order on a phone. */
export function hasToolbar({ searchIn, filters }: Pick<AppList, 'searchIn' | 'filters'>): boolean {
  return searchIn.length > 0 || filters.length > 0
}

export function ListToolbar({ screen, block, index, asked, address, change, isOrdered }: ToolbarProps) {
  const count = Object.keys(address.filters).length
  const isNarrowed = address.search !== '' || count > 0
  const isPhone = useIsPhone()
  // Closed on a phone, where several filters would push the list off the screen.
  const [isOpen, setOpen] = useState(false)
  const hasOrder = ['table', 'cards', 'board', 'tree'].includes(block.form.kind)
  const isSorted = hasOrder && isOrdered && isPhone && block.columns.some(({ isSortable }) => isSortable)
  const isFolded = block.filters.length + (isSorted ? 1 : 0) > 1 && isPhone
  if (!hasToolbar(block) && !isSorted) return null
  return (
    <div className={styles.toolbar} role="search">
      {block.searchIn.length > 0 && (
        <SearchBox label={words.screens.searchIn(block.searchIn)} value={address.search} change={change} name="q" />
      )}
      {isFolded && (
        <Button
          variant="default"
          leftSection={<IconAdjustmentsHorizontal size={15} aria-hidden="true" />}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {words.screens.filters(count)}
        </Button>
      )}
      {(!isFolded || isOpen) && <Filters {...{ screen, block, index, asked, address, change }} />}
      {isSorted && (!isFolded || isOpen) && (
        <Suspense fallback={<Skeleton h={30} className={styles.filter} />}>
          <SortChoice block={block} asked={address.sort} change={change} />
        </Suspense>
      )}
      {isNarrowed && (
        <Button variant="subtle" color="gray" onClick={() => change(clearingChange(block))}>
          {words.screens.clearFilters}
        </Button>
      )}
      {count > 0 && filterNames(block).includes(OR) && (!isFolded || isOpen) && (
        <Suspense fallback={null}>
          <FilterGroups {...{ screen, block, index, asked, address, change }} />
        </Suspense>
      )}
    </div>
  )
}

/** Of filters by custom fields, only few are shown before somebody asks for them. */
function Filters({ screen, block, index, asked, address, change }: Omit<ToolbarProps, 'isOrdered'>) {
  const [picked, setPicked] = useState<readonly string[]>([])
  const isShown = ({ name, isOfDefinition }: AppFilter): boolean =>
    isOfDefinition !== true || !isLong || address.filters[name] !== undefined || picked.includes(name)
  const isLong = block.filters.filter(({ isOfDefinition }) => isOfDefinition === true).length > CUSTOM_SHOWN_MAX
  const folded = block.filters.filter((filter) => !isShown(filter))
  return (
    <FacetsOfList value={block.answer === null ? { screen: screen.key, index, asked } : null}>
      {block.filters.filter(isShown).map((filter) => (
        <ListFilter
          key={filter.name}
          filter={filter}
          value={address.filters[filter.name] ?? null}
          change={change}
          isPicked={picked.includes(filter.name)}
        />
      ))}
      {folded.length > 0 && (
        <Suspense fallback={null}>
          <MoreFilters filters={folded} pick={(name) => setPicked([...picked, name])} />
        </Suspense>
      )}
    </FacetsOfList>
  )
}

const SEARCH_DELAY_MS = 250

interface SearchBoxProps {
  readonly label: string
  readonly value: string
  readonly name: string
  readonly change: ChangeAddress
}

/** Follows typing, and follows the address when a person goes back. */
function SearchBox({ label, value, name, change }: SearchBoxProps) {
  const [typed, setTyped] = useState(value)
  const sent = useRef(value)
  const send = useDebouncedCallback((text: string) => {
    sent.current = text.trim()
    change({ [name]: text.trim() || undefined }, { replace: true })
  }, SEARCH_DELAY_MS)
  useEffect(() => {
    if (value === sent.current) return
    sent.current = value
    setTyped(value)
  }, [value])
  const type = (text: string): void => {
    setTyped(text)
    send(text)
  }
  return (
    <TextInput
      className={styles.search}
      size="xs"
      type="search"
      inputMode="search"
      aria-label={label}
      placeholder={label}
      title={label}
      leftSection={<IconSearch size={14} aria-hidden="true" />}
      rightSection={
        typed === '' ? null : <CloseButton size="xs" aria-label={words.screens.clearFilters} onClick={() => type('')} />
      }
      value={typed}
      onChange={(event) => type(event.currentTarget.value)}
    />
  )
}
