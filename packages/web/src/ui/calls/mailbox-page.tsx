// The messages that the application has sent while it is developed, the newest first. None of them has gone anywhere.

import { Text, Title } from '@mantine/core'
import { IconMailbox } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import type { MailboxMessage } from '@ninefold/core/contract/mailbox.ts'
import { mailboxQuery } from '../../client/queries.ts'
import { useApp } from '../app-context.ts'
import { FailingState, NotFoundState, StandstillState } from '../errors.tsx'
import { useFormats } from '../formats.ts'
import { useNow } from '../ticking.ts'
import { useTitle } from '../use-title.ts'
import { words } from '../words.ts'
import styles from './mailbox-page.module.css'

const text = words.mailbox

export function MailboxPage() {
  const { mode } = useApp()
  useTitle(text.title)
  const query = useQuery({ ...mailboxQuery, enabled: mode === 'development' })
  if (mode !== 'development') return <NotFoundState />
  if (query.isError && query.data === undefined)
    return <FailingState thrown={query.error} retry={() => void query.refetch()} isPage />
  const messages = query.data?.messages
  return (
    <div className={styles.page}>
      <header>
        <Title order={1}>{text.title}</Title>
        <p className={styles.intro}>{text.intro}</p>
      </header>
      {messages !== undefined && messages.length === 0 && (
        <StandstillState icon={<IconMailbox size={22} />} title={text.emptyTitle}>
          {text.empty}
        </StandstillState>
      )}
      {messages !== undefined && messages.length > 0 && (
        <ol className={styles.messages}>
          {messages.map((message) => (
            <Message key={message.id} message={message} />
          ))}
        </ol>
      )}
    </div>
  )
}

function Message({ message }: { readonly message: MailboxMessage }) {
  const { receiver, subject, body, at, name } = message
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  const moment = useFormats().moment(at, useNow())
  return (
    <li className={styles.message} data-open={isOpen || undefined}>
      <button
        type="button"
        className={styles.line}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        <span className={styles.receiver}>{receiver}</span>
        <time className={styles.time} dateTime={at} title={moment?.exact}>
          {moment?.relative}
        </time>
        <span className={styles.words}>
          <span className={styles.subject}>{subject === '' ? text.noSubject : subject}</span>
          {!isOpen && <span className={styles.preview}>{body}</span>}
        </span>
      </button>
      <div id={id} hidden={!isOpen} className={styles.content}>
        <dl className={styles.facts}>
          <dt>{text.to}</dt>
          <dd>{receiver}</dd>
          <dt>{text.sent}</dt>
          <dd>{moment?.exact}</dd>
          <dt>{text.message}</dt>
          <dd>{name}</dd>
        </dl>
        {body === '' ? (
          <Text size="sm" c="dimmed">
            {text.noBody}
          </Text>
        ) : (
          <p className={styles.body}>{body}</p>
        )}
      </div>
    </li>
  )
}
