// Views that the text states → tabs of a list, each as the query of an address. A view that uses a hidden filter or column
// is left out, because it would show other records than its name says.

import { OR, filterGroupsText } from '../inputs/filter-groups.ts'
import { CONTAINS, ME, NO_VALUE, NOT, rangeText, type AppFilter } from '../inputs/list-filters.ts'
import type { StatedView, ViewFilter, ListBlock } from '../../model/screens.ts'
import type { AppList, AppStatedView } from '../wire/app.ts'
import { GROUPED_BY, ROW_DENSITY, SHOWN_COLUMNS } from './views.ts'

type ShownParts = Pick<AppList, 'columns' | 'filters' | 'searchIn'>

export function statedViews({ views }: ListBlock, shown: ShownParts): { readonly views?: readonly AppStatedView[] } {
  const found = views.flatMap((view) => appView(view, shown) ?? [])
  return found.length === 0 ? {} : { views: found }
}

function appView(view: StatedView, { columns, filters, searchIn }: ShownParts): AppStatedView | null {
  const groups = view.filters.map((group) => group.map((filter) => [nameOf(filter), textOf(filter)] as const))
  const isFiltered = groups.flat().every(([name]) => filters.some((each) => each.name === name))
  const keys = [...view.sortedBy.map(({ field }) => field), ...(view.groupedBy === null ? [] : [view.groupedBy])]
  const isShown = keys.every((key) => columns.some((column) => column.key === key && column.isSortable))
  const isSearched = view.search === null || searchIn.length > 0
  // A hidden column takes no record away, so the view stays without it.
  const shown = view.columns.filter((key) => columns.some((column) => column.key === key))
  if (view.columns.length > 0 && shown.length === 0) return null
  if (!isFiltered || !isSearched || !isShown || (usesMe(view) && !isSignedIn(filters))) return null
  const [first = [], ...others] = groups
  const sort = view.sortedBy.map(({ field, direction }) => (direction === 'descending' ? `-${field}` : field))
  const parts: (readonly [string, string])[] = [
    ...first,
    ...(others.length === 0 ? [] : [[OR, filterGroupsText(others.map((group) => Object.fromEntries(group)))] as const]),
    ...(view.search === null ? [] : [['q', view.search] as const]),
    ...(sort.length === 0 ? [] : [['sort', sort.join(',')] as const]),
    ...(shown.length === 0 ? [] : [[SHOWN_COLUMNS, shown.join(',')] as const]),
    ...(view.groupedBy === null ? [] : [[GROUPED_BY, view.groupedBy] as const]),
    ...(view.isCompact ? [[ROW_DENSITY, 'compact'] as const] : []),
  ]
  const query = parts.map((part) => part.map(encodeURIComponent).join('=')).join('&')
  return { name: view.name, query, ...(view.opensFirst ? { opensFirst: true as const } : {}) }
}

function usesMe({ filters }: StatedView): boolean {
  return filters.flat().some((filter) => filter.kind === 'values' && filter.orMe)
}

/** A guest has no records of their own. */
function isSignedIn(filters: readonly AppFilter[]): boolean {
  return filters.some(({ filter }) => filter.kind === 'reference' && filter.hasMe === true)
}

function nameOf(filter: ViewFilter): string {
  return filter.kind === 'contains' ? filter.field + CONTAINS : filter.field
}

function textOf(filter: ViewFilter): string {
  switch (filter.kind) {
    case 'values': {
      const values = [...filter.values, ...(filter.orMe ? [ME] : []), ...(filter.orNothing ? [NO_VALUE] : [])]
      return `${filter.isNot ? NOT : ''}${values.join(',')}`
    }
    case 'between':
      return filter.from === filter.until ? (filter.from ?? '') : rangeText(filter)
    case 'contains':
      return filter.text
    case 'days':
      return filter.unit === 'day' ? DAYS[filter.which] : `${filter.which}-${filter.unit}`
  }
}

const DAYS = { last: 'yesterday', this: 'today', next: 'tomorrow' } as const
