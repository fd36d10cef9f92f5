// The operators' page: the audit log, messages, waiting work and health of the application. Point 6 names its roles.

import type { Model } from '../../model/model.ts'
import type { CallerRoles } from '../../rights/roles.ts'

/** `GET`, with `user`, `entity`, `action`, `from`, `until` and `after`. */
export const AUDIT_PATH = '/_ninefold/operation/audit.json'
/** `GET`, with `state` and `after`. `POST` to a message: `/again`, `/give-up`. */
export const MESSAGES_PATH = '/_ninefold/operation/messages.json'
export const MESSAGE_AGAIN_PATH = '/_ninefold/operation/messages/:id/again'
export const MESSAGE_GIVE_UP_PATH = '/_ninefold/operation/messages/:id/give-up'
/** `POST`: makes the deferred steps due at once, with the rights that their user has by then. */
export const STEPS_AGAIN_PATH = '/_ninefold/operation/work/:id/again'
/** `POST`: gives the deferred steps up. */
export const STEPS_GIVE_UP_PATH = '/_ninefold/operation/work/:id/give-up'
export const WORK_PATH = '/_ninefold/operation/work.json'
export const HEALTH_PATH = '/_ninefold/operation/health.json'

export const AUDIT_AT_ONCE = 50
export const MESSAGES_AT_ONCE = 50
export const WORK_AT_ONCE = 50

/** A record, as far as an operator may see it. */
export interface NamedRecord {
  readonly id: string
  /** Null: hidden or deleted. */
  readonly label: string | null
  /** Address of its page; null: the operator may open none. */
  readonly address: string | null
}

export interface AuditPage {
  readonly entries: readonly AuditEntry[]
  /** The next `after`; null: there are no more. */
  readonly next: string | null
  readonly choices: {
    readonly entities: readonly { readonly value: string; readonly label: string }[]
    readonly actions: readonly string[]
    /** The entity of users, for `/_ninefold/options`; null: the text has no users. */
    readonly users: string | null
  }
}

export interface AuditEntry {
  readonly id: string
  readonly at: string
  /** Null: a guest, an outside service, or automatic work. */
  readonly by: NamedRecord | null
  /** The visible start of the API key; null: a session. */
  readonly key: string | null
  readonly isByAgent: boolean
  readonly action: string
  /** In words. */
  readonly kind: string
  /** Null: no record. */
  readonly record: NamedRecord | null
  readonly call: string
  /** Null: automatic work. */
  readonly request: string | null
  readonly revision: string
}

export type MessageState = 'waiting' | 'failed'

export interface MessagesPage {
  readonly messages: readonly OperatorMessage[]
  readonly next: string | null
  readonly lengths: Readonly<Record<MessageState, number>>
}

/** A message without its text; the receiver is shortened, but enough to find a wrong address. */
export interface OperatorMessage {
  readonly id: string
  readonly name: string
  readonly way: string
  /** `c…@example.test`, `https://hooks.example.test/…` */
  readonly receiver: string
  readonly attempts: number
  readonly writtenAt: string
  /** Null: given up. */
  readonly nextTryAt: string | null
  readonly lastError: string | null
  /** It is being sent and cannot be changed now. */
  readonly isBeingSent: boolean
}

export interface WaitingWorkData {
  readonly clocks: readonly {
    readonly kind: string
    readonly clock: string
    readonly record: NamedRecord
    readonly dueAt: string
  }[]
  readonly later: readonly {
    readonly id: string
    /** The call or transition that deferred the steps. */
    readonly owner: string
    readonly by: NamedRecord | null
    readonly attempts: number
    readonly writtenAt: string
    readonly nextTryAt: string | null
    readonly lastError: WorkError | null
  }[]
  readonly schedules: readonly {
    readonly name: string
    readonly nextAt: string
    readonly lastAt: string | null
    readonly lastError: WorkError | null
  }[]
  /** More of the kind are waiting than are listed. */
  readonly more: { readonly clocks: boolean; readonly later: boolean }
}

/** Codes of refusals. `unexpected`: a server error, whose text may contain values; it is in the server's log. */
export type WorkError = { readonly code: string } | 'unexpected'

export interface HealthData {
  readonly database: {
    readonly version: string
    readonly bytes: number
    readonly connections: number
    readonly busy: number
    readonly waiting: number
  }
  readonly revision: string
  readonly servedSince: string | null
  /** Null: the text has no users. */
  readonly sessions: number | null
  readonly queues: readonly {
    readonly kind: string
    readonly due: number
    readonly failed: number
    readonly oldestSeconds: number
  }[]
  /** Requests of the answering process since its start. */
  readonly requests: {
    readonly since: string
    readonly answered: number
    readonly refused: number
    readonly failed: number
    /** Most frequent first. */
    readonly codes: readonly { readonly code: string; readonly count: number }[]
  }
}

/** True for persons only: API keys cannot use these addresses. */
export function isOperator({ roles: { operators } }: Pick<Model, 'roles'>, caller: CallerRoles): boolean {
  return caller.isSignedIn && operators !== null && operators.roles.some((role) => caller.roles.has(role))
}
