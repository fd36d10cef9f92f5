// A message that is sent → rows of the outbox, one for each receiver, in the transaction of what they tell.
// They are delivered after it (jobs/delivery.ts): what is undone was never told, and what is done is.

import type { Expression, RecordValue, Value } from '@ninefold/core/expression/expression.ts'
import type { Message, MessageWay, Sending } from '@ninefold/core/model/calls.ts'
import type { Entity } from '@ninefold/core/model/entities.ts'
import type { Model } from '@ninefold/core/model/model.ts'
import { signInOf } from '@ninefold/core/model/users/sign-in-of.ts'
import type { Transition } from '@ninefold/core/model/states.ts'
import {
  completeSending,
  type CompleteSending,
  isToUsers,
  namesOfRecord,
  planSending,
  recordsSpokenOf,
} from '@ninefold/core/plan/read/messages.ts'
import type { DocumentContent } from '../../documents/content.ts'
import type { Row } from '../../store/driver/rows.ts'
import { keepNotification, type NewNotification } from '../../store/tables/notifications.ts'
import { keepEvent } from '../../store/tables/operation/events.ts'
import { keepMessage, type NewMessage } from '../../store/tables/outbox.ts'
import { isRecord } from '../../store/driver/statement.ts'
import { documentForMessage, documentNamed } from '../documents/documents.ts'
import { filled } from '../words/filled-template.ts'
import { valueInWords } from '../words/values-in-words.ts'
import { receiversByLanguage } from './receivers.ts'
import { sendingIn } from './sendings-of-text.ts'
import type { Work } from '../context/work.ts'
import { planner } from '../context/planner.ts'

const sendPlan = planner('send', planSending)

/** A subject is one line; longer ones are cut by many a mail program in the middle of a word. */
const SUBJECT_LENGTH_MAX = 250

/** Values at hand are bound. Nobody is told when there is no receiver. */
export async function send(asked: Work, askedFor: Sending): Promise<void> {
  const work = { ...asked, application: asked.application.ofText ?? asked.application }
  const { application, transaction } = work
  const sending = sendingIn(application.model, askedFor)
  const message = application.model.calls.messages.find(({ name }) => name === sending.message)
  const complete = completeSending(sending)
  const way = message?.by ?? null
  if (message === undefined || way === null || complete === null) return
  const read = await readSending(work, way, complete)
  const receivers = receiversIn(read.row)
  if (receivers.length === 0) return
  for (const [spoken, some] of await receiversByLanguage(work, way, receivers)) {
    const own = sendingIn(spoken.model, sending)
    const ownWork = { ...work, application: spoken }
    const ownComplete = completeSending(own) ?? complete
    // A translation may have its values in another order.
    const ownRead = spoken === application ? read : await readSending(ownWork, way, ownComplete)
    await tell(ownWork, { message, way, sending: own, complete: ownComplete, read: ownRead }, some)
  }
  if (!isToUsers(way)) transaction.afterCommit(() => application.alarm.ring())
}

interface ReadSending {
  readonly row: Row
  readonly placeholders: readonly Expression[]
}

async function readSending(
  { application, caller, transaction, bindings }: Work,
  way: MessageWay,
  complete: CompleteSending,
): Promise<ReadSending> {
  const { statement, placeholders } = application.planned(sendPlan, caller, way, complete)
  return { row: (await transaction.run(statement, bindings))[0] ?? {}, placeholders }
}

interface Told {
  readonly message: Message
  readonly way: MessageWay
  readonly sending: Sending
  readonly complete: CompleteSending
  readonly read: ReadSending
}

/** In the language of the application. */
async function tell(
  work: Work,
  { message, way, sending, complete, read: { row, placeholders } }: Told,
  receivers: readonly string[],
): Promise<void> {
  const { application, transaction, bindings } = work
  const words = placeholders.map((value, index) =>
    valueInWords(application.model, value, (row[`value${index}`] ?? null) as Value),
  )
  const inSubject = complete.subject.parts.filter(({ kind }) => kind === 'placeholder').length
  const subject = oneLine(filled(complete.subject, words.slice(0, inSubject)))
  const body = filled(complete.body, words.slice(inSubject))
  const atMs = Number(bindings['now'])
  if (way === 'in-app') {
    const about = subjectOf(work, complete)
    for (const userId of receivers)
      await keepNotification(transaction, { userId, name: message.name, subject, body, about, atMs })
    return
  }
  const values = valuesByName(placeholders, row)
  if (way === 'events') {
    const about = subjectOf(work, complete)
    for (const userId of receivers) {
      const id = crypto.randomUUID()
      const event = eventBody({ name: message.name, subject, body, atMs }, id, values)
      await keepEvent(transaction, { userId, id, name: message.name, body: event, about, atMs })
    }
    return
  }
  const documents = JSON.stringify(way === 'email' ? await attachedDocuments(work, sending) : [])
  for (const receiver of receivers) {
    const told = { name: message.name, way, receiver, subject, body, documents, atMs }
    await keepMessage(transaction, message.signedWith === null ? told : signedMessage(told, message.signedWith, values))
  }
}

