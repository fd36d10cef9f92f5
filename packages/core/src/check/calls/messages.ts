// A sent message → its receiver and words, checked in the scope of the sending step. Several places may send one
// message, and each must provide the names that it uses.

import { diagnostic, type Diagnostic } from '../../diagnostic/diagnostic.ts'
import type { MessageButtonDraft, MessageDraft } from '../../draft/calls.ts'
import type { DocumentOfDraft } from '../../draft/screens.ts'
import type { Expression, Scope } from '../../expression/expression.ts'
import { typeInWords } from '../../expression/value-types.ts'
import type { DocumentOf, Message, MessageButton, MessageWay, Sending } from '../../model/outside/messages.ts'
import type { Span, Written } from '../../text/source.ts'
import { report, reportAbsence, type Checking, reportedSoFar } from '../checking.ts'
import { requireExpression } from '../expressions/expressions.ts'
import { checkTemplate } from '../expressions/templates.ts'
import { checkDocumentOf } from '../names/named-documents.ts'
import { statedSecrets } from '../limits/settings.ts'

export function checkMessages(checking: Checking): Message[] {
  return [...checking.names.messages.values()].map((draft) => {
    if (!checking.messagesSent.has(draft.name.text))
      reportAbsence(checking, draft.name.text, diagnostic('N717', draft.name.span, draft.name.text))
    return { name: draft.name.text, by: wayOf(draft), signedWith: secretOf(checking, draft), span: draft.name.span }
  })
}

function wayOf({ by }: MessageDraft): MessageWay | null {
  const ways: readonly MessageWay[] = ['email', 'in-app', 'webhook', 'events']
  return ways.find((way) => way === by?.text) ?? null
}

/** Only a signature shows the receiver of a webhook where it comes from, and that it was not altered. */
function secretOf(checking: Checking, { by, signedWith }: MessageDraft): string | null {
  if (by === null) return null
  if (by.text !== 'webhook') {
    if (signedWith !== null)
      report(checking, diagnostic('N741', signedWith.span, 'no webhook').withHint(`Write ${by.text}.`))
    return null
  }
  const declared = statedSecrets(checking.draft.limits)
  if (signedWith === null) {
    const found = diagnostic('N741', by.span, 'no secret named')
    report(checking, found.withHint(`Write: webhook, signed with ${declared?.[0] ?? 'HOOK_SECRET'}.`))
    return null
  }
  if (declared?.includes(signedWith.text) === false) {
    const found = diagnostic('N741', signedWith.span, 'unknown secret', signedWith.text)
    report(checking, found.withHint('Name it in the setting "Secrets".').suggesting(signedWith.text, declared))
  }
  return signedWith.text
}

/** `name`: the message's name in the step or effect; `scope`: the names that its words may use. */
export function checkSending(checking: Checking, name: Written, scope: Scope): Sending | null {
  checking.messagesSent.add(name.text)
  const { messages } = checking.names
  const draft = messages.get(name.text)
  if (draft === undefined)
    return report(checking, diagnostic('N723', name.span, name.text).suggesting(name.text, messages.keys()))
  checking.names.recorder.use('message', name)
  const finding: Finding = { ...checking, found: [] }
  const to = draft.to === null ? null : checkReceiver(finding, draft, draft.to, scope)
  const subject = draft.subject === null ? null : checkTemplate(finding, draft.subject, scope)
  const body = draft.body === null ? null : checkTemplate(finding, draft.body, scope)
  const attaches = draft.attaches.flatMap((each) => checkDocumentInMail(finding, draft, each, scope) ?? [])
  const shows = draft.shows === null ? null : checkDocumentInMail(finding, draft, draft.shows, scope)
  const button = draft.button === null ? null : checkButton(finding, draft, draft.button, scope)
  for (const found of finding.found) reportOnce(checking, withNamesAtHand(found, scope), name.span)
  return { message: draft.name.text, to, subject, body, attaches, shows, button, span: name.span }
}

