// Waiting work: schedules with their last result, deferred steps, clocks of records.

import { Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import type { WaitingWorkData, WorkError } from '@ninefold/core/contract/wire/operators.ts'
import { workQuery } from '../../client/operation.ts'
import { FailingState } from '../errors.tsx'
import { operationText } from '../roles/page-words.ts'
import { AgainButtons } from './again-buttons.tsx'
import { Facts, Moment, Named } from './parts.tsx'
import styles from './operation.module.css'

export function WorkTab() {
  const query = useQuery(workQuery)
  if (query.isError && query.data === undefined)
    return <FailingState thrown={query.error} retry={() => void query.refetch()} />
  if (query.data === undefined) return null
  const { schedules, later, clocks, more } = query.data
  return (
    <>
      <Kind of="schedules" isMore={false}>
        {schedules.map((each) => (
          <Schedule key={each.name} schedule={each} />
        ))}
      </Kind>
      <Kind of="later" isMore={more.later}>
        {later.map((each) => (
          <PutOff key={each.id} steps={each} />
        ))}
      </Kind>
      <Kind of="clocks" isMore={more.clocks}>
        {clocks.map((each) => (
          <li key={`${each.kind} ${each.clock} ${each.record.id}`} className={styles.line}>
            <div className={styles.words}>
              <p className={styles.name}>
                {each.clock} <span className={styles.kind}>{each.kind}</span> <Named record={each.record} />
              </p>
            </div>
            <Moment at={each.dueAt}>{operationText().work.due}</Moment>
          </li>
        ))}
      </Kind>
    </>
  )
}

interface KindProps {
  readonly of: 'schedules' | 'later' | 'clocks'
  readonly isMore: boolean
  readonly children: readonly ReactNode[]
}

function Kind({ of, isMore, children }: KindProps) {
  const id = useId()
  const text = operationText().work
  return (
    <section aria-labelledby={id} className={styles.kindOfWork}>
      <Title order={2} size="h4" id={id}>
        {text[of]}
      </Title>
      {children.length === 0 ? (
        <p className={styles.none}>{text.none[of]}</p>
      ) : (
        <ul className={styles.lines} aria-labelledby={id}>
          {children}
        </ul>
      )}
      {isMore && <p className={styles.none}>{text.moreWait}</p>}
    </section>
  )
}

function Schedule({ schedule }: { readonly schedule: WaitingWorkData['schedules'][number] }) {
  const { name, nextAt, lastAt, lastError } = schedule
  const text = operationText().work
  return (
    <li className={styles.line}>
      <div className={styles.words}>
        <p className={styles.name}>{name}</p>
        <Facts>
          {lastAt === null ? <span>{text.neverRun}</span> : <Moment at={lastAt}>{text.lastRun}</Moment>}
          {lastAt !== null && (lastError === null ? <span>{text.wentWell}</span> : <Outcome error={lastError} />)}
        </Facts>
      </div>
      <Moment at={nextAt}>{text.nextRun}</Moment>
    </li>
  )
}

function PutOff({ steps }: { readonly steps: WaitingWorkData['later'][number] }) {
  const { id, owner, by, attempts, writtenAt, nextTryAt, lastError } = steps
  const text = operationText()
  return (
    <li className={styles.line}>
      <div className={styles.words}>
        <p className={styles.name}>
          <code>{owner}</code> {by !== null && <Named record={by} />}
        </p>
        <Facts>
          {lastError !== null && <Outcome error={lastError} />}
          {nextTryAt === null && <span>{text.messages.givenUp}</span>}
          {attempts > 0 && <span>{text.messages.tried(attempts)}</span>}
          {nextTryAt !== null && <Moment at={nextTryAt}>{text.work.due}</Moment>}
          <Moment at={writtenAt}>{text.messages.writtenAt}</Moment>
        </Facts>
      </div>
      <AgainButtons of={{ kind: 'steps', id }} name={owner} isTried={nextTryAt !== null} />
    </li>
  )
}

function Outcome({ error }: { readonly error: WorkError }) {
  const { refused, unexpected } = operationText().work
  return <span className={styles.error}>{error === 'unexpected' ? unexpected : refused(error.code)}</span>
}