/** As they are now: whatever changes before it is sent, the message says the same as they do. */
async function attachedDocuments(work: Work, { attaches }: Sending): Promise<DocumentContent[]> {
  const contents: DocumentContent[] = []
  for (const { document, record } of attaches) {
    const bindings = { ...work.bindings, record: work.bindings[record] ?? null }
    contents.push(await documentForMessage({ ...work, bindings }, documentNamed(work.application.model, document)))
  }
  return contents
}

/** As other programs read it: the event, when it was, and its values under the names that the text has for them. */
function eventBody(
  { name, subject, body, atMs }: Pick<NewMessage, 'name' | 'subject' | 'body' | 'atMs'>,
  id: string,
  values: Readonly<Record<string, unknown>>,
): string {
  const timestamp = new Date(atMs).toISOString()
  return JSON.stringify({ type: name, timestamp, data: { id, subject, body, values } })
}

function signedMessage(
  told: Omit<NewMessage, 'signedWith' | 'id'>,
  signedWith: string,
  values: Readonly<Record<string, unknown>>,
): NewMessage {
  const id = crypto.randomUUID()
  return { ...told, body: eventBody(told, id, values), signedWith, id }
}

/** Only what is a name: `ticket.number`, and no more that is computed from it. */
function valuesByName(placeholders: readonly Expression[], row: Row): Record<string, unknown> {
  return Object.fromEntries(
    placeholders.flatMap((placeholder, index) => {
      const name = nameOf(placeholder)
      return name === null ? [] : [[name, plainValue(placeholder, row[`value${index}`] ?? null)]]
    }),
  )
}

function nameOf(expression: Expression): string | null {
  if (expression.kind === 'variable') return expression.name
  if (expression.kind !== 'field') return null
  const of = nameOf(expression.of)
  if (of === null) return null
  return of === 'this' ? expression.field : `${of}.${expression.field}`
}

/** As answers of the API have it. */
function plainValue({ type }: Expression, value: unknown): unknown {
  if (value === null) return null
  if (type.kind === 'timestamp') return new Date(Number(value)).toISOString()
  return type.kind === 'list' ? (JSON.parse(String(value)) as unknown) : value
}

/** The record that it is about: the first that its words name and that is no user, for those have no need to be told. */
function subjectOf({ application, bindings }: Work, sending: CompleteSending): NewNotification['about'] {
  const users = signInOf(application.model.roles)?.entity
  for (const { name, entity } of recordsSpokenOf(sending)) {
    const record = bindings[name] ?? null
    if (entity !== users && isRecord(record)) return { entity, record: String(record.id) }
  }
  return null
}

/** Messages of a transition speak of the record as it is after it, as `this` and by its name. */
export async function sendOfTransition(
  work: Work,
  entity: Entity,
  record: RecordValue,
  { effects }: Transition,
): Promise<void> {
  for (const effect of effects) {
    if (effect.kind !== 'send') continue
    const complete = completeSending(effect.sending)
    const names = complete === null ? [] : namesOfRecord(complete, entity.name).filter((name) => name !== 'me')
    const spoken = Object.fromEntries(names.map((name) => [name, record]))
    await send({ ...work, bindings: { ...work.bindings, ...spoken, this: record } }, effect.sending)
  }
}

function receiversIn(row: Row): string[] {
  const listed = JSON.parse(String(row['to'] ?? '[]')) as unknown[]
  const texts = listed.flatMap((one) =>
    typeof one === 'string' || typeof one === 'number' ? [String(one).trim()] : [],
  )
  return [...new Set(texts.filter((text) => text !== ''))]
}

/** A line that ends in a header would begin another header. */
function oneLine(text: string): string {
  const line = text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim()
  return line.length <= SUBJECT_LENGTH_MAX ? line : `${[...line].slice(0, SUBJECT_LENGTH_MAX - 1).join('')}…`
}

/** Does the specification tell anybody anything by e-mail? */
export function sendsMail({ calls, roles }: Model): boolean {
  const sendsLinks = roles.linkSignIn !== null || (roles.signIn?.forgottenPassword ?? null) !== null
  return sendsLinks || calls.messages.some(({ by }) => by === 'email')
}
