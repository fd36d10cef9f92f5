// Links to the screens of the navigation, in their groups, with the number of records that each shows.

import { IconPointFilled } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Fragment, useEffect, useId } from 'react'
import type { AppNavigationEntry, AppScreen } from '@ninefold/core/contract/wire/app.ts'
import { countsQuery } from '../../../client/navigation-counts.ts'
import { keepUpToDate } from '../../../client/query/live.ts'
import { useApp } from '../../app-context.ts'
import { useFormats } from '../../formats.ts'
import { words } from '../../words/words.ts'
import { ScreenIcon } from './screen-icon.tsx'
import { ViewsBelow } from './views-below.tsx'
import styles from './navigation.module.css'

/** Larger numbers are not counted. */
const SHOWN_MAX = 999

interface LinksProps {
  readonly current: AppNavigationEntry | null
  /** Called also if a person chooses the page that they are on. */
  readonly chosen: (() => void) | undefined
}

export function ScreenLinks({ current, chosen }: LinksProps) {
  const { navigation, screens } = useApp()
  const counts = useCounts()
  return (
    <div className={styles.links}>
      {navigation.map((entry, index) => {
        const screen = screens.find(({ address }) => address === entry.address)
        const begins = entry.group !== undefined && entry.group !== navigation[index - 1]?.group
        return (
          <Fragment key={entry.address}>
            {begins && <div className={styles.group}>{entry.group}</div>}
            <ScreenLink
              entry={entry}
              screen={screen}
              count={counts[entry.address] ?? null}
              isCurrent={entry === current}
              chosen={chosen}
            />
            <ViewsBelow screen={screen} chosen={chosen} />
          </Fragment>
        )
      })}
    </div>
  )
}

interface LinkProps extends Pick<LinksProps, 'chosen'> {
  readonly entry: AppNavigationEntry
  readonly screen: AppScreen | undefined
  /** Null: not counted, or not known yet. */
  readonly count: number | null
  readonly isCurrent: boolean
}

function ScreenLink({ entry, screen, count, isCurrent, chosen }: LinkProps) {
  const { count: inWords } = useFormats()
  const countId = useId()
  const isShown = count !== null && count > 0
  return (
    <Link
      to={entry.address}
      className={styles.link}
      activeProps={{}}
      aria-current={isCurrent ? 'page' : undefined}
      aria-describedby={isShown ? countId : undefined}
      data-current={isCurrent || undefined}
      onClick={chosen}
    >
      <ScreenIcon screen={screen} className={styles.icon} />
      <span className={styles.label}>{entry.label}</span>
      {entry.isProvisional && (
        <span className={styles.provisional} title={words.screens.provisional}>
          <IconPointFilled size={12} aria-hidden="true" />
          <span className="visually-hidden">({words.screens.provisional})</span>
        </span>
      )}
      {isShown && (
        // The name of the link stays the same, and the number describes it.
        <span id={countId} className={styles.number} aria-hidden="true">
          {count > SHOWN_MAX ? `${inWords(SHOWN_MAX)}+` : inWords(count)}
        </span>
      )}
    </Link>
  )
}

const NOTHING: Readonly<Record<string, number>> = {}

function useCounts(): Readonly<Record<string, number>> {
  const app = useApp()
  const client = useQueryClient()
  const isAsked = app.navigation.some(({ isCounted }) => isCounted === true)
  const { data } = useQuery({ ...countsQuery(app), enabled: isAsked })
  useEffect(
    () => (isAsked ? keepUpToDate(client, { part: 'navigation', connected: () => {} }) : undefined),
    [client, isAsked],
  )
  return data?.counts ?? NOTHING
}
