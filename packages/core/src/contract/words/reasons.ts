// Detailed reasons of refusals: typed templates, each a whole sentence with an id. A refusal contains the id and
// values, and is put into words in its reader's language.

import { enumerated } from '../../text/enumeration.ts'
import type { Obstructed } from '../wire/app.ts'
import type { ConditionInLanguages } from './conditions-in-words.ts'

export const REASONS = {
  /** Words of the text, in its own language. */
  'as the text says': (words: string) => words,

  // States and rules
  'only in states': (states: readonly string[]) => `Only possible while it is ${enumerated(states, 'or')}.`,
  'only in states with one before': (states: readonly string[]) =>
    `Only possible while it is ${enumerated(states, 'or')}, and there is a state before.`,
  'only when': (condition: ConditionInLanguages) => `Only possible when ${condition.en}.`,
  'not as it is': () => 'Not possible for this record as it is now.',
  'locked in state': (state: string) => `This cannot be changed while it is ${state}.`,
  'already running': () => 'It is already running.',
  'quota reached': () => 'The maximum number of these is reached.',
  'changed specification': () =>
    'The specification has changed since it was deleted, so that it cannot be brought back.',
  'no such thing': () => 'There is no such thing, or you may not see it.',

  // Files and documents
  'no picture': () => 'Please choose a picture: PNG, JPEG, GIF, WebP or AVIF.',
  'file too large': (limit: string) => `A file may have at most ${limit}.`,
  'unused files': () => 'Many files were uploaded and not used. Please try again later.',
  'hidden part of document': () => 'The document shows something that you may not see.',
  'too many rows in document': () => 'The document has more rows than a document may have.',

  // Sessions, passwords and second factors
  'wrong password': (identifier: string) => `${identifier} and password do not match.`,
  'wrong present password': () => 'This is not your present password.',
  'no password of guests': () => 'Point 6 does not let a guest choose a password.',
  'link used': () => 'This link has been used, or has expired. Please ask for a new one.',
  'invitation used': () => 'This invitation has been used, or has expired. Please ask for a new one.',
  'sign-in took too long': () => 'This took too long. Please sign in again.',
  'wrong code': () => 'This code is not right, or has been used already.',
  'second factor exists': () => 'There is a second factor already. End it first.',
  'second factor not begun': () => 'No second factor is being set up. Start again.',
  'second factor missing': () => 'Only possible in a session with a second factor. Set one up on your account page.',
  'second factor required': () => 'Your role requires a second factor, so it stays.',
  'second factor without session': () => 'Sign in with a session to set up or show a second factor.',
  'terms not agreed': () =>
    'Only possible for those who have agreed to the terms. Sign in on a page, and agree to them.',
  'terms without session': () => 'Terms are agreed to in a session.',
  'terms changed': () => 'The terms have changed. Read them again, and agree to these.',
  'account suspended': () => 'This account is suspended. Please ask the operator of the application.',
  'own suspension': () => 'You cannot suspend yourself.',
  'role given by others': () => 'This person has a role that you may not take, so you cannot do this to them.',
  'no member': () => 'This person is not a member here, and so cannot have this role.',
  'already a member': () => 'You are a member there already.',
  'invitation of another': () => 'This invitation is for another account.',
  'sign in again': () => 'You signed in a while ago. Sign out, sign in again, and do it then.',
  'too many invitations': (most: number) =>
    `${most} of your invitations are open, and more are not possible. End one of them.`,
  'session too old': () => 'You signed in a while ago. Sign out, sign in again, and set it up then.',
  'second factor on a page': () => 'Sign in on the page for signing in: it asks for your second factor.',
  'only way to sign in': () => 'This is your only way to sign in. Set a password, or link another one first.',
  'link without session': () => 'Sign in with a session to link accounts.',
  'no public address': () => 'The specification does not say at which public address links lead back.',

  'unknown passkey': () => 'This passkey does not belong to an account here. Sign in another way.',
  'passkey not made': () => 'The passkey could not be checked. Try again.',
  'passkey without session': () => 'Sign in with a session to create a passkey.',
  'too many passkeys': (most: number) => `You have ${most} passkeys, and more are not possible. Remove one of them.`,

  // API keys
  'key makes keys': () => 'An API key cannot create or revoke keys.',
  'key changes address': () => 'An API key cannot change the address of a sign-in. Sign in to do this.',
  'key changes password': () => 'An API key cannot change a password. Sign in to do this.',
  'key begins session': () => 'An API key cannot start a session.',
  'key outside calls': () => 'An API key is for the calls of the application. Sign in to do this.',
  'key only reads': () => 'This API key can only read. Create one that may also write.',
  'too many keys': (most: number) => `You have ${most} keys, and more are not possible. End one of them.`,
  'name of key': (most: number) => `A key has a name of 1 to ${most} characters.`,
  'roles of key': () => 'A key has at least one of your roles.',
  'role not for key': (role: string) => `You cannot give a key the role "${role}".`,
  'days of key': (most: number) => `A key lasts 1 to ${most} days.`,
  'reading of key': () => 'State whether the key only reads: true or false.',
  'no such app': () => 'No app is registered under this client_id. Start again in the app.',
  'other redirect address': () => 'The app did not register the address to which this leads back.',
  'unreadable authorization request': () => 'This is not an authorization request. Start again in the app.',
  'too many apps': (most: number) =>
    `${most} apps have access to your account, and more are not possible. End one of them.`,

  // Requests
  'other site': () => 'This request came from another site.',
  'other host': () => 'This application does not answer under this name.',
  'no tenant of host': (label: string) =>
    `Nothing here is called "${label}". Check the beginning of the address, or ask the person who gave it to you.`,
  'only localhost': () => 'This server answers to localhost only.',
  'no UTF-8': () => 'The request is not text in UTF-8.',
  'key twice': () => 'A key occurs twice in one object.',
  'no patch': () => 'The body is not a JSON Patch: a list of operations.',
  'patch of many operations': (most: number) => `The patch has more than ${most} operations.`,
  'no operation': (number: number) => `Item ${number} of the patch is not an operation of RFC 6902.`,
  'test of patch fails': (number: number, pointer: string) =>
    `Operation ${number} fails: the value of "${pointer}" is another one.`,
  'nothing to patch': (number: number, pointer: string) =>
    `Operation ${number} cannot be applied to "${pointer}": its place or its source does not exist.`,
  'patch too large': () => 'The patch makes the record too large.',
  'no object left': () => 'After this patch the record would not be an object.',
  'form not readable': () => 'The form cannot be read.',
  'form of many parts': () => 'The form has too many parts.',
  'content encoding': () => 'Please send the body without Content-Encoding.',
  'idempotency key': () => 'The key is 1 to 255 visible characters.',
  'key of another request': () => 'This key was used for another request.',
  'sent otherwise': () => 'This was sent before with other content.',
  'request too large': (megabytes: number) => `The request is larger than ${megabytes} MB.`,
  'rows too large': (megabytes: number) => `The rows are larger than ${megabytes} MB.`,
  'address not readable': () => 'This address cannot be read.',
  'send as': (types: string) => `Please send the body as ${types}.`,
  'send file': () => 'Please send the file itself, as application/octet-stream or with its own media type.',

  // Load
  'newer version': () => 'A newer version of this has just started. Please try again.',
  'tenant moves': () => 'This is being moved to another place. Please try again in a moment.',
  'begins at home': () => 'This is possible at the main address only. Please do it there.',
  'address stays': () =>
    'With this change its address would be another one, which is not possible now. Please ask the people who run this.',
  'no room': () => 'There is no storage space left now. Please try again later.',
  'more than at once': () => 'Too much was requested at once. Please try again.',

  // For the author
  'call of nobody': () => 'Nobody has said who may use this call.',
  'step not supported': (step: string) => `A step of this call, "${step}", is not supported yet.`,
  'transition not shown': (transition: string) => `A part of "${transition}" is not shown.`,
  'no screen': () => 'No screen of the text has this address.',
  'nobody with role': () => 'There is nobody yet who could be seen with this role.',
  'sample user gone': () => 'This sample user no longer exists.',
}

type Templates = typeof REASONS
export type ReasonId = keyof Templates

/** The id of a sentence with its values. */
export type Reason = { [Id in ReasonId]: readonly [id: Id, ...values: Parameters<Templates[Id]>] }[ReasonId]

/** The same sentences in another language. */
export type TranslatedReasons = { readonly [Id in ReasonId]: (...values: Parameters<Templates[Id]>) => string }

export function filledReason(templates: TranslatedReasons, [id, ...values]: Reason): string {
  return (templates[id] as (...values: readonly unknown[]) => string)(...values)
}

export function reasonInEnglish(reason: Reason): string {
  return filledReason(REASONS, reason)
}

/** The reason of an unavailable action. The words of the text stay as they are. */
export function reasonOfObstructed({ reason, made }: Pick<Obstructed, 'reason' | 'made'>): Reason {
  if (made === undefined) return ['as the text says', reason]
  if (made.id === 'only when') return made.condition === undefined ? ['not as it is'] : [made.id, made.condition]
  return made.id === 'not as it is' ? [made.id] : [made.id, made.states ?? []]
}
