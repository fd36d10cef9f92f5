// Queries of the web app, each with its cache key.

import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { TakenData } from '@ninefold/core/contract/wire/actions.ts'
import type {
  AnswerData,
  App,
  AppChoices,
  AppForm,
  AppList,
  AppRecord,
  AppScreen,
  FormData,
  ListData,
  RecordPageData,
  TitlesData,
} from '@ninefold/core/contract/wire/app.ts'
import type {
  ChartData,
  CountData,
  FacetData,
  SearchSuggestions,
  TotalsData,
} from '@ninefold/core/contract/wire/charts.ts'
import type { AppHistory } from '@ninefold/core/contract/record-page/app-parts.ts'
import type { SpecificationReport } from '@ninefold/core/contract/wire/development.ts'
import type { ImportForm } from '@ninefold/core/contract/inputs/row-imports.ts'
import type { HistoryData } from '@ninefold/core/contract/screens/record-history.ts'
import type { OptionsData } from '@ninefold/core/contract/wire/options.ts'
import type { Mailbox } from '@ninefold/core/contract/wire/mailbox.ts'
import { APP_ADDRESS, blockAddress, queryOf } from '../addresses.ts'
import { choicesOfAnswer, listOfAnswer, recordOfAnswer } from '../lists/answer-rows.ts'
import { withRecordId, withRowIds } from '../lists/row-ids.ts'
import { request, requestUnlessHeld, type Held } from './request.ts'
import { shownQuery } from './shown-query.ts'

export type Parameters = Readonly<Record<string, string>>

let heldApp: Held<App> | null = null

export const appQuery = queryOptions({
  queryKey: ['app'],
  queryFn: async ({ signal }) => {
    heldApp = await requestUnlessHeld(APP_ADDRESS, heldApp, signal)
    return heldApp.answer
  },
  staleTime: 60_000,
})

export const specificationQuery = queryOptions({
  queryKey: ['specification'],
  queryFn: ({ signal }) => request<SpecificationReport>('GET', '/_ninefold/specification', { signal }),
  staleTime: 60_000,
})

/** Polled, because the clock sends messages without a request. */
export const mailboxQuery = queryOptions({
  queryKey: ['mailbox'],
  queryFn: ({ signal }) => request<Mailbox>('GET', '/_ninefold/mailbox.json', { signal }),
  refetchInterval: 3_000,
})

export function listQuery(screen: string, index: number, block: AppList, parameters: Parameters) {
  const { answer, columns, actions, form } = block
  const page = Number(parameters['page'] ?? '1')
  return shownQuery<ListData | AnswerData, ListData>(
    ['data', screen, index, parameters, answer === null ? null : columns],
    blockAddress(screen, index, parameters),
    (body) =>
      answer === null
        ? withRowIds(body as ListData)
        : listOfAnswer({ answer, columns, actions, drawnBy: keysOfForm(form) }, body as AnswerData, page),
  )
}

/** The server counts the groups of a chart of records; a chart of an answer is counted here. */
export function chartQuery(screen: string, index: number, parameters: Parameters) {
  const address = blockAddress(screen, index, parameters)
  return shownQuery<ChartData>(['data', screen, index, parameters, 'chart'], address)
}

/** Over the whole list, or per lane of a board. */
export function totalsQuery(screen: string, index: number, parameters: Parameters) {
  const asked = { ...parameters, totals: '1' }
  return shownQuery<TotalsData>(['data', screen, index, asked], blockAddress(screen, index, asked))
}

/** Counts of a filter's choices under all other filters. */
export function facetQuery(screen: string, index: number, parameters: Parameters, filter: string) {
  const { page: _, sort: __, [filter]: ___, ...others } = parameters
  const asked = { ...others, facet: filter }
  return shownQuery<FacetData>(['data', screen, index, asked], blockAddress(screen, index, asked))
}

/** Suggested searches for one without results. */
export function suggestionsQuery(screen: string, index: number, parameters: Parameters) {
  const { page: _, sort: __, ...others } = parameters
  const asked = { ...others, near: 'yes' }
  return shownQuery<SearchSuggestions>(['data', screen, index, asked], blockAddress(screen, index, asked))
}

