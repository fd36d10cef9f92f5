// Waiting and failed messages: an operator retries or gives up one.

import { SegmentedControl } from '@mantine/core'
import { IconMail, IconMailOff, IconWebhook } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { MessageState, OperatorMessage } from '@ninefold/core/contract/wire/operators.ts'
import { messagesQuery } from '../../client/operation.ts'
import { StandstillState } from '../connection/standstill.tsx'
import { FailingState } from '../errors.tsx'
import { useFormats } from '../formats.ts'
import { operationText } from '../roles/page-words.ts'
import { AgainButtons } from './again-buttons.tsx'
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
  const { id, name, way, receiver, attempts, writtenAt, nextTryAt, lastError, isBeingSent } = message
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
      {!isBeingSent && <AgainButtons of={{ kind: 'message', id }} name={name} isTried={nextTryAt !== null} />}
    </li>
  )
}
