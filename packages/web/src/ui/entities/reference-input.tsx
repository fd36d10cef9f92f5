// A reference: records are found by typing, on the server, and named by the field that the call takes.

import { Loader, MultiSelect, Select, TagsInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { InputField } from '@ninefold/core/contract/inputs.ts'
import { chosenQuery, optionsQuery } from '../../client/queries.ts'
import { words } from '../words.ts'
import { sharedProps, type InputProps } from './input-props.ts'

interface Option {
  readonly value: string
  readonly label: string
}

const SEARCH_DELAY_MS = 200

export function ReferenceInput(props: InputProps) {
  const reference = props.field.reference
  if (reference === null) throw new Error(`The input "${props.field.label}" names records, but not whose.`)
  return reference.isList ? (
    <ManyRecords {...props} reference={reference} />
  ) : (
    <OneRecord {...props} reference={reference} />
  )
}

type Reference = NonNullable<InputField['reference']>

function OneRecord(props: InputProps & { readonly reference: Reference }) {
  const value =
    typeof props.value === 'string' && props.value !== ''
      ? props.value
      : typeof props.value === 'number'
        ? String(props.value)
        : null
  const records = useRecords(props.reference, value === null ? [] : [value])
  const isOptional = !props.field.isNeeded && !props.field.isRequired
  return (
    <Select
      {...sharedProps(props)}
      data={records.options}
      value={value}
      searchable
      // The server has searched already; what it found is shown as it came.
      filter={({ options }) => options}
      onSearchChange={records.search}
      clearable={isOptional}
      allowDeselect={false}
      placeholder={words.entities.searchRecords}
      nothingFoundMessage={records.message}
      rightSection={records.isSearching ? <Loader size={14} /> : undefined}
      onChange={(chosen) => props.change(chosen)}
    />
  )
}

function ManyRecords(props: InputProps & { readonly reference: Reference }) {
  const value = Array.isArray(props.value) ? (props.value as string[]) : []
  const records = useRecords(props.reference, value)
  if (props.reference.isMadeWhenMissing) {
    return (
      <TagsInput
        {...sharedProps(props)}
        // Only while something is typed: a list that stays open lies over what comes next in the form.
        data={records.isTyping ? records.options.map((option) => option.value) : []}
        value={value}
        filter={({ options }) => options}
        onSearchChange={records.search}
        placeholder={value.length === 0 ? words.entities.addByTyping : ''}
        onChange={(chosen) => props.change(chosen)}
      />
    )
  }
  return (
    <MultiSelect
      {...sharedProps(props)}
      data={records.options}
      value={value}
      searchable
      filter={({ options }) => options}
      onSearchChange={records.search}
      placeholder={value.length === 0 ? words.entities.searchRecords : ''}
      nothingFoundMessage={records.message}
      rightSection={records.isSearching ? <Loader size={14} /> : undefined}
      onChange={(chosen) => props.change(chosen)}
    />
  )
}

/**
 * What the server finds for the typed text. Chosen records stay in the list when the search no longer finds
 * them: a control whose value is in no option would show nothing.
 */
export function useRecords(reference: Pick<Reference, 'entity' | 'by'>, chosen: readonly string[]) {
  const [typed, setTyped] = useState('')
  const seen = useRef(new Map<string, string>())
  // A control puts the chosen record's label into its search box; that is no search.
  const isLabel = chosen.some((value) => seen.current.get(value) === typed)
  const [search] = useDebouncedValue(isLabel ? '' : typed.trim(), SEARCH_DELAY_MS)
  const query = useQuery({ ...optionsQuery(reference.entity, reference.by, search), placeholderData: keepPreviousData })
  const found: Option[] = (query.data?.options ?? []).map(({ value, label }) => ({ value, label }))
  for (const { value, label } of found) seen.current.set(value, label)
  // What was chosen before the list was asked for has a label too, wherever in the list it would be.
  const unnamed = chosen.filter((value) => !seen.current.has(value))
  const named = useQuery({
    ...chosenQuery(reference.entity, reference.by, unnamed),
    enabled: query.isFetched && unnamed.length > 0,
  })
  for (const { value, label } of named.data?.options ?? []) seen.current.set(value, label)
  const missing = chosen
    .filter((value) => !found.some((option) => option.value === value))
    .map((value) => ({ value, label: seen.current.get(value) ?? value }))
  return {
    options: [...missing, ...found],
    search: setTyped,
    isTyping: typed.trim() !== '',
    isSearching: query.isFetching,
    message: query.isError
      ? words.entities.optionsFailed
      : query.isFetching
        ? words.entities.searching
        : words.entities.nothingFound,
  }
}
