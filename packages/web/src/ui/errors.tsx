// Point 8 on the screen: what went wrong, in the words of the catalogue, where a person looks.

import { Alert, Button } from '@mantine/core'
import { IconAlertTriangle, IconCloudOff, IconCompass, IconLock } from '@tabler/icons-react'
import { Component, type ReactNode } from 'react'
import { Link } from '@tanstack/react-router'
import type { ProblemItem } from '@ninefold/core/contract/wire/problem-details.ts'
import { RequestRefused } from '../client/query/request.ts'
import { isOffline, useOfflineSince } from './connection/connection.ts'
import { StandstillState } from './connection/standstill.tsx'
import { showNotice } from './notices.tsx'
import { words } from './words/words.ts'
import styles from './errors.module.css'

/** Returns the message of a failure. Any error other than a refusal or a lost connection is a defect of ours. */
export function sentenceOf(thrown: unknown): string {
  if (thrown instanceof RequestRefused)
    return thrown.problem.detail === '' ? words.errors.unexpected : thrown.problem.detail
  return isOffline() ? words.connection.notSent : words.errors.unreachable
}

/** Of data that was not read: nothing that a person typed is at stake. */
export function sentenceOfReading(thrown: unknown): string {
  return !(thrown instanceof RequestRefused) && isOffline() ? words.connection.offlineTitle : sentenceOf(thrown)
}

const close = (): { readonly 'aria-label': string } => ({ 'aria-label': words.errors.dismiss })

export function noticeDone(message: string): void {
  showNotice({
    message,
    color: 'green',
    autoClose: 4000,
    role: 'status',
    withBorder: true,
    closeButtonProps: close(),
  })
}

/** Shows why something that a person tried is not possible. */
export function noticeImpossible(message: string): void {
  showNotice({ message, color: 'gray', autoClose: 4000, role: 'status', withBorder: true, closeButtonProps: close() })
}

/** Shows a refusal that has no form to appear in. The notice stays until a person closes it. */
export function noticeFailed(title: string, thrown: unknown): void {
  const items = thrown instanceof RequestRefused ? thrown.problem.errors.map(({ message }) => message) : []
  const message = items.length > 0 ? [...new Set(items)].join(' ') : sentenceOf(thrown)
  showNotice({ title, message, color: 'red', autoClose: 12_000, withBorder: true, closeButtonProps: close() })
}

export interface FormProblem extends Pick<ProblemItem, 'message'> {
  /** Nothing is wrong: it is sent later. */
  readonly isHeld?: true
  /** Another person has changed the record. */
  readonly isStale?: true
}

/** Problems of a form that belong to none of its inputs. */
export function ProblemAlert({ items }: { items: readonly FormProblem[] }) {
  if (items.length === 0) return null
  const isHeld = items.every((item) => item.isHeld === true)
  return (
    <Alert
      color={isHeld ? 'gray' : 'red'}
      variant="light"
      icon={isHeld ? <IconCloudOff size={18} /> : <IconAlertTriangle size={18} />}
      role="alert"
      classNames={{ message: styles.alertMessage }}
    >
      {items.map(({ message }) => (
        <div key={message}>{message}</div>
      ))}
    </Alert>
  )
}

export function NotFoundState({
  isPage = true,
  own,
}: {
  readonly isPage?: boolean
  readonly own?: string | undefined
}) {
  return (
    <StandstillState
      icon={<IconCompass size={22} />}
      title={words.errors.notFoundTitle}
      action={<ToStart />}
      isPage={isPage}
    >
      {own ?? words.errors.notFound}
    </StandstillState>
  )
}

export function NotAllowedState({ reason, isPage = true }: { readonly reason: string; readonly isPage?: boolean }) {
  return (
    <StandstillState
      icon={<IconLock size={22} />}
      title={words.roles.notAllowedTitle}
      action={<ToStart />}
      isPage={isPage}
    >
      {reason === '' ? words.roles.notAllowed : reason}
    </StandstillState>
  )
}

function ToStart() {
  return (
    <Button component={Link} to="/" variant="default" mt="sm">
      {words.errors.toStart}
    </Button>
  )
}

/**
 * Tells whether the data is gone or now forbidden, so that a cached copy must not be shown any longer. A lost
 * connection keeps the cached copy.
 */
export function isGone(thrown: unknown): boolean {
  return thrown instanceof RequestRefused && thrown.problem.status < 500
}

interface FailingProps {
  readonly thrown: unknown
  readonly retry: () => void
  readonly isPage?: boolean
  /** The message that the specification states for this part. */
  readonly own?: string | null
  /** The specification's message for a missing record. */
  readonly whenMissing?: string | undefined
}

/** Notice in place of data: it is gone, it is forbidden, or a retry may help. */
export function FailingState({ thrown, retry, isPage = false, own = null, whenMissing }: FailingProps) {
  const offlineSince = useOfflineSince()
  const status = thrown instanceof RequestRefused ? thrown.problem.status : null
  if (status === 404) return <NotFoundState isPage={isPage} own={whenMissing} />
  if (status === 403) return <NotAllowedState reason={sentenceOf(thrown)} isPage={isPage} />
  if (status === null && offlineSince !== null)
    return (
      <StandstillState icon={<IconCloudOff size={22} />} title={words.connection.offlineTitle} isPage={isPage}>
        <div role="alert">{words.connection.offline}</div>
      </StandstillState>
    )
  const requestId = thrown instanceof RequestRefused ? thrown.problem.requestId : ''
  return (
    <StandstillState
      icon={status === null ? <IconCloudOff size={22} /> : <IconAlertTriangle size={22} />}
      title={words.errors.failingTitle}
      isPage={isPage}
      action={
        <Button variant="default" mt="sm" onClick={retry}>
          {words.errors.tryAgain}
        </Button>
      }
    >
      <div role="alert">{own ?? sentenceOf(thrown)}</div>
      {requestId !== '' && <div className={styles.reference}>{words.errors.reference(requestId)}</div>}
    </StandstillState>
  )
}

/** Error boundary around a part of the page, so that the rest stays usable and nothing typed elsewhere is lost. */
export class DefectBoundary extends Component<
  { readonly children: ReactNode; readonly resetWith: string },
  { readonly isBroken: boolean }
> {
  override state = { isBroken: false }

  static getDerivedStateFromError(): { isBroken: boolean } {
    return { isBroken: true }
  }

  override componentDidUpdate(before: { readonly resetWith: string }): void {
    if (this.state.isBroken && before.resetWith !== this.props.resetWith) this.setState({ isBroken: false })
  }

  override render(): ReactNode {
    if (!this.state.isBroken) return this.props.children
    return (
      <StandstillState
        icon={<IconAlertTriangle size={22} />}
        title={words.errors.broken}
        action={
          <Button variant="default" mt="sm" onClick={() => this.setState({ isBroken: false })}>
            {words.errors.tryAgain}
          </Button>
        }
      >
        {words.errors.unexpected}
      </StandstillState>
    )
  }
}
