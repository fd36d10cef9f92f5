// Records found by typing, on the server. Apart from the inputs that use it: a filter needs no input for several.

import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { InputField } from '@ninefold/core/contract/inputs.ts'
import { chosenQuery, optionsQuery } from '../../client/queries.ts'
import { words } from '../words.ts'

interface Option {
  readonly value: string
  readonly label: string
}

type Reference = NonNullable<InputField['reference']>

const SEARCH_DELAY_MS = 200
/** Stands for a record whose name is still being asked for: its id would be read as one. */
const UNNAMED = '…'

/**
 * What the server finds for the typed text. Chosen records stay in the list when the search no longer finds
 * them: a control whose value is in no option would show nothing.
 */
export function useRecords(reference: Pick<Reference, 'entity' | 'by'>, chosen: readonly string[]) {
  const [typed, setTyped] = useState('')
  const seen = useRef(new Map<string, string>())
  // A control puts the chosen record's label into its search box; that is no search.
  const isLabel = typed === UNNAMED || chosen.some((value) => seen.current.get(value) === typed)
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
  const isBeingNamed = reference.by === 'id' && !named.isFetched && !named.isError && !query.isError
  const missing = chosen
    .filter((value) => !found.some((option) => option.value === value))
    .map((value) => ({ value, label: seen.current.get(value) ?? (isBeingNamed ? UNNAMED : value) }))
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
