// Waiting and failed messages: an operator retries or gives up one.

import { Button, SegmentedControl } from '@mantine/core'
import { IconMail, IconMailOff, IconWebhook } from '@tabler/icons-react'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { MessageState, OperatorMessage } from '@ninefold/core/contract/wire/operators.ts'
import { messagesQuery, workOnMessage } from '../../client/operation.ts'
import { StandstillState } from '../connection/standstill.tsx'
import { FailingState, noticeDone, noticeFailed } from '../errors.tsx'
import { useFormats } from '../formats.ts'
import { operationText } from '../roles/page-words.ts'
import { Facts, Moment, More } from './parts.tsx'
import styles from './operation.module.css'

export function MessagesTab() {
  const [state, setState] = useState<MessageState>('waiting')
  const { count } = useFormats()
  const query = useInfiniteQuery(messagesQuery(state))
  const text = operationText().messages
  if (query.isError && query.data === undefined)
    return <FailingState thrown={query.error} retry={() => void query.refetch()} />
  const messages = query.data?.pages.flatMap((page) => page.messages)
  const lengths = query.data?.pages[0]?.lengths
  const counted = (of: MessageState): string => (lengths === undefined ? '' : count(lengths[of]))
  return (
    <>
      <SegmentedControl
        className={styles.which}
        aria-label={text.which}
        value={state}
        onChange={(chosen) => setState(chosen as MessageState)}
        data={[
          { value: 'waiting', label: text.waiting(counted('waiting')) },
          { value: 'failed', label: text.failed(counted('failed')) },
        ]}
      />
      {messages !== undefined && messages.length === 0 && (
        <StandstillState
          icon={state === 'failed' ? <IconMailOff size={22} /> : <IconMail size={22} />}
          title={state === 'failed' ? text.noneFailed : text.noneWaiting}
        >
          {null}
        </StandstillState>
      )}
      {messages !== undefined && messages.length > 0 && (
        <ul className={styles.lines} aria-label={operationText().tabs.messages}>
          {messages.map((message) => (
            <Message key={message.id} message={message} />
          ))}
        </ul>
      )}
      <More query={query} />
    </>
  )
}

function Message({ message }: { readonly message: OperatorMessage }) {
  const { name, way, receiver, attempts, writtenAt, nextTryAt, lastError, isBeingSent } = message
  const text = operationText().messages
  const Icon = way === 'webhook' ? IconWebhook : IconMail
  return (
    <li className={styles.line}>
      <Icon size={18} className={styles.icon} aria-label={text.ways[way] ?? way} />
      <div className={styles.words}>
        <p className={styles.name}>
          {name} <span className={styles.receiver}>{receiver}</span>
        </p>
        {lastError !== null && <p className={styles.error}>{lastError}</p>}
        <Facts>
          {isBeingSent && <span>{text.beingSent}</span>}
          {nextTryAt !== null && <Moment at={nextTryAt}>{text.nextTry}</Moment>}
          {nextTryAt === null && !isBeingSent && <span>{text.givenUp}</span>}
          {attempts > 0 && <span>{text.tried(attempts)}</span>}
          <Moment at={writtenAt}>{text.writtenAt}</Moment>
        </Facts>
      </div>
      {!isBeingSent && <Buttons message={message} />}
    </li>
  )
}

function Buttons({ message: { id, name, nextTryAt } }: { readonly message: OperatorMessage }) {
  const client = useQueryClient()
  const [busy, setBusy] = useState<'again' | 'give up' | null>(null)
  const text = operationText().messages
  const does = (what: 'again' | 'give up', label: string, done: string): void => {
    setBusy(what)
    workOnMessage(client, id, what)
      .then(
        () => noticeDone(done),
        (thrown: unknown) => noticeFailed(label, thrown),
      )
      .finally(() => setBusy(null))
  }
  return (
    <div className={styles.buttons}>
      <Button
        variant="default"
        size="sm"
        loading={busy === 'again'}
        disabled={busy === 'give up'}
        aria-label={text.againOne(name)}
        onClick={() => does('again', text.again, text.triedAgain(name))}
      >
        {text.again}
      </Button>
      {nextTryAt !== null && (
        <Button
          variant="subtle"
          size="sm"
          loading={busy === 'give up'}
          disabled={busy === 'again'}
          aria-label={text.giveUpOne(name)}
          onClick={() => does('give up', text.giveUp, text.gaveUp(name))}
        >
          {text.giveUp}
        </Button>
      )}
    </div>
  )
}
