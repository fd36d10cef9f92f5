// Search and filters of a list. Each choice is a new step in the browser's history; typing is not.

import { Button, CloseButton, Select, TextInput } from '@mantine/core'
import { useDebouncedCallback, useMediaQuery } from '@mantine/hooks'
import { IconAdjustmentsHorizontal, IconSearch } from '@tabler/icons-react'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import type { AppFilter, AppList } from '@ninefold/core/contract/app.ts'
import type { ListAddress } from '../../client/list-address.ts'
import { ReferenceFilter } from '../entities/reference-filter.tsx'
import { words } from '../words.ts'
import { clearingChange, type ChangeAddress } from './list-props.ts'
import styles from './lists.module.css'

interface ToolbarProps {
  readonly block: AppList
  readonly address: ListAddress
  readonly change: ChangeAddress
  /** There is something to put into order. */
  readonly isOrdered: boolean
}

export function ListToolbar({ block, address, change, isOrdered }: ToolbarProps) {
  const count = Object.keys(address.filters).length
  const isNarrowed = address.search !== '' || count > 0
  const isPhone = useMediaQuery('(max-width: 48em)') === true
  // On a phone several filters would push the list off the screen.
  const [isOpen, setOpen] = useState(false)
  const hasOrder = ['table', 'cards', 'board', 'tree'].includes(block.form.kind)
  const isSorted = hasOrder && isOrdered && isPhone && block.columns.some(({ isSortable }) => isSortable)
  const isFolded = block.filters.length + (isSorted ? 1 : 0) > 1 && isPhone
  if (block.searchIn.length === 0 && block.filters.length === 0 && !isSorted) return null
  return (
    <div className={styles.toolbar} role="search">
      {block.searchIn.length > 0 && (
        <SearchBox
          label={words.screens.searchIn(block.searchIn.join(', '))}
          value={address.search}
          change={change}
          name="q"
        />
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
      {(!isFolded || isOpen) &&
        block.filters.map((filter) => (
          <Filter key={filter.name} filter={filter} value={address.filters[filter.name] ?? null} change={change} />
        ))}
      {isSorted && (!isFolded || isOpen) && <SortChoice block={block} asked={address.sort} change={change} />}
      {isNarrowed && (
        <Button variant="subtle" color="gray" onClick={() => change(clearingChange(block))}>
          {words.screens.clearFilters}
        </Button>
      )}
    </div>
  )
}

export interface FilterProps {
  readonly filter: AppFilter
  readonly value: string | null
  readonly change: ChangeAddress
}

type Filters = { readonly [Kind in AppFilter['filter']['kind']]: (props: FilterProps) => ReactNode }

const FILTERS: Filters = {
  choice: (props) => (
    <ChoiceFilter {...props} values={props.filter.filter.kind === 'choice' ? props.filter.filter.values : []} />
  ),
  'yes/no': (props) => (
    <ChoiceFilter
      {...props}
      values={[
        { value: 'true', label: `${props.filter.label}: ${words.yes}` },
        { value: 'false', label: `${props.filter.label}: ${words.no}` },
      ]}
    />
  ),
  reference: ({ filter, value, change }) =>
    filter.filter.kind === 'reference' ? (
      <ReferenceFilter
        label={filter.label}
        entity={filter.filter.entity}
        value={value}
        choose={(chosen) => change({ [filter.name]: chosen ?? undefined })}
      />
    ) : null,
  text: ({ filter, value, change }) => (
    <SearchBox label={filter.label} value={value ?? ''} change={change} name={filter.name} />
  ),
  number: ({ filter, value, change }) => (
    <SearchBox label={filter.label} value={value ?? ''} change={change} name={filter.name} isNumeric />
  ),
  money: ({ filter, value, change }) => (
    <SearchBox label={filter.label} value={value ?? ''} change={change} name={filter.name} />
  ),
  date: ({ filter, value, change }) => (
    <TextInput
      className={styles.filter}
      size="xs"
      type="date"
      aria-label={words.screens.filter(filter.label)}
      value={value ?? ''}
      onChange={(event) => change({ [filter.name]: event.currentTarget.value || undefined })}
    />
  ),
}

function Filter(props: FilterProps) {
  return FILTERS[props.filter.filter.kind](props)
}

function ChoiceFilter({
  filter,
  value,
  change,
  values,
}: FilterProps & { readonly values: readonly { readonly value: string; readonly label: string }[] }) {
  return (
    <Select
      className={styles.filter}
      data-active={value !== null || undefined}
      size="xs"
      aria-label={words.screens.filter(filter.label)}
      placeholder={filter.label}
      data={[...values]}
      value={value}
      clearable
      comboboxProps={{ width: 'max-content', position: 'bottom-start' }}
      onChange={(chosen) => change({ [filter.name]: chosen ?? undefined })}
    />
  )
}

const SEARCH_DELAY_MS = 250

interface SearchBoxProps {
  readonly label: string
  readonly value: string
  readonly name: string
  readonly change: ChangeAddress
  readonly isNumeric?: boolean
}

/** Follows the typing, and follows the address when that changes by going back. */
function SearchBox({ label, value, name, change, isNumeric = false }: SearchBoxProps) {
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
      inputMode={isNumeric ? 'numeric' : 'search'}
      aria-label={label}
      placeholder={label}
      leftSection={<IconSearch size={14} aria-hidden="true" />}
      rightSection={
        typed === '' ? null : <CloseButton size="xs" aria-label={words.screens.clearFilters} onClick={() => type('')} />
      }
      value={typed}
      onChange={(event) => type(event.currentTarget.value)}
    />
  )
}

/** Cards have no headings to sort by. */
function SortChoice({
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
