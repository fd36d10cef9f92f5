// What may be written in each column and after each label, as forms (see match-form.ts). The forms of steps are the
// reader's own. A word in capitals is answered by slots.ts.

export interface Forms {
  /** Several of them may stand between these. */
  readonly between?: ',' | ';'
  readonly forms: readonly string[]
}

const one = (...forms: readonly string[]): Forms => ({ forms })
const several = (...forms: readonly string[]): Forms => ({ between: ',', forms })
const entries = (...forms: readonly string[]): Forms => ({ between: ';', forms })

const LISTED = ', sorted by FIELD ORDER, all of them'

export const LABEL_FORMS: Readonly<Record<string, Forms>> = {
  Ninefold: one('1'),
  Who: several('ROLE'),
  Shows: one(
    'list of ENTITY where `…`, sorted by FIELD ORDER, 20 per page',
    `list of ENTITY${LISTED}`,
    `list of its RELATION${LISTED}`,
    'one ENTITY by PARAMETER',
    'answer of call `CALL`',
  ),
  As: one(
    'table',
    'cards',
    'board by FIELD',
    'calendar by FIELD',
    'tree by FIELD',
    'chart of count by FIELD',
    'chart of sum of FIELD by FIELD',
  ),
  Refreshes: one('live', 'every 30 seconds'),
  Columns: several('PATH'),
  Fields: several('PATH'),
  'Filter by': several('FIELD'),
  'Search in': several('FIELD'),
  Form: one(
    'call `CALL`, then open SCREEN',
    'call `CALL`, filled from `CALL`, then open SCREEN',
    'call `CALL`, as tab "TITLE"',
  ),
  Can: entries('call `CALL`, then open SCREEN', 'do TRANSITION', 'open SCREEN', 'sign out'),
  'Every entity has': several(
    'id as a random identifier',
    'id as a counting number',
    'createdAt',
    'updatedAt',
    'createdBy',
    'version',
  ),
  'Part of': one('ENTITY via FIELD'),
  History: one('every change', 'every change of FIELD'),
  Deleted: one('for good', 'kept 30 days'),
  'Only grows': one('yes'),
  'Users are': one('ENTITY'),
  'Sign in with': one('FIELD and password'),
  Session: one(
    'cookie, ends `CONSTANT` after last use',
    'cookie, ends `CONSTANT` after sign-in',
    'header `Authorization: Token <token>`, ends `CONSTANT` after sign-in',
  ),
  'Sign up': one('open, gives BASE', 'closed'),
  'Wrong password': one('`CONSTANT` in `CONSTANT`, then CODE', '5 in 15 minutes, then CODE'),
  'A record you may not see answers': one('not found'),
  Repeatable: one('with an Idempotency-Key'),
  Needs: one('the version'),
  'Runs as': one('the product', 'the product, whoever calls'),
  'Used by': one('other programs'),
  Body: one('form', 'form or JSON'),
  Values: one('lenient'),
  'Unknown inputs': one('ignored', 'refused'),
  was: one('`POST /api/former/address`', '`POST /api/former/address` until '),
  Runs: one('every 5 minutes', 'every day at 02:00', 'every monday at 07:30', 'every month on day 1 at 03:00'),
  By: one('email', 'in-app', 'webhook, signed with '),
}

const SIMPLE_TYPES = [
  'text',
  'long text',
  'email',
  'url',
  'phone',
  'whole number',
  'yes/no',
  'date',
  'time',
  'date and time',
]

export const TYPES: readonly string[] = [
  'text up to 80',
  'long text up to 10000',
  'formatted text',
  'email',
  'url',
  'phone',
  'country',
  'language',
  'time zone',
  'colour',
  'password 10 to 200',
  'whole number',
  'whole number 1 to 5',
  'decimal with 2 places',
  'percent',
  'money in EUR',
  'yes/no',
  'date',
  'time',
  'date and time',
  'duration',
  'period of dates',
  'period of date and time',
  'choice: ',
  'choices: ',
  'state',
  'sequence from 1',
  'slug from FIELD, numbered when taken',
  'file up to 10 MB',
  'image up to 5 MB',
]

const RULES = [
  'required',
  'unique',
  'unique ignoring case',
  'unique within FIELD',
  'set once',
  'set by product',
  'hidden',
  'trimmed',
  'blank becomes empty',
  'at least 1',
  'at most 100',
  'computed `…`',
  'computed and stored `…`',
  'computed over all `…`',
  'deleted together',
  'blocks deletion',
  'cleared on deletion',
  'personal data',
  'searchable',
]

const STATUSES = ['400', '401', '403', '404', '409', '422', '429']

