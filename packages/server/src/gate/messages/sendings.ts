// A sent message → rows of the outbox, one per receiver, in the transaction of its cause. Delivery follows after the
// commit (jobs/delivery.ts), so that rolled-back work sends nothing.

import type { Expression, RecordValue, Value } from '@ninefold/core/expression/expression.ts'
import type { DocumentOf, Message, MessageWay, Sending } from '@ninefold/core/model/outside/messages.ts'
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
import { buttonTo, type Letter } from '../../documents/email-html.ts'
import type { Row } from '../../store/driver/rows.ts'
import { keepNotification, type NewNotification } from '../../store/tables/notifications.ts'
import { keepEvent } from '../../store/tables/operation/events.ts'
import { keepMessage, type NewMessage } from '../../store/tables/outbox.ts'
import { isRecord } from '../../store/driver/statement.ts'
import { brandOf, documentForMessage, documentNamed } from '../documents/documents.ts'
import { filled, type SaidValue } from '../words/filled-template.ts'
import { valueInWords } from '../words/values-in-words.ts'
import { receiversByLanguage } from './receivers.ts'
import { sendingIn } from './sendings-of-text.ts'
import type { Work } from '../context/work.ts'
import { planner } from '../context/planner.ts'

const sendPlan = planner('send', planSending)

/** Mail programs cut longer subjects in the middle of a word. */
const SUBJECT_LENGTH_MAX = 250

/** The needed values are bound already. Without a receiver nothing is sent. */
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
  for (const [spoken, some] of await receiversByLanguage(work, way, receivers, languageOfGuest(asked))) {
    const own = sendingIn(spoken.model, sending)
    const ownWork = { ...work, application: spoken }
    const ownComplete = completeSending(own) ?? complete
    // A translation may use its values in another order.
    const ownRead = spoken === application ? read : await readSending(ownWork, way, ownComplete)
    await tell(ownWork, { message, way, sending: own, complete: ownComplete, read: ownRead }, some)
  }
  if (!isToUsers(way)) transaction.afterCommit(() => application.alarm.ring())
}

/**
 * The language of a guest who sends the request. Null: no caller, or a user, whose message goes to other people's
 * addresses.
 */
function languageOfGuest({ application, caller }: Work): string | null {
  const isGuest = caller.me === null && caller.isClock !== true && caller.service === undefined
  return isGuest && caller.isDeferred !== true ? application.model.limits.language : null
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
  const { model } = application
  const values = placeholders.map((expression, index): SaidValue => {
    const value = (row[`value${index}`] ?? null) as Value
    return { value, said: valueInWords(model, expression, value) }
  })
  const inSubject = complete.subject.parts.filter(({ kind }) => kind === 'placeholder').length
  const { language } = model.limits
  const subject = oneLine(filled(complete.subject, language, values.slice(0, inSubject)))
  const body = filled(complete.body, language, values.slice(inSubject))
  const atMs = Number(bindings['now'])
  if (way === 'in-app') {
    const about = subjectOf(work, complete)
    for (const userId of receivers)
      await keepNotification(transaction, { userId, name: message.name, subject, body, about, atMs })
    return
  }
  const named = valuesByName(placeholders, row)
  if (way === 'events') {
    const about = subjectOf(work, complete)
    for (const userId of receivers) {
      const id = crypto.randomUUID()
      const event = eventBody({ name: message.name, subject, body, atMs }, id, named)
      await keepEvent(transaction, { userId, id, name: message.name, body: event, about, atMs })
    }
    return
  }
  const documents = JSON.stringify(way === 'email' ? await attachedDocuments(work, sending) : [])
  const letter = way === 'email' ? JSON.stringify(await letterOf(work, sending, row)) : null
  for (const receiver of receivers) {
    const told = { name: message.name, way, receiver, subject, body, documents, letter, atMs }
    await keepMessage(transaction, message.signedWith === null ? told : signedMessage(told, message.signedWith, named))
  }
}

/** Rendered now, so that the attachment shows the same state as the message, even if records change before delivery. */
async function attachedDocuments(work: Work, { attaches }: Sending): Promise<DocumentContent[]> {
  const contents: DocumentContent[] = []
  for (const each of attaches) contents.push(await documentAtHand(work, each))
  return contents
}

async function documentAtHand(work: Work, { document, record }: DocumentOf): Promise<DocumentContent> {
  const bindings = { ...work.bindings, record: work.bindings[record] ?? null }
  return documentForMessage({ ...work, bindings }, documentNamed(work.application.model, document))
}

async function letterOf(work: Work, { button, shows }: Sending, row: Row): Promise<Letter> {
  return {
    language: work.application.model.limits.language,
    brand: brandOf(work.application),
    button: button === null ? null : buttonTo(button.label, row['button']),
    shown: shows === null ? null : await documentAtHand(work, shows),
  }
}

/** The JSON body for programs: event, time, and values by their names in the text. */
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

/** Only names such as `ticket.number`; computed values have no name. */
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

/** The same form as in answers of the API. */
function plainValue({ type }: Expression, value: unknown): unknown {
  if (value === null) return null
  if (type.kind === 'timestamp') return new Date(Number(value)).toISOString()
  return type.kind === 'list' ? (JSON.parse(String(value)) as unknown) : value
}

/**
 * The record that the message is about: the first one in its words that is not a user, because users are usually the
 * receivers.
 */
function subjectOf({ application, bindings }: Work, sending: CompleteSending): NewNotification['about'] {
  const users = signInOf(application.model.roles)?.entity
  for (const { name, entity } of recordsSpokenOf(sending)) {
    const record = bindings[name] ?? null
    if (entity !== users && isRecord(record)) return { entity, record: String(record.id) }
  }
  return null
}

/** Messages of a transition describe the record after it, as `this` and by its name. */
export async function sendOfTransition(
  work: Work,
  entity: Entity,
  record: RecordValue,
  { effects }: Transition,
): Promise<void> {
  for (const effect of effects) {
    if (effect.kind !== 'send') continue
    const complete = completeSending(effect.sending)
    const { attaches, shows } = effect.sending
    const documents = [...attaches, ...(shows === null ? [] : [shows])].map(({ record: name }) => name)
    const spokenOf = complete === null ? [] : namesOfRecord(complete, entity.name)
    const names = [...spokenOf, ...documents].filter((name) => name !== 'me')
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

/** Line breaks are removed, because they would allow header injection. */
function oneLine(text: string): string {
  const line = text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim()
  return line.length <= SUBJECT_LENGTH_MAX ? line : `${[...line].slice(0, SUBJECT_LENGTH_MAX - 1).join('')}…`
}

/** Tells whether the specification sends any e-mail. */
export function sendsMail({ calls, roles }: Model): boolean {
  const sendsLinks = roles.linkSignIn !== null || (roles.signIn?.forgottenPassword ?? null) !== null
  return sendsLinks || calls.messages.some(({ by }) => by === 'email')
}
