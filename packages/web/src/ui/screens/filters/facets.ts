// An open filter → the number of records that each of its choices would find. Only lists of records have these counts;
// lists from calls do not.

import { useQuery } from '@tanstack/react-query'
import { createContext, useContext } from 'react'
import { type AppFilter, NO_VALUE } from '@ninefold/core/contract/inputs/list-filters.ts'
import { facetQuery, type Parameters } from '../../../client/query/queries.ts'

export interface CountedList {
  readonly screen: string
  readonly index: number
  readonly asked: Parameters
}

/** The surrounding list. Null: its records are not counted. */
export const FacetsOfList = createContext<CountedList | null>(null)

/** Null: the count is unknown, or not there yet. */
export function useFacet({ name, isCounted }: AppFilter): (value: string) => number | null {
  const list = useContext(FacetsOfList)
  const { screen, index, asked } = list ?? { screen: '', index: 0, asked: {} }
  const { data } = useQuery({
    ...facetQuery(screen, index, asked, name),
    enabled: list !== null && isCounted === true,
    // The choices work without counts.
    throwOnError: false,
  })
  const choices = data?.choices ?? null
  if (data === undefined || choices === null) return () => null
  const counts = new Map(choices.map(({ value, count }) => [value === null ? NO_VALUE : String(value), count]))
  return (value) => counts.get(value) ?? (data.isWhole ? 0 : null)
}
