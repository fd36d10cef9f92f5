// Links by e-mail: for a new password, and for passwordless sign-in. A request for a link reveals nothing about the
// user; opening a link proves access to the mailbox.

import * as build from '@ninefold/core/expression/build.ts'
import { refusalLanguage } from '@ninefold/core/contract/words/refusal-language.ts'
import type { RecordValue } from '@ninefold/core/expression/expression.ts'
import { entityNamed, fieldNamed } from '@ninefold/core/model/find.ts'
import type { Model } from '@ninefold/core/model/model.ts'
import type { LinkRules } from '@ninefold/core/model/roles.ts'
import { signInOf } from '@ninefold/core/model/users/sign-in-of.ts'
import { planIsReceiver, planReceiver } from '@ninefold/core/plan/read/finds.ts'
import type { Executor } from '../../store/driver/database.ts'
import type { Bindings } from '../../store/driver/rows.ts'
import { keepMessage } from '../../store/tables/outbox.ts'
import { endOtherSessions } from '../../store/tables/users/sessions.ts'
import { forgetHalfSignIns } from '../../store/tables/users/second-factors.ts'
import { allowAttempt, forgetDevices, forgetStrangers } from '../../store/tables/users/sign-in-attempts.ts'
import {
  createLink,
  forgetLinkMessage,
  forgetLinks,
  linkMessageName,
  type LinkKind,
  takeLink,
} from '../../store/tables/users/sign-in-links.ts'
import type { Application } from '../context/application.ts'
import { keepAudit, noteWritten } from '../records/audit.ts'
import { bindingsOf } from '../context/bindings.ts'
import { callerWith } from '../context/caller.ts'
import { callerOfUser } from './conditional-roles.ts'
import { arrivalInWords, arrive, type Arrived } from './second-factors.ts'
import { linkMessage, linkWords } from '../messages/link-words.ts'
import { setFields } from '../records/records.ts'
import { refused } from '../context/refusal.ts'
import { planner } from '../context/planner.ts'

const receiverPlan = planner('receiver', planReceiver)

const isReceiverPlan = planner('is receiver', planIsReceiver)

/** Prevents others from flooding a user's mailbox. */
const LINKS_MAX = 5
const LINKS_WINDOW_MS = 15 * 60_000

/** The page that links lead to, and their rules. Null: the text states no links of this kind. */
export function linkRules({ roles }: Model, kind: LinkKind): LinkRules | null {
  return kind === 'sign in' ? (roles.linkSignIn?.link ?? null) : (roles.signIn?.forgottenPassword ?? null)
}

const LINK_PAGES: Readonly<Record<LinkKind, string>> = {
  'new password': '/new-password',
  'sign in': '/sign-in-link',
}

/**
 * Sends a link to the user with this identifier, if there is one. `origin`: the beginning of the link. `sent`: the
 * identifier as it was typed.
 */
export async function sendLink(
  application: Application,
  kind: LinkKind,
  identifier: string,
  origin: string,
  sent = identifier,
): Promise<void> {
  const { model, database } = application
  const users = signInOf(model.roles)
  const rules = linkRules(model, kind)
  if (users === null || rules === null) throw refused('not found')
  const isAllowed = await database.write((transaction) =>
    allowAttempt(transaction, `link ${identifier.trim()}`, LINKS_MAX, LINKS_WINDOW_MS),
  )
  if (!isAllowed) throw refused('too many')
  const entity = entityNamed(model, users.entity)
  const nobody = callerWith(model, null, [], null)
  const statement = application.planned(
    receiverPlan,
    nobody,
    entity,
    fieldNamed(entity, users.identifier),
    fieldNamed(entity, rules.field),
  )
  await database.write(async (transaction) => {
    const row = (await transaction.run(statement, { key: identifier, sent }))[0]
    if (row === undefined || row['receiver'] === null) return
    const receiver = String(row['receiver'])
    const token = await createLink(transaction, kind, { userId: String(row['id']), receiver }, rules.validMs)
    const language = refusalLanguage(model, undefined)
    const words = linkWords(language, kind, model.name, rules.validMs)
    const link = `${origin}${LINK_PAGES[kind]}#${token}`
    await keepMessage(transaction, {
      name: linkMessageName(kind),
      way: 'email',
      receiver,
      ...linkMessage(application, language, words, link),
      atMs: database.nowMs(),
    })
    transaction.afterCommit(() => application.alarm.ring())
  })
}

/** Sets the new password and ends the user's sessions. `hash` computes it, once the link is validated. */
export async function setNewPassword(
  application: Application,
  token: string,
  hash: () => Promise<string>,
  asked: Bindings,
): Promise<void> {
  const { signIn } = application.model.roles
  if (signIn === null || signIn.forgottenPassword === null) throw refused('not found')
  const { entity: users, password, identifier } = signIn
  const entity = entityNamed(application.model, users)
  await application.database.write(async (transaction) => {
    const user = await userOfLink(application, transaction, 'new password', token)
    const caller = await callerOfUser(application, transaction, signIn, user)
    const bindings = { ...bindingsOf(application, caller), 'new password': await hash() }
    const value = build.variable('new password', { kind: 'text' })
    const after = await setFields({ application, caller, transaction, bindings }, entity, user, {
      set: [{ kind: 'expression', field: password, value }],
    })
    await forgetLinks(transaction, String(user.id))
    await endOtherSessions(transaction, String(user.id), null)
    await forgetHalfSignIns(transaction, String(user.id))
    await forgetDevices(transaction, String(user.id))
    await forgetStrangers(transaction, String(after.fields[identifier] ?? ''))
    await keepAudit({ application, transaction, bindings: { ...asked, ...bindings } })
  })
}

/** The mailbox is one factor; a second one may be required. */
export async function signInByLink(application: Application, token: string, asked: Bindings): Promise<Arrived> {
  return application.database.write(async (transaction) => {
    const user = await userOfLink(application, transaction, 'sign in', token)
    const caller = callerWith(application.model, user, [], null)
    const arrived = await arrive(application, transaction, { userId: String(user.id), identifier: null, at: null })
    const entity = { name: signInOf(application.model.roles)?.entity ?? '' }
    noteWritten({ transaction, caller }, entity, user, arrivalInWords(arrived))
    await keepAudit({ application, transaction, bindings: asked })
    return arrived
  })
}

async function userOfLink(
  application: Application,
  transaction: Executor,
  kind: LinkKind,
  token: string,
): Promise<RecordValue> {
  const { model } = application
  const users = signInOf(model.roles)
  const rules = linkRules(model, kind)
  if (users === null || rules === null) throw refused('not found')
  const link = await takeLink(transaction, kind, token)
  if (link === null) throw spent()
  const entity = entityNamed(model, users.entity)
  const nobody = callerWith(model, null, [], null)
  const statement = application.planned(isReceiverPlan, nobody, entity, fieldNamed(entity, rules.field))
  const row = (await transaction.run(statement, { key: link.userId, receiver: link.receiver }))[0]
  // The user's address has changed since the link was sent, so its former mailbox no longer counts.
  if (row === undefined) throw spent()
  await forgetLinkMessage(transaction, kind, token)
  return { id: row['id'] as string | number, fields: {} }
}

function spent(): ReturnType<typeof refused> {
  return refused('not found', 'link', ['link used'])
}
