// The page for operators: the audit log, messages, waiting work and the health of the application. Point 6 names its roles.

import type { Model } from '../../model/model.ts'
import type { CallerRoles } from '../../rights/roles.ts'

/** `GET`, with `user`, `entity`, `action`, `from`, `until` and `after`. */
export const AUDIT_PATH = '/_ninefold/operation/audit.json'
/** `GET`, with `state` and `after`. `POST` to a message below: `/again`, `/give-up`. */
export const MESSAGES_PATH = '/_ninefold/operation/messages.json'
export const MESSAGE_AGAIN_PATH = '/_ninefold/operation/messages/:id/again'
export const MESSAGE_GIVE_UP_PATH = '/_ninefold/operation/messages/:id/give-up'
export const WORK_PATH = '/_ninefold/operation/work.json'
export const HEALTH_PATH = '/_ninefold/operation/health.json'

export const AUDIT_AT_ONCE = 50
export const MESSAGES_AT_ONCE = 50
export const WORK_AT_ONCE = 50

/** A record that an operator is told of. */
export interface NamedRecord {
  readonly id: string
  /** Null: the operator may not see it, or it is not there any more. */
  readonly label: string | null
  /** Of its page; null: there is none for the operator. */
  readonly address: string | null
}

export interface AuditPage {
  readonly entries: readonly AuditEntry[]
  /** For `after`; null: these were the last ones. */
  readonly next: string | null
  readonly choices: {
    readonly entities: readonly { readonly value: string; readonly label: string }[]
    readonly actions: readonly string[]
    /** The entity of the users, for `/_ninefold/options`; null: nobody signs in. */
    readonly users: string | null
  }
}

export interface AuditEntry {
  readonly id: string
  readonly at: string
  /** Null: a guest, an outside service, or the application by itself. */
  readonly by: NamedRecord | null
  /** The beginning of the API key; null: by a session. */
  readonly key: string | null
  readonly isByAgent: boolean
  readonly action: string
  /** In words. */
  readonly kind: string
  /** Null: it was about no record. */
  readonly record: NamedRecord | null
  readonly call: string
  /** Null: it happened by itself. */
  readonly request: string | null
  readonly revision: string
}

export type MessageState = 'waiting' | 'failed'

export interface MessagesPage {
  readonly messages: readonly OperatorMessage[]
  readonly next: string | null
  readonly lengths: Readonly<Record<MessageState, number>>
}

/** Of the words of a message nothing is told, and of its receiver only what shows a wrong address. */
export interface OperatorMessage {
  readonly id: string
  readonly name: string
  readonly way: string
  /** `c…@example.test`, `https://hooks.example.test/…` */
  readonly receiver: string
  readonly attempts: number
  readonly writtenAt: string
  /** Null: it was given up. */
  readonly nextTryAt: string | null
  readonly lastError: string | null
  /** It is being sent at this moment, and cannot be changed. */
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
    /** The call or transition that has put the steps off. */
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
  /** More of the kind wait than are told of. */
  readonly more: { readonly clocks: boolean; readonly later: boolean }
}

/** Codes of refusals. `unexpected`: an error of the server, whose words may speak of values; the log of the server has it. */
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
  /** Null: nobody signs in. */
  readonly sessions: number | null
  readonly queues: readonly {
    readonly kind: string
    readonly due: number
    readonly failed: number
    readonly oldestSeconds: number
  }[]
  /** Of the process that answers, since it began. */
  readonly requests: {
    readonly since: string
    readonly answered: number
    readonly refused: number
    readonly failed: number
    /** The most frequent first. */
    readonly codes: readonly { readonly code: string; readonly count: number }[]
  }
}

/** A person, and no program of theirs: own addresses are closed to keys. */
export function isOperator({ roles: { operators } }: Pick<Model, 'roles'>, caller: CallerRoles): boolean {
  return caller.isSignedIn && operators !== null && operators.roles.some((role) => caller.roles.has(role))
}
