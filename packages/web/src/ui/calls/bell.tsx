// The number of unread notifications, with a link to them.

import { IconBell } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useLocation } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { keepUpToDate } from '../../client/query/live.ts'
import { listAgain, unreadQuery } from '../../client/notifications.ts'
import { useApp } from '../app-context.ts'
import { words, type Words } from '../words/words.ts'
import styles from './bell.module.css'

export const NOTIFICATIONS_PAGE = '/_ninefold/inbox'
/** Larger numbers are shown as "99+". */
const SHOWN_MAX = 99

/** A function, because the language may change. */
const text = (): Words['notifications'] => words.notifications

function useUnread(): number {
  const { hasNotifications } = useApp()
  const { data } = useQuery({ ...unreadQuery, enabled: hasNotifications })
  return data?.unread ?? 0
}

export function Bell() {
  const { hasNotifications } = useApp()
  const isCurrent = useLocation().pathname === NOTIFICATIONS_PAGE
  const unread = useUnread()
  if (!hasNotifications) return null
  return (
    <Link
      to={NOTIFICATIONS_PAGE}
      className={styles.bell}
      activeProps={{}}
      aria-label={text().bell(unread)}
      title={text().title}
      aria-current={isCurrent ? 'page' : undefined}
      data-current={isCurrent || undefined}
    >
      <IconBell size={18} aria-hidden="true" />
      {unread > 0 && (
        <span className={styles.unread} aria-hidden="true">
          {unread > SHOWN_MAX ? `${SHOWN_MAX}+` : unread}
        </span>
      )}
    </Link>
  )
}

/** Announces new notifications to screen readers. Earlier ones are not announced. */
export function BellNews() {
  const unread = useUnread()
  const client = useQueryClient()
  const before = useRef<number | null>(null)
  const [news, setNews] = useState('')
  useEffect(() => {
    if (before.current !== null && unread !== before.current) {
      setNews(unread > before.current ? text().bell(unread) : '')
      listAgain(client)
    }
    before.current = unread
  }, [unread, client])
  // Notifications that the connection missed arrive with the reconnection.
  useEffect(() => keepUpToDate(client, { part: 'bell', connected: () => {} }), [client])
  return (
    <div role="status" className="visually-hidden">
      {news}
    </div>
  )
}
