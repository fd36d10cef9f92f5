// `GET /_ninefold/operation/audit.json`: the audit log in words for an operator, paginated.

import { AUDIT_AT_ONCE, type AuditEntry, type AuditPage } from '@ninefold/core/contract/wire/operators.ts'
import type { Model } from '@ninefold/core/model/model.ts'
import { signInOf } from '@ninefold/core/model/users/sign-in-of.ts'
import { humanised, said } from '@ninefold/core/model/words.ts'
import { refused } from '../../gate/context/refusal.ts'
import { type AuditPlace, auditPage, type AuditRow } from '../../store/tables/operation/audit-page.ts'
import type { Exchange } from '../http/exchange.ts'
import { refuseOtherParameters } from '../http/list-query.ts'
import { MESSAGE_AUDITED } from './message-queue.ts'
import { STEPS_AUDITED } from './waiting-entries.ts'
import { type NameOf, namedRecords, type RecordToName } from './named-records.ts'

const WORDS_LENGTH_MAX = 200
const DAY = /^[0-9]{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12][0-9]|3[01])$/
const PLACE = /^([0-9]{1,15})-([0-9]{1,18})$/

export async function auditEntries(exchange: Exchange): Promise<AuditPage> {
  const { application, query } = exchange
  const { model, database } = application
  refuseOtherParameters(query, ['user', 'entity', 'action', 'from', 'until', 'after'])
  const asked = {
    caller: wordsIn(exchange, 'user'),
    entity: wordsIn(exchange, 'entity'),
    action: wordsIn(exchange, 'action'),
    from: dayIn(exchange, 'from'),
    until: dayIn(exchange, 'until'),
    timeZone: model.limits.timeZone,
    after: placeIn(exchange),
    take: AUDIT_AT_ONCE + 1,
  }
  return database.read(async (transaction) => {
    const found = await auditPage(transaction, asked)
    const rows = found.slice(0, AUDIT_AT_ONCE)
    const nameOf = await namedRecords(exchange, transaction, recordsIn(model, rows))
    const last = rows.at(-1)
    return {
      entries: rows.map((row) => entryOf(model, row, nameOf)),
      next: found.length > rows.length && last !== undefined ? `${last.atMs}-${last.number}` : null,
      choices: choicesIn(model),
    }
  })
}

function recordsIn(model: Model, rows: readonly AuditRow[]): RecordToName[] {
  const users = signInOf(model.roles)?.entity
  return rows.flatMap(({ entity, record, caller }) => [
    { entity, id: record },
    ...(users === undefined || caller === null ? [] : [{ entity: users, id: caller }]),
  ])
}

function entryOf(model: Model, row: AuditRow, nameOf: NameOf): AuditEntry {
  const { atMs, number, caller, key, byAgent, action, entity, record, call, request, revision } = row
  const users = signInOf(model.roles)?.entity ?? ''
  return {
    id: number,
    at: new Date(atMs).toISOString(),
    by: caller === null ? null : nameOf({ entity: users, id: caller }),
    key,
    isByAgent: byAgent,
    action,
    kind: kindOf(model, entity),
    record: record === '-' ? null : nameOf({ entity, id: record }),
    call,
    request,
    revision,
  }
}

function kindOf(model: Model, entity: string): string {
  return said(model, humanised(entity))
}

/** Names that the present text can write to the log; earlier texts may have written others. */
function choicesIn(model: Model): AuditPage['choices'] {
  const { entities } = model.entities
  const transitions = model.states.machines.flatMap((machine) => machine.transitions.map(({ name }) => name))
  return {
    entities: [...entities.map(({ name }) => name), MESSAGE_AUDITED, STEPS_AUDITED].map((value) => ({
      value,
      label: kindOf(model, value),
    })),
    actions: [
      ...new Set(['create', 'change', 'delete', 'restore', 'sign in', 'give role', 'take role', ...transitions]),
    ],
    users: signInOf(model.roles)?.entity ?? null,
  }
}

function wordsIn({ query }: Exchange, name: string): string | null {
  const sent = query[name]
  if (sent === undefined || sent === '') return null
  if (typeof sent !== 'string' || sent.length > WORDS_LENGTH_MAX || sent.includes('\u0000'))
    throw refused('wrong type', name)
  return sent
}

function dayIn(exchange: Exchange, name: string): string | null {
  const sent = wordsIn(exchange, name)
  if (sent === null) return null
  // Refuses days that do not exist, such as 31 June.
  if (!DAY.test(sent) || new Date(`${sent}T00:00:00Z`).toISOString().slice(0, 10) !== sent)
    throw refused('wrong type', name)
  return sent
}

function placeIn(exchange: Exchange): AuditPlace | null {
  const sent = wordsIn(exchange, 'after')
  if (sent === null) return null
  const [, atMs, number] = PLACE.exec(sent) ?? []
  if (atMs === undefined || number === undefined || Number(atMs) > MOMENT_MAX) throw refused('wrong type', 'after')
  return { atMs: Number(atMs), number }
}

/** The end of the year 9999. */
const MOMENT_MAX = 253_402_300_799_999