/** By the first column and the column itself. */
export const COLUMN_FORMS: Readonly<Record<string, Readonly<Record<string, Forms>>>> = {
  User: { Role: one('BASE') },
  Route: { Screen: one('SCREEN'), Parameter: several('PARAMETER is ENTITY.FIELD', 'none') },
  Field: {
    Type: one(...TYPES, 'ENTITY', 'list of ENTITY', 'list of ENTITY via FIELD'),
    Rules: several(...RULES),
    Default: one('VALUE'),
  },
  State: { Kind: one('initial', 'final'), Locks: several('all', 'all except FIELD', 'FIELD') },
  'Unique together': { 'Unique together': several('FIELD'), Otherwise: one('CODE') },
  Transition: {
    From: several('STATE', 'any', 'any except STATE'),
    To: one('STATE'),
    Who: several('ROLE', 'the clock'),
    Then: entries('set FIELD to `…`', 'clear FIELD', 'send MESSAGE'),
  },
  Clock: {
    Does: one('TRANSITION'),
    Runs: one('`CONSTANT` after entering STATE', 'every day at 08:00', 'when `…` passes'),
  },
  Rule: {
    Entity: one('ENTITY'),
    Over: one('ENTITY'),
    Same: several('FIELD'),
    When: one('always', 'create', 'change', 'delete', 'FIELD changes', 'do TRANSITION'),
    Holds: one(
      '`FIELD` never overlaps',
      'at most 1',
      'at most `…`',
      'at least 1',
      'exactly 1',
      '`FIELD` never below 0',
      '`FIELD` never in a circle',
      'sum of `FIELD` is 0',
      'sum of `FIELD` at most 100',
    ),
    Otherwise: one('CODE'),
  },
  Role: {
    Includes: several('BASE'),
    'A user gets it': entries(
      'by signing up',
      'by not being signed in',
      'the first user who signs up',
      'from an BASE',
      'from a BASE',
    ),
  },
  'Role for a record': { Entity: one('ENTITY'), 'Must have': one('BASE') },
  Who: {
    Who: one('ROLE', 'ROLE of FIELD', 'Nobody'),
    May: several('see', 'create', 'change', 'delete', 'give roles', 'add', 'remove'),
    Entity: one('ENTITY', 'ENTITY.RELATION'),
    'Only where': one('`…`, may hand over', 'may hand over'),
    Fields: several('FIELD', 'all', 'all except FIELD'),
  },
  Entity: {
    Entity: one('ENTITY'),
    Path: one('`/api/path`', '`/api/path`, was `/former/path`', '`/api/path`, was `/former/path` until '),
    Calls: several('list', 'get', 'create', 'change', 'delete', 'transitions'),
    'Found by': one('FIELD'),
    'Answers with': one('SHAPE', 'everything visible'),
  },
  Key: { Key: one('everything in SHAPE', 'FIELD, was FIELD', 'FIELD, was FIELD until ') },
  Input: {
    Like: one(
      'ENTITY.FIELD',
      'ENTITY.FIELD by FIELD',
      'one of ',
      ...SIMPLE_TYPES,
      'secret text',
      'list of text',
      'list of objects',
    ),
    Needed: one('yes', 'no', 'at least one'),
  },
  Query: { Type: one('ENTITY.FIELD', 'one of ', ...SIMPLE_TYPES) },
  Header: { Like: one('ENTITY.FIELD', 'one of ', ...SIMPLE_TYPES), Needed: one('yes', 'no') },
  Cookie: { Like: one('ENTITY.FIELD', 'one of ', ...SIMPLE_TYPES), Needed: one('yes', 'no') },
  Message: { By: one('email', 'in-app', 'webhook, signed with ') },
  Code: { Status: one(...STATUSES) },
  'Built-in error': { 'Built-in error': one('PROBLEM'), Status: one(...STATUSES) },
  Setting: {
    Setting: one(
      'Time zone',
      'Language',
      'Currency',
      'Other sites may call',
      'Unknown inputs',
      'Week starts',
      'Public address',
      'Brand colour',
      'Logo',
    ),
  },
  Limit: {
    On: one('`CALL`', 'ENTITY', 'signing in'),
    Per: one('user, 1 hour', 'address, 1 minute'),
    'At most': one('`CONSTANT`'),
    Otherwise: one('CODE'),
  },
}

/** Where nobody has said it yet. */
export const OPENNESS = ['not shown', 'none', 'out of scope', 'any of ']

/** Directions in which a list is sorted. */
export const ORDERS = [
  'newest first',
  'oldest first',
  'A to Z',
  'Z to A',
  'smallest first',
  'largest first',
  'highest first',
  'lowest first',
]