function checkDocumentInMail(
  finding: Finding,
  { by }: MessageDraft,
  draft: DocumentOfDraft,
  scope: Scope,
): DocumentOf | null {
  if (by !== null && by.text !== 'email') return report(finding, diagnostic('N236', draft.document.span, 'no e-mail'))
  return checkDocumentOf(finding, draft, scope)
}

function checkButton(
  finding: Finding,
  { by }: MessageDraft,
  { label, to: written }: MessageButtonDraft,
  scope: Scope,
): MessageButton | null {
  if (by !== null && by.text !== 'email') return report(finding, diagnostic('N236', label.span, 'no e-mail'))
  const to = requireExpression(finding, written, scope, { kind: 'text' })
  return to === null ? null : { label: label.text, to }
}

/** N051: a record has its name from the sending place, which may differ elsewhere. */
function withNamesAtHand(found: Diagnostic, { variables, implicit }: Scope): Diagnostic {
  if (found.number !== 'N051' || implicit !== null) return found
  const names = [...variables].flatMap(([name, { type }]) => (type.kind === 'record' && name !== 'me' ? [name] : []))
  if (names.length === 0) return found
  const hint = `Where it is sent, the records at hand are called ${names.map((name) => `"${name}"`).join(', ')}.`
  return { ...found, fixes: [], hint }
}

type Finding = Checking & { readonly found: Diagnostic[] }

/** A mistake in a message is reported once, even if several places send it. */
function reportOnce(checking: Checking, found: Diagnostic, sentAt: Span): void {
  const isKnown = reportedSoFar(checking).some(
    ({ number, span, message }) =>
      number === found.number && span.start === found.span.start && message === found.message,
  )
  if (isKnown) return
  const related = [...found.related, { span: sentAt, message: 'The message is sent here.' }]
  checking.found.push({ ...found, related })
}

/** A user, an address, or a list of either; an empty value sends nothing. */
function checkReceiver(finding: Finding, draft: MessageDraft, written: Written, scope: Scope): Expression | null {
  const to = requireExpression(finding, written, scope, null)
  const by = wayOf(draft)
  if (to === null || by === null) return to
  const users = finding.draft.roles.signIn?.usersAre?.text
  const one = to.type.kind === 'list' ? to.type.of : to.type
  const isUser = one.kind === 'record' && one.entity === users
  const isAddress = (one.kind === 'text' || one.kind === 'empty') && !isOtherText(finding, to, by)
  if (by === 'email' && isUser && !hasAddress(finding, one.entity))
    return report(finding, diagnostic('N729', written.span, RECEIVERS.email, `${typeInWords(to.type)}, without one`))
  if (one.kind === 'unknown' || TAKES[by]({ isUser, isAddress })) return to
  return report(finding, diagnostic('N729', written.span, RECEIVERS[by], typeInWords(to.type)))
}

/** Users may sign in with a name and have no address field. */
function hasAddress({ entities }: Finding, name: string): boolean {
  const fields = entities.get(name)?.fields.values() ?? []
  return [...fields].some(({ field }) => field.type.kind === 'email')
}

/** Other text fields, such as names and notes, hold no addresses: addresses have a type of their own. */
function isOtherText({ entities }: Finding, to: Expression, by: MessageWay): boolean {
  if (to.kind !== 'field') return false
  const kind = entities.get(to.entity)?.fields.get(to.field)?.field.type.kind
  return kind !== undefined && kind !== (by === 'webhook' ? 'url' : 'email')
}

interface Receiver {
  readonly isUser: boolean
  readonly isAddress: boolean
}

const TAKES: Readonly<Record<MessageWay, (receiver: Receiver) => boolean>> = {
  email: ({ isUser, isAddress }) => isUser || isAddress,
  'in-app': ({ isUser }) => isUser,
  webhook: ({ isAddress }) => isAddress,
  events: ({ isUser }) => isUser,
}

const RECEIVERS: Readonly<Record<MessageWay, string>> = {
  email: 'An e-mail goes to a user, to an address, or to a list of them',
  'in-app': 'An in-app message goes to a user or to a list of users',
  webhook: 'A webhook goes to a web address, or to a list of them',
  events: 'An event goes to a user, whose programs read it, or to a list of users',
}
