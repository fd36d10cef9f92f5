// Rows of `Message | By | To | Subject | Body`, and `### Message: …` for longer ones → draft. A message with parts that
// are not shown keeps its name, so that a step that sends it is not an error.

import { diagnostic, type Sentence } from '../../diagnostic/diagnostic.ts'
import type { MessageDraft } from '../../draft/calls.ts'
import type { DocumentOfDraft } from '../../draft/screens.ts'
import type { TemplateDraft } from '../../draft/template.ts'
import { LABELS } from '../../grammar/labels.ts'
import { emptyPhrase, matchPhrase, spanOf, splitPhrase, writtenOf, type Phrase } from '../../outline/phrase.ts'
import type { Written } from '../../text/source.ts'
import { labelReaders, readBlocks } from '../blocks.ts'
import { neededExpression, shown, shownOrNothing, unreadable, unsupported, type Reading } from '../reading.ts'
import { documentOfRecord } from '../screens/document.ts'
import type { Part } from '../sections.ts'
import type { Row } from '../expected.ts'
import { templateOf } from '../templates.ts'

const WAYS: readonly string[] = ['email', 'in-app', 'webhook', 'events']
const SIGNED = /^(?<by>[^\s,]+) ?,? signed with (?<secret>.+)$/d

type MessageColumn = 'Message' | 'By' | 'To' | 'Subject' | 'Body'

const NOTHING_BESIDE = { Attaches: null, Shows: null, Button: null }

export function messageInRow({ cells, span }: Row<MessageColumn>, reading: Reading): MessageDraft {
  return messageOf(writtenOf(cells.Message), { ...cells, ...NOTHING_BESIDE }, span, reading)
}

/**
 * A message with a longer body.
 *
 *   ### Message: New reply
 *   - **By:** email
 */
export function messageInBlock(part: Part, reading: Reading): MessageDraft | null {
  const missing = emptyPhrase(spanOf(part.name).end)
  const values: Values = { By: missing, To: missing, Subject: missing, Body: missing, ...NOTHING_BESIDE }
  const keep = (name: keyof typeof values) => (value: Phrase) => void Object.assign(values, { [name]: value })
  const labels = labelReaders(LABELS.message, {
    By: keep('By'),
    To: keep('To'),
    Subject: keep('Subject'),
    Body: keep('Body'),
    Attaches: keep('Attaches'),
    Shows: keep('Shows'),
    Button: keep('Button'),
  })
  readBlocks(part.blocks, { labels }, reading)
  if (part.name.text === '')
    return unreadable(part.name, 'the name of a message', 'Write it after the colon: Message: New reply.', reading)
  return messageOf(writtenOf(part.name), values, spanOf(part.heading.phrase), reading)
}

type Values = Readonly<Record<'By' | 'To' | 'Subject' | 'Body', Phrase>> &
  Readonly<Record<'Attaches' | 'Shows' | 'Button', Phrase | null>>

function messageOf(name: Written, values: Values, span: MessageDraft['span'], reading: Reading): MessageDraft {
  const { by, signedWith } = wayIn(values.By, `How "${name.text}" is sent`, reading)
  const to = shown(values.To, `The receiver of "${name.text}"`, reading)
  return {
    name,
    by: by === null ? null : wayOf(by, reading),
    signedWith: signedWith === null ? null : writtenOf(signedWith),
    to: to === null ? null : neededExpression(to, `The receiver of "${name.text}"`, reading),
    subject: templateIn(values.Subject, `The subject of "${name.text}"`, reading),
    body: templateIn(values.Body, `The body of "${name.text}"`, reading),
    attaches: attachedIn(values.Attaches, `The documents of "${name.text}"`, reading),
    shows: shownIn(values.Shows, `The document that "${name.text}" shows`, reading),
    button: buttonIn(values.Button, `The button of "${name.text}"`, reading),
    span,
  }
}

/** A message whose signature is not shown is not sent. */
function wayIn(cell: Phrase, what: string, reading: Reading): Readonly<Record<'by' | 'signedWith', Phrase | null>> {
  const by = shown(cell, what, reading)
  const signed = by === null ? null : matchPhrase(by, SIGNED)
  if (signed === null) return { by, signedWith: null }
  const signedWith = shown(signed.phrase('secret'), what, reading)
  return { by: signedWith === null ? null : signed.phrase('by'), signedWith }
}

function attachedIn(value: Phrase | null, what: string, reading: Reading): DocumentOfDraft[] {
  const words = value === null ? null : shownOrNothing(value, what, reading)
  return words === null ? [] : splitPhrase(words, ',').flatMap((part) => documentOfRecord(part, reading) ?? [])
}

function shownIn(value: Phrase | null, what: string, reading: Reading): DocumentOfDraft | null {
  const words = value === null ? null : shownOrNothing(value, what, reading)
  return words === null ? null : documentOfRecord(words, reading)
}

const BUTTON = /^"(?<label>[^"{}]+)" to (?<to>`)$/d

function buttonIn(value: Phrase | null, what: string, reading: Reading): MessageDraft['button'] {
  const words = value === null ? null : shownOrNothing(value, what, reading)
  if (words === null) return null
  const match = matchPhrase(words, BUTTON)
  if (match === null)
    return unreadable(
      words,
      'a button',
      'Write its words in quotes and an address: "Pay now" to `order.payAt`.',
      reading,
    )
  return { label: match.written('label'), to: match.written('to') }
}

function wayOf(words: Phrase, reading: Reading): Written | null {
  if (WAYS.includes(words.text)) return writtenOf(words)
  if (words.text === 'sms') return unsupported(spanOf(words), 'messages by SMS', reading)
  const message: Sentence<'N011'> =
    words.text === '' ? ['missing way to send'] : ['no way to send', writtenOf(words).text]
  const found = diagnostic('N011', spanOf(words), ...message).suggesting(words.text, WAYS)
  reading.found.push(found.hint === null ? found.withHint(`Write one of ${WAYS.join(', ')}.`) : found)
  return null
}

function templateIn(cell: Phrase, what: string, reading: Reading): TemplateDraft | null {
  const words = shown(cell, what, reading)
  return words === null ? null : templateOf(words)
}
