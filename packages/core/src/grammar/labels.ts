// Every labelled line of the language by place: a description, and its values.

import { LATER, label, type LabelGrammar, type Labels } from './label.ts'
import { DOCUMENT_LABELS, SCREEN_LABELS } from './screen-labels.ts'
import { entries, one, SENT_BODIES, several } from './values.ts'

/** A question of the form. */
export const QUESTION: LabelGrammar = label(
  'A question of the form. The tables below answer it, or nobody has said it yet.',
)

const OPEN_ONLY = label(null, one('none'))

export const LABELS = {
  preamble: {
    Ninefold: label('The version of the language.', one('1')),
    Chapters: label('The specification goes on in the files of the list below: each entry is a link to one of them.'),
  },
  purpose: { Purpose: label('The purpose of the product, in a few sentences.') },
  screen: SCREEN_LABELS,
  document: DOCUMENT_LABELS,
  entities: {
    'Every entity has': label(
      'Fields that every entity has without stating them.',
      several('id as a random identifier', 'id as a counting number', 'createdAt', 'updatedAt', 'createdBy', 'version'),
    ),
    'Records belong to': label(
      'Tenants: every record of another entity belongs to one of them, and is neither seen nor referred to from another. Memberships say who is in which.',
      one('ENTITY via ENTITY[, except WORDS]'),
    ),
  },
  entity: {
    Label: label('The words by which people recognise a record.', one('`…`')),
    'Part of': label('The record belongs to another one, and is deleted together with it.', one('ENTITY via FIELD')),
    History: label('Changes of these fields are kept.', one('every change[ of WORDS]')),
    Followers: label(
      'Users who follow a record: steps of it and new records in the lists named here are told to them.',
      several('FIELD'),
    ),
    Deleted: label(
      'Whether deleted records are gone, or kept for a while.',
      one('for good', 'kept AMOUNT', 'kept `…`'),
    ),
    Tenant: LATER,
    'Own fields': LATER,
    'Only grows': label('Records are added, and neither changed nor deleted.', one('yes', 'no')),
    was: label('Its name in the version before.'),
  },
  machine: { Clocks: OPEN_ONLY },
  roles: {
    'Agents act as': label(
      'The roles with which agents use the application for their users, by the Model Context Protocol. Without it no agent does.',
      several('BASE'),
    ),
    'Operated by': label(
      'The roles that see the page for operators: the audit log, messages that wait or failed, waiting work and the health of the application. Without it nobody does.',
      several('BASE'),
    ),
    'A record you may not see answers': label(
      'The answer to a request for a record that its caller may not see.',
      one('not found'),
    ),
    'Current tenant': label(
      'The tenant in which somebody is: by the host or the path of the address, beside the choice that they make.',
      one('by host, as FIELD', 'by path, as FIELD'),
    ),
  },
  signingIn: {
    'Users are': label('The entity whose records are the people who sign in.', one('ENTITY')),
    'Sign in with': label(
      'The field that people type, and the password; a link that is sent to them; OpenID providers; passkeys beside them; or calls alone.',
      one(
        'FIELD and password[, OpenID PROVIDER]',
        'FIELD and password[, passkey]',
        'link by FIELD, valid AMOUNT[, OpenID PROVIDER]',
        'link by FIELD, valid AMOUNT[, passkey]',
        'OpenID PROVIDER[, OpenID PROVIDER]',
        'OpenID PROVIDER[, passkey]',
        'calls by FIELD',
      ),
    ),
    Session: label(
      'How a browser stays signed in, and for how long.',
      one(
        'cookie[, ends `CONSTANT` after last use[, at the latest `CONSTANT` after sign-in]]',
        'cookie[, ends AMOUNT after last use[, at the latest AMOUNT after sign-in]]',
        'cookie[, ends `CONSTANT` after sign-in]',
        'cookie[, ends AMOUNT after sign-in]',
        'header `Authorization: Token <token>`[, ends `CONSTANT` after sign-in]',
        'header `Authorization: Bearer <token>`[, ends `CONSTANT` after sign-in]',
        'header `Authorization: Bearer <token>`[, ends AMOUNT after sign-in]',
        'header `Authorization: Bearer <token>`[, ends `CONSTANT` after last use]',
        'header `X-Token: <token>` or HTTP Basic[, ends `CONSTANT` after last use]',
        'header `X-Token: <token>`[, ends AMOUNT after last use]',
        'header `Authorization: Bearer <token>` or query `key`[, ends AMOUNT after last use]',
        'cookie `token`[ or HTTP Basic][, ends AMOUNT after last use]',
        'query `key`[, ends AMOUNT after last use]',
        'header `X-Api-Key: <apiKey>`',
        'header `Authorization: Bearer <apiKey>` or query `key=<apiKey>`',
        'header `Authorization: Bearer <apiKey>`[ or HTTP Basic `<apiKey>`]',
        'HTTP Basic',
      ),
    ),
    'Sign up': label(
      'Whether people can make an account themselves, and the role that it gives.',
      one('open, gives BASE', 'by invitation', 'closed'),
    ),
    'Wrong password': label(
      'How often it may be wrong, in which time, and the code that is answered then.',
      one('`CONSTANT` in `CONSTANT`, then CODE', '5 in AMOUNT, then CODE'),
    ),
    'Forgotten password': label(
      'The way to a new password: a link that is sent to the user.',
      one('link by FIELD, valid AMOUNT', 'link by FIELD, valid `CONSTANT`'),
    ),
    'Change of password': label(
      'Whether a new password asks for the old one, and whether other sessions end.',
      one(
        'asks for the old one[, ends other sessions]',
        'asks for the old one[, keeps other sessions]',
        'asks for nothing[, ends other sessions]',
        'asks for nothing[, keeps other sessions]',
      ),
    ),
    'API keys': label(
      'The roles that users may give to keys for programs, how long a key lasts at most, and whether apps ask for one by OAuth. Without it there are no keys.',
      one(
        'BASE, at most AMOUNT[, also by OAuth]',
        'BASE, at most `CONSTANT`[, also by OAuth]',
        'BASE, BASE, at most AMOUNT[, also by OAuth]',
        'BASE, BASE, at most `CONSTANT`[, also by OAuth]',
      ),
    ),
    'Second factor': label(
      'For whom a code of an app is asked for at signing in. Users may have one otherwise too. Without the line nobody is asked.',
      one('required for BASE', 'required for BASE, BASE', 'required for everybody', 'possible'),
    ),
    Terms: label(
      'Documents that users agree to before anything else, each with its version and its web address. Another version is asked for anew.',
      entries('TERMS, version 2, at https://example.com/terms'),
    ),
  },
  provider: {
    Issuer: label('The variable of the environment that holds the address of the provider.', one('SECRET')),
    Client: label(
      'The variables of the environment that hold the id of this application at the provider, and its secret.',
      one('SECRET SECRET'),
    ),
    Scopes: label('Scopes that are asked for beside openid, email and profile.', several('SCOPE')),
    'Sign up': label(
      'Whether people become users by the provider, with addresses of which domains, and the role that it gives.',
      one('open, gives BASE', 'addresses of DOMAIN[, DOMAIN], gives BASE', 'closed'),
    ),
    'Existing accounts': label(
      'How an existing account is linked: by its user, or as the provider has confirmed its address.',
      one('linked by their users', 'linked by confirmed address'),
    ),
    'Roles are': label(
      'Whether the roles of the table below follow the claims at each sign-in, or are given once.',
      one('taken anew at each sign-in', 'given at the first sign-in'),
    ),
  },
  calls: {
    'Standard calls': OPEN_ONLY,
    Shapes: OPEN_ONLY,
    Messages: OPEN_ONLY,
    Schedules: OPEN_ONLY,
    Examples: OPEN_ONLY,
  },
  call: {
    Who: label('The roles that may use it, or the outside service that calls it.', several('ROLE', 'SERVICE')),
    Repeatable: label(
      'A request that is sent again with the same key has one effect.',
      one('with an Idempotency-Key', 'naturally', 'by `…`'),
    ),
    Needs: label(
      'The version that the request has seen, or a second factor that its caller has shown in the last minutes.',
      one(
        'the version[, a fresh second factor]',
        'the version when sent[, a fresh second factor]',
        'a fresh second factor',
      ),
    ),
    'Runs as': label(
      'The product itself: its steps need nobody’s permission.',
      one('the product', 'the product, whoever calls'),
    ),
    'Used by': label('Other programs: that no screen uses the call is meant so.', one('other programs')),
    Shares: label('Parts "Shared by calls": the call has all that stands there.', several('SHARED')),
    was: label('Its address in the version before.', one('`CALL`[ until DAY]')),
    Isolation: LATER,
    Body: label('How the body of the request is written; of several, each request has one.', one(...SENT_BODIES)),
    Values: label('Lenient: any value that can be read as the wanted one is taken for it.', one('lenient', 'exact')),
    'Built-in errors': label('The statuses that errors of the product have in this call.', several('PROBLEM 400')),
    'Error body': label(
      'The shape of the refusals of this call, as an expression.',
      one('`…`', '`…` as MIME', '`…` as text'),
    ),
    'Error headers': label('Headers of the refusals of this call.', several('HEADER `…`')),
    'Unknown inputs': label('Inputs that the call does not name are refused or ignored.', one('refused', 'ignored')),
  },
  message: {
    By: label(
      'The way on which it is sent.',
      one('email', 'in-app', 'webhook, signed with SECRET', 'webhook', 'events'),
    ),
    To: label('The receivers, as an expression.', one('`…`')),
    Subject: label('The subject of the message. {path} is replaced by a value at hand.'),
    Body: label('The words of the message. {path} is replaced by a value at hand.'),
    Attaches: label('Documents of records at hand, which an e-mail has as PDF.', several('DOCUMENT of NAME')),
    Shows: label('A document of a record at hand, which an e-mail shows below its words.', one('DOCUMENT of NAME')),
    Button: label('A button of an e-mail, and the address to which it leads.', one('"TITLE" to `…`')),
  },
  service: {
    Address: label('The variable of the environment that holds the address of the service.', one('SECRET')),
    'Signed in with': label(
      'How requests say who asks. Secrets are named; their values are in the environment.',
      one('bearer SECRET', 'basic SECRET SECRET', 'header HEADER SECRET', 'nothing'),
    ),
    'Signs with': label(
      'How the service signs the calls that it makes: a scheme, and the variable that holds the secret.',
      one(
        'Standard Webhooks, SECRET[, within 5 minutes]',
        'Stripe, SECRET[, within 5 minutes]',
        'GitHub, SECRET',
        'HMAC-SHA256 in HEADER as hex, SECRET',
        'HMAC-SHA256 in HEADER as base64, SECRET',
      ),
    ),
    Waits: label(
      'How long one request waits for its answer, and how many are made at most for one question.',
      one('10 seconds[, 3 tries]'),
    ),
  },
  schedule: {
    Runs: label(
      'The moments at which the clock does it.',
      one(
        'every hour',
        'every 5 minutes',
        'every day at 02:00',
        'every weekday at 07:30',
        'every monday at 07:30',
        'every monday, thursday at 07:30',
        'every month on day 1 at 03:00',
      ),
    ),
  },
  errors: {
    'Error body': label('The shape of every refusal, as an expression.', one('`…`', '`…` as MIME', '`…` as text')),
    'Error headers': label('Headers of every refusal.', several('HEADER `…`')),
    'Built-in errors': label('The refusals that the product brings along.', one('as supplied[, messages in English]')),
  },
  limits: { 'Business calendar': LATER, 'Rate limits': LATER },
} as const satisfies Readonly<Record<string, Labels>>
