// Records found by typing, on the server. Apart from the inputs that use it: a filter needs no input for several.

import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { InputField } from '@ninefold/core/contract/wire/inputs.ts'
import { chosenQuery, optionsQuery } from '../../client/query/queries.ts'
import { words } from '../words/words.ts'

export interface Option {
  readonly value: string
  readonly label: string
}

type Reference = NonNullable<InputField['reference']>

const SEARCH_DELAY_MS = 200
/** Stands for a record whose name is still being asked for: its id would be read as one. */
const UNNAMED = '…'

/**
 * Results of the server for the typed text. Chosen records have a label whatever is sought: a control whose value is in no
 * option would show nothing. They are offered while nothing is typed, and then only where they match like all others.
 */
export function useRecords(reference: Pick<Reference, 'entity' | 'by'>, chosen: readonly string[], narrowing = '') {
  const [typed, setTyped] = useState('')
  const seen = useRef(new Map<string, string>())
  const client = useQueryClient()
  // A control puts the chosen record's label into its search box; that is no search.
  const isLabel = typed === UNNAMED || chosen.some((value) => seen.current.get(value) === typed)
  const sought = isLabel ? '' : typed.trim()
  const [search] = useDebouncedValue(sought, SEARCH_DELAY_MS)
  const query = useQuery({
    ...optionsQuery(reference.entity, reference.by, search, narrowing),
    placeholderData: keepPreviousData,
  })
  const found: Option[] = (query.data?.options ?? []).map(({ value, label }) => ({ value, label }))
  const near: readonly Option[] = query.data?.near ?? []
  for (const { value, label } of [...found, ...near]) seen.current.set(value, label)
  // A value that was chosen before the list was loaded has a label too, wherever in the list it would be.
  const unnamed = chosen.filter((value) => !seen.current.has(value))
  const named = useQuery({
    ...chosenQuery(reference.entity, reference.by, unnamed),
    enabled: query.isFetched && unnamed.length > 0,
  })
  for (const { value, label } of named.data?.options ?? []) seen.current.set(value, label)
  const isBeingNamed = reference.by === 'id' && !named.isFetched && !named.isError && !query.isError
  const missing = chosen
    .filter((value) => !found.some((option) => option.value === value))
    .map((value) => ({ value, label: seen.current.get(value) ?? (isBeingNamed ? UNNAMED : value) }))
  /**
   * Results of the server for a text, even if others are shown by then: for a person who types faster than the server
   * answers.
   */
  const firstFor = async (text: string): Promise<Option | null> => {
    const { options } = await client.fetchQuery(optionsQuery(reference.entity, reference.by, text.trim(), narrowing))
    const first = options.find(({ value }) => !chosen.includes(value))
    if (first !== undefined) seen.current.set(first.value, first.label)
    return first ?? null
  }
  return {
    options: [...missing, ...found],
    /** Where nothing was found: records with words like those that were typed. */
    near: near.filter(({ value }) => !chosen.includes(value)),
    /** Present options. */
    isOffered: (value: string): boolean =>
      sought === '' || [...found, ...near].some((option) => option.value === value),
    /** Text of the search; empty when nothing is typed. */
    sought,
    /** The options are the results for it. */
    isFound: sought === search && !query.isPlaceholderData && query.isFetched,
    firstFor,
    search: setTyped,
    isTyping: typed.trim() !== '',
    isSearching: query.isFetching,
    message: query.isError
      ? words.entities.optionsFailed
      : query.isFetching
        ? words.entities.searching
        : sought === '' && narrowing !== ''
          ? words.entities.nothingFits
          : words.entities.nothingFound,
  }
}
