// Records searched on the server while typing. Separate from the inputs, because a filter needs it without an input.

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
/** Placeholder for a label that is still loading; the id would be taken for one. */
const UNNAMED = '…'

/**
 * Results of the server for the typed text. Selected records always have a label, because a control with a value
 * outside of its options would show nothing. They are offered while nothing is typed, and otherwise only if they match.
 * `known`: labels that the server does not have to tell.
 */
export function useRecords(
  reference: Pick<Reference, 'entity' | 'by'>,
  chosen: readonly string[],
  narrowing = '',
  known: readonly Option[] = [],
) {
  const [typed, setTyped] = useState('')
  const seen = useRef(new Map(known.map(({ value, label }) => [value, label])))
  const client = useQueryClient()
  // A control puts the selected record's label into its search box, which is not a search.
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
  // A value that was selected before the list was loaded needs a label too.
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
   * Results of the server for a text, even if the text has changed since: for a person who types faster than the server
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
    /** Without a match: records with similar words. */
    near: near.filter(({ value }) => !chosen.includes(value)),
    /** Present options. */
    isOffered: (value: string): boolean =>
      sought === '' || [...found, ...near].some((option) => option.value === value),
    /** The search text; empty if nothing is typed. */
    sought,
    /** The options are the results for it. */
    isFound: sought === search && !query.isPlaceholderData && query.isFetched,
    firstFor,
    search: setTyped,
    typed,
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
