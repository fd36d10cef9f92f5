// Views of a list as tabs above it: first the list as stated, then the stated views and those that this person has. Each
// tab is a link; the open one of a person has a menu.

import { Link } from '@tanstack/react-router'
import { Suspense } from 'react'
import type { View } from '@ninefold/core/contract/screens/views.ts'
import { changeListAddress, viewChange, viewQuery } from '../../../client/lists/list-address.ts'
import { statedViews } from '../../../client/lists/stated-view.ts'
import { isAt } from '../../../client/lists/views.ts'
import { lazyPart } from '../../connection/lazy-part.tsx'
import { words } from '../../words/words.ts'
import type { ToolsProps } from '../lists/tools-props.ts'
import styles from './views.module.css'

/** Tools of the open view; until they are loaded, it is a tab like the others. */
const OpenView = lazyPart(() => import('./open-view.tsx'), { missingAs: 'line' })

export function ViewTabs(props: ToolsProps) {
  const { screen, block, index, prefix, search, label, asChosen } = props
  const own = asChosen.views.views.filter((view) => isAt(view, { screen: screen.key, block: index }))
  const stated = statedViews(block)
  if (own.length + stated.length === 0) return null
  const query = viewQuery(block, prefix, search)
  const tab = (each: Pick<View, 'name' | 'query'>) => (
    <Link
      key={`${each.name}?${each.query}`}
      to="."
      search={changeListAddress(search, prefix, viewChange(block, each.query)) as never}
      className={styles.tab}
      activeProps={{}}
      resetScroll={false}
      aria-current={each.query === query ? 'true' : undefined}
      data-shown={each.query === query || undefined}
      // All views of a list share the same path, so the query decides which one is active.
      activeOptions={{ exact: true, includeSearch: true, explicitUndefined: true }}
    >
      {each.name}
    </Link>
  )
  return (
    <nav className={styles.tabs} aria-label={words.tables.lists.viewsOf(label)}>
      {tab({ name: words.tables.lists.statedView, query: '' })}
      {stated.map(tab)}
      {own.map((view) =>
        view.query === query ? (
          <Suspense key={view.id} fallback={tab(view)}>
            <OpenView {...props} view={view} />
          </Suspense>
        ) : (
          tab(view)
        ),
      )}
    </nav>
  )
}
