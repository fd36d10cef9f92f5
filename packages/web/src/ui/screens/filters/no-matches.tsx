// An empty result of a search or of filters: suggestions for mistyped searches, and a link back to all records.

import { IconZoomExclamation } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
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
  return (
    <StandstillState
      icon={<IconZoomExclamation size={22} />}
      title={words.screens.nothingMatches}
      action={
        <button type="button" className="link" onClick={() => change(clearingChange(block))}>
          {words.screens.clearFilters}
        </button>
      }
    >
      {searches.length === 0 ? (
        words.screens.nothingMatchesHint
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
