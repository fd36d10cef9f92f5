// The development mailbox: sent messages, newest first. None was really delivered.

import { Text, Title } from '@mantine/core'
import { IconMailbox } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import type { MailboxLater, MailboxMessage } from '@ninefold/core/contract/wire/mailbox.ts'
import { mailboxQuery } from '../../client/query/queries.ts'
import { useApp } from '../app-context.ts'
import { FailingState, NotFoundState } from '../errors.tsx'
import { StandstillState } from '../connection/standstill.tsx'
import { useFormats } from '../formats.ts'
import { useNow } from '../ticking.ts'
import { useTitle } from '../use-title.ts'
import { words, type Words } from '../words/words.ts'
import page from '../plain-page.module.css'
import styles from './mailbox-page.module.css'

/** A function, because the language may change. */
const text = (): Words['mailbox'] => words.mailbox

export function MailboxPage() {
  const { mode } = useApp()
  useTitle(text().title)
  const query = useQuery({ ...mailboxQuery, enabled: mode === 'development' })
  if (mode !== 'development') return <NotFoundState />
  if (query.isError && query.data === undefined)
    return <FailingState thrown={query.error} retry={() => void query.refetch()} isPage />
  const { messages, later = [] } = query.data ?? {}
  return (
    <div className={page.page}>
      <header>
        <Title order={1}>{text().title}</Title>
        <p className={page.intro}>{text().intro}</p>
      </header>
      {later.length > 0 && <PutOff later={later} />}
      {messages !== undefined && messages.length === 0 && (
        <StandstillState icon={<IconMailbox size={22} />} title={text().emptyTitle}>
          {text().empty}
        </StandstillState>
      )}
      {messages !== undefined && messages.length > 0 && (
        <ol className={page.lines}>
          {messages.map((message) => (
            <Message key={message.id} message={message} />
          ))}
        </ol>
      )}
    </div>
  )
}

/** Deferred steps that are not done yet, mostly because they were refused. */
function PutOff({ later }: { readonly later: readonly MailboxLater[] }) {
  const id = useId()
  return (
    <section className={styles.later} aria-labelledby={id}>
      <Title order={2} id={id}>
        {text().later}
      </Title>
      <ul>
        {later.map((each) => (
          <li key={each.id}>
            <code>{each.owner}</code> <Trouble of={each} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function Trouble({ of: { attempts, error, isGivenUp } }: { readonly of: Omit<MailboxLater, 'owner'> }) {
  if (error === null) return null
  return (
    <span className={styles.trouble} data-given-up={isGivenUp || undefined}>
      {isGivenUp ? text().givenUp(attempts) : text().triedAgain(attempts)} {error}
    </span>
  )
}

function Message({ message }: { readonly message: MailboxMessage }) {
  const { receiver, subject, body, html, attached, at, name, way } = message
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
          {way !== 'email' && <span className={styles.way}>{text().ways[way]}</span>}
          <span className={styles.subject}>{subject === '' ? text().noSubject : subject}</span>
          {message.error !== null && <span className={styles.failed}>{text().failed}</span>}
          {!isOpen && <span className={styles.preview}>{body}</span>}
        </span>
      </button>
      <div id={id} hidden={!isOpen} className={styles.content}>
        <dl className={styles.facts}>
          <dt>{text().to}</dt>
          <dd>{receiver}</dd>
          <dt>{text().sent}</dt>
          <dd>{moment?.exact}</dd>
          <dt>{text().message}</dt>
          <dd>
            {name} ({text().ways[way]})
          </dd>
          {attached.length > 0 && (
            <>
              <dt>{text().attached}</dt>
              <dd>{attached.join(', ')}</dd>
            </>
          )}
        </dl>
        <Trouble of={message} />
        {isOpen && html !== null ? (
          // No script in it runs, and a click on a link opens a new page.
          <iframe
            className={styles.letter}
            srcDoc={html.replaceAll('<a ', '<a target="_blank" ')}
            sandbox="allow-popups allow-popups-to-escape-sandbox allow-same-origin"
            title={subject}
            onLoad={({ currentTarget: frame }) => {
              frame.style.height = `${frame.contentDocument?.documentElement.scrollHeight ?? 400}px`
            }}
          />
        ) : body === '' ? (
          <Text size="sm" c="dimmed">
            {text().noBody}
          </Text>
        ) : (
          <p className={styles.body}>{body}</p>
        )}
      </div>
    </li>
  )
}
