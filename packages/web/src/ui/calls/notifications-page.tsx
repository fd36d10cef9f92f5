// Messages in the application to whoever is signed in, the newest first, each with a way to what it is about.

import { Button, Title } from '@mantine/core'
import { IconBell, IconCheck, IconChecks } from '@tabler/icons-react'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useRef } from 'react'
import type { Notification } from '@ninefold/core/contract/wire/notifications.ts'
import { markAsRead, notificationsQuery } from '../../client/notifications.ts'
import { useApp } from '../app-context.ts'
import { FailingState, noticeFailed, NotFoundState } from '../errors.tsx'
import { StandstillState } from '../connection/standstill.tsx'
import { useFormats } from '../formats.ts'
import { useNow } from '../ticking.ts'
import { useTitle } from '../use-title.ts'
import { words, type Words } from '../words/words.ts'
import styles from './notifications-page.module.css'

/** Asked for each time: another language has other words. */
const text = (): Words['notifications'] => words.notifications

export function NotificationsPage() {
  const { hasNotifications } = useApp()
  useTitle(text().title)
  const client = useQueryClient()
  const query = useInfiniteQuery({ ...notificationsQuery, enabled: hasNotifications })
  if (!hasNotifications) return <NotFoundState />
  if (query.isError && query.data === undefined)
    return <FailingState thrown={query.error} retry={() => void query.refetch()} isPage />
  const read = (id: string, isAll: boolean): void =>
    void markAsRead(client, id, isAll).catch((thrown: unknown) => noticeFailed(text().markAsRead, thrown))
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
              read(newest.id, true)
            }}
          >
            {text().markAllAsRead}
          </Button>
        )}
      </header>
      {query.data !== undefined && newest === undefined && (
        <StandstillState icon={<IconBell size={22} />} title={text().emptyTitle}>
          {text().empty}
        </StandstillState>
      )}
      {newest !== undefined && (
        <ol className={styles.items} aria-label={text().title}>
          {items.map((item) => (
            <Item key={item.id} item={item} read={() => read(item.id, false)} />
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

function Item({ item, read }: { readonly item: Notification; readonly read: () => void }) {
  const { subject, body, at, isRead, about, message } = item
  const moment = useFormats().moment(at, useNow())
  const place = useRef<HTMLLIElement>(null)
  const title = subject === '' ? message : subject
  return (
    <li className={styles.item} data-unread={!isRead || undefined} tabIndex={-1} ref={place}>
      <span className={styles.mark}>{!isRead && <span className="visually-hidden">{text().unread}</span>}</span>
      <div className={styles.words}>
        <p className={styles.subject}>
          {about?.address === null || about === null ? (
            title
          ) : (
            <Link to={about.address} onClick={isRead ? undefined : read}>
              {title}
            </Link>
          )}
        </p>
        {body !== '' && <p className={styles.body}>{body}</p>}
        <p className={styles.facts}>
          <time dateTime={at} title={moment?.exact}>
            {moment?.relative}
          </time>
          {about?.label !== null && about?.label !== undefined && <span className={styles.label}>{about.label}</span>}
        </p>
      </div>
      {!isRead && (
        <button
          type="button"
          className={styles.read}
          title={text().markAsRead}
          onClick={() => {
            // The button goes; the keyboard stays where it was.
            place.current?.focus()
            read()
          }}
        >
          <IconCheck size={18} aria-hidden="true" />
          <span className="visually-hidden">{text().markOneAsRead(title)}</span>
        </button>
      )}
    </li>
  )
}
