// The user's notifications, newest first, each with a link to its record.

import { Button, Title } from '@mantine/core'
import { IconBell, IconCheck, IconChecks, IconMail } from '@tabler/icons-react'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Notification } from '@ninefold/core/contract/wire/notifications.ts'
import { mark, notificationsQuery, type Marking } from '../../client/notifications.ts'
import { useApp } from '../app-context.ts'
import { FailingState, noticeFailed, NotFoundState } from '../errors.tsx'
import { StandstillState } from '../connection/standstill.tsx'
import { useFormats } from '../formats.ts'
import { RowsSkeleton } from '../screens/lists/list-parts.tsx'
import { useNow } from '../ticking.ts'
import { useTitle } from '../use-title.ts'
import { words, type Words } from '../words/words.ts'
import styles from './notifications-page.module.css'

/** A function, because the language may change. */
const text = (): Words['notifications'] => words.notifications

export function NotificationsPage() {
  const { hasNotifications } = useApp()
  useTitle(text().title)
  const client = useQueryClient()
  const query = useInfiniteQuery({ ...notificationsQuery, enabled: hasNotifications })
  if (!hasNotifications) return <NotFoundState />
  if (query.isError && query.data === undefined)
    return <FailingState thrown={query.error} retry={() => void query.refetch()} isPage />
  const markAs = (id: string, as: Marking): void =>
    void mark(client, id, as).catch((thrown: unknown) =>
      noticeFailed(as === 'unread' ? text().markAsUnread : text().markAsRead, thrown),
    )
  const pages = query.data?.pages ?? []
  const items = pages.flatMap((page) => page.items)
  const [newest] = items
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <Title order={1}>{text().title}</Title>
        {newest !== undefined && (pages[0]?.unread ?? 0) > 0 && (
          <Button
            variant="default"
            size="sm"
            leftSection={<IconChecks size={16} aria-hidden="true" />}
            onClick={() => {
              document.getElementById('content')?.focus()
              markAs(newest.id, 'read-until')
            }}
          >
            {text().markAllAsRead}
          </Button>
        )}
      </header>
      {query.data === undefined && <RowsSkeleton />}
      {query.data !== undefined && newest === undefined && (
        <StandstillState icon={<IconBell size={22} />} title={text().emptyTitle}>
          {text().empty}
        </StandstillState>
      )}
      {newest !== undefined && (
        <ol className={styles.items} aria-label={text().title}>
          {items.map((item) => (
            <Item key={item.id} item={item} mark={(as) => markAs(item.id, as)} />
          ))}
        </ol>
      )}
      {query.hasNextPage && (
        <Button
          variant="default"
          className={styles.more}
          loading={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          {text().more}
        </Button>
      )}
    </div>
  )
}

function Item({ item, mark: markAs }: { readonly item: Notification; readonly mark: (as: Marking) => void }) {
  const { subject, body, at, isRead, about, message } = item
  const moment = useFormats().moment(at, useNow())
  const title = subject === '' ? message : subject
  // Leaves out the label if the title already contains it.
  const label = about?.label ?? ''
  const isTold = label !== '' && !`${title} ${body}`.toLowerCase().includes(label.toLowerCase())
  return (
    <li className={styles.item} data-unread={!isRead || undefined}>
      <span className={styles.mark}>{!isRead && <span className="visually-hidden">{text().unread}</span>}</span>
      <div className={styles.words}>
        <p className={styles.subject}>
          {about?.address === null || about === null ? (
            title
          ) : (
            <Link to={about.address} onClick={isRead ? undefined : () => markAs('read')}>
              {title}
            </Link>
          )}
        </p>
        {body !== '' && <p className={styles.body}>{body}</p>}
        <p className={styles.facts}>
          <time dateTime={at} title={moment?.exact}>
            {moment?.relative}
          </time>
          {isTold && <span>{label}</span>}
        </p>
      </div>
      <button
        type="button"
        className={styles.read}
        title={isRead ? text().markAsUnread : text().markAsRead}
        onClick={() => markAs(isRead ? 'unread' : 'read')}
      >
        {isRead ? <IconMail size={18} aria-hidden="true" /> : <IconCheck size={18} aria-hidden="true" />}
        <span className="visually-hidden">{isRead ? text().markOneAsUnread(title) : text().markOneAsRead(title)}</span>
      </button>
    </li>
  )
}