function keysOfForm(form: AppForm): string[] {
  switch (form.kind) {
    case 'table':
    case 'cards':
      return []
    case 'chart':
      return [form.by.key, ...(form.of === null ? [] : [form.of.key])]
    default:
      return [form.by]
  }
}

export function recordQuery(screen: string, index: number, block: AppRecord, parameters: Parameters) {
  const { answer, columns, actions } = block
  return shownQuery<RecordPageData | AnswerData, RecordPageData>(
    ['data', screen, index, parameters, answer === null ? null : columns],
    blockAddress(screen, index, parameters),
    (body) =>
      answer === null
        ? withRecordId(body as RecordPageData)
        : recordOfAnswer({ answer, columns, actions }, body as AnswerData),
  )
}

/** By record id; reloaded with the rest of the page. */
export function historyQuery({ address }: AppHistory, id: string) {
  return shownQuery<HistoryData>(['data', address, id], address + encodeURIComponent(id))
}

export function countQuery(screen: string, index: number, parameters: Parameters) {
  return shownQuery<CountData>(['data', screen, index, parameters], blockAddress(screen, index, parameters))
}

export function choicesQuery(screen: string, index: number, { answer }: AppChoices, parameters: Parameters) {
  const address = blockAddress(screen, index, parameters)
  return shownQuery<AnswerData, readonly string[]>(['data', screen, index, parameters], address, (body) =>
    choicesOfAnswer({ answer }, body),
  )
}

/** Titles of tabs that the server computes. */
export function titlesQuery(screen: string, parameters: Parameters) {
  const address = `/_ninefold/screens/${encodeURIComponent(screen)}/titles${queryOf(parameters)}`
  return {
    ...shownQuery<TitlesData>(['data', screen, 'titles', parameters], address),
    placeholderData: keepPreviousData,
  }
}

export function formQuery(screen: string, action: string, keys: Parameters) {
  return queryOptions({
    queryKey: ['data', 'form', screen, action, keys],
    queryFn: ({ signal }) =>
      request<FormData>(
        'GET',
        `/_ninefold/forms/${encodeURIComponent(screen)}/${encodeURIComponent(action)}${queryOf(keys)}`,
        { signal },
      ),
    // A form shows present values when it is opened, and never cached ones.
    gcTime: 0,
  })
}

/** The call that creates a record from a row of a file, at this list's address. */
export function importFormQuery(address: string) {
  return queryOptions({
    queryKey: ['data', 'import', address],
    queryFn: ({ signal }) => request<ImportForm>('GET', `${address}/import`, { signal }),
  })
}

/** `narrowing`: parameters that say what they are for; empty: for anything. */
export function optionsQuery(entity: string, by: string, search: string, narrowing: string) {
  const asked = `${queryOf({ by, q: search })}${narrowing === '' ? '' : `&${narrowing}`}`
  return queryOptions({
    queryKey: ['data', 'options', entity, by, search, narrowing],
    queryFn: ({ signal }) =>
      request<OptionsData>('GET', `/_ninefold/options/${encodeURIComponent(entity)}${asked}`, { signal }),
    staleTime: 30_000,
  })
}

/** `address` already has a query. `from` and `until` are days. */
export function takenQuery(address: string, from: string, until: string) {
  return queryOptions({
    queryKey: ['data', 'taken', address, from, until],
    queryFn: ({ signal }) =>
      request<TakenData>('GET', `${address}&${new URLSearchParams({ from, until })}`, { signal }),
    staleTime: 10_000,
  })
}

/** A refreshing screen polls all its data while its tab is visible. */
export function refetchInterval({ refreshSeconds }: Pick<AppScreen, 'refreshSeconds'>): number | false {
  return refreshSeconds === null ? false : refreshSeconds * 1000
}

/** Labels of chosen records. */
export function chosenQuery(entity: string, by: string, values: readonly string[]) {
  const asked = new URLSearchParams([['by', by], ...values.map((value) => ['value', value])])
  return queryOptions({
    queryKey: ['data', 'chosen', entity, by, values],
    queryFn: ({ signal }) =>
      request<OptionsData>('GET', `/_ninefold/options/${encodeURIComponent(entity)}?${asked}`, { signal }),
    staleTime: 30_000,
  })
}
