// An empty result of a search, of filters or of a view: suggestions for mistyped searches, and a link back to all records.

import { IconZoomExclamation } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { listPrefix, viewQuery, type Search } from '../../../client/lists/list-address.ts'
import { statedViews } from '../../../client/lists/stated-view.ts'
import { suggestionsQuery } from '../../../client/query/queries.ts'
import { StandstillState } from '../../connection/standstill.tsx'
import { words } from '../../words/words.ts'
import { clearingChange, type FilteredListProps } from '../lists/list-props.ts'
import styles from '../lists/lists.module.css'

export default function NoMatches({ screen, block, index, asked, address, change }: FilteredListProps) {
  const near = useQuery({
    ...suggestionsQuery(screen.key, index, asked),
    enabled: address.search !== '' && block.answer === null,
    // The link back works without suggestions.
    throwOnError: false,
  })
  const searches = near.data?.searches ?? []
  const view = useOpenView({ screen, block, index })
  return (
    <StandstillState
      icon={<IconZoomExclamation size={22} />}
      title={view === null ? words.screens.nothingMatches : words.screens.nothingInView(view)}
      action={
        <button type="button" className="link" onClick={() => change(clearingChange(block))}>
          {view === null ? words.screens.clearFilters : words.screens.showAll}
        </button>
      }
    >
      {searches.length === 0 ? (
        view === null && words.screens.nothingMatchesHint
      ) : (
        <div role="status" className={styles.meant}>
          {words.tables.lists.didYouMean}
          {searches.map((search) => (
            <button key={search} type="button" className="link" onClick={() => change({ q: search })}>
              {search}
            </button>
          ))}
        </div>
      )}
    </StandstillState>
  )
}

/** The name of the stated view whose filters are the only ones. */
function useOpenView({ screen, block, index }: Pick<FilteredListProps, 'screen' | 'block' | 'index'>): string | null {
  const search = useSearch({ strict: false }) as Search
  const query = viewQuery(block, listPrefix(screen, index), search)
  return statedViews(block).find((view) => view.query === query)?.name ?? null
}
