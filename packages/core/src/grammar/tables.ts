// Every table of the language by place: its columns in order, their descriptions, and the values of its cells.

import { CARRIED_FORMS, FIELD_RULE_FORMS, FIELD_TYPE_FORMS, INPUT_FORMS, QUERY_FORMS } from './fields.ts'
import { SETTING_NAMES } from './settings.ts'
import { entries, FREE, one, several, type Values } from './values.ts'

export interface CellGrammar {
  /** Hover text of the column. Null: the header is self-explanatory. */
  readonly about: string | null
  readonly values: Values
}

export interface TableGrammar<Column extends string = string> {
  /** By header, in the order of the table. */
  readonly columns: Readonly<Record<Column, CellGrammar>>
  /** Columns that a table may be without, which is as if all of their cells were empty. */
  readonly dispensable?: readonly Column[]
}

const cell = (about: string | null, values: Values = FREE): CellGrammar => ({ about, values })
const table = <const Column extends string>(columns: Readonly<Record<Column, CellGrammar>>): TableGrammar<Column> => ({
  columns,
})
const tableWithout = <const Column extends string>(
  dispensable: readonly NoInfer<Column>[],
  columns: Readonly<Record<Column, CellGrammar>>,
): TableGrammar<Column> => ({ columns, dispensable })

const STATUSES = ['400', '401', '403', '404', '409', '422', '429']

const means = cell('Words for people. Nothing in them is enforced.')
const otherwise = cell('The code of point 8 that is answered when it does not hold.', one('CODE'))
const countingOnly = cell('Only records for which this holds count.', one('`…`'))
const needed = (...forms: readonly string[]): CellGrammar =>
  cell('Whether a request must send it.', one('yes', 'no', ...forms))
const carriedLike = cell('The field whose type and rules it has.', one(...CARRIED_FORMS))

const state = {
  State: cell(null),
  Means: means,
  Kind: cell('Whether records begin in it, or end in it.', one('initial', 'final')),
}

const refusal = {
  Status: cell('The status of the HTTP answer.', one(...STATUSES)),
  About: cell('The input beside which the refusal is shown.'),
  Message: cell('The words of the refusal. {path} is replaced by a value at hand.'),
}

export const TABLES = {
  users: table({ User: cell(null), Role: cell('The role of point 6 that they have.', one('BASE')), 'Comes to': means }),
  terms: table({ Term: cell(null), Means: means }),
  routes: table({
    Route: cell('The address in the browser. :name is a parameter.'),
    Screen: cell('The screen that the address opens.', one('SCREEN')),
    Parameter: cell(
      'The field by which a parameter of the address finds one record.',
      several('PARAMETER is ENTITY.FIELD'),
    ),
  }),
  fields: tableWithout(['Rules', 'Default', 'Meaning'], {
    Field: cell(null),
    Type: cell('The kind of value that the field holds.', one(...FIELD_TYPE_FORMS)),
    Rules: cell('Conditions of the field, separated by commas.', several(...FIELD_RULE_FORMS)),
    Default: cell(
      'The value of a new record for which nobody gives one: a word, or an expression in backticks.',
      one('VALUE', '`…`'),
    ),
    Meaning: means,
  }),
  uniqueTogether: table({
    'Unique together': cell('No two records agree in all of these.', several('FIELD')),
    'Counting only': countingOnly,
    Otherwise: otherwise,
  }),
  choice: table({
    Value: cell('The word that is stored and sent.'),
    Label: cell('The words that people read for it.'),
  }),
  versionChanges: table({
    What: cell('The entity, field or state that is different now.'),
    Was: cell('Its former name.'),
    Becomes: cell('Its name now.'),
    'Existing records': cell('The value that existing records get.'),
  }),
  states: table(state),
  lockingStates: table({
    ...state,
    Locks: cell('Fields that nobody changes in this state.', several('all', 'all except FIELD', 'FIELD')),
  }),
  transitions: tableWithout(['Only if', 'Then'], {
    Transition: cell(null),
    From: cell(
      'The states in which the transition is possible.',
      several('STATE', 'any', 'any except STATE', 'nothing'),
    ),
    To: cell('The state that it leads to.', one('STATE', 'the state before')),
    Who: cell('The roles that may do it.', several('ROLE', 'the clock')),
    'Only if': cell('A condition about the record, which must hold before it.', one('`…`')),
    Then: cell(
      'Effects: set a field, clear one, send a message, record another record.',
      entries(
        'set FIELD to `…`',
        'clear FIELD',
        'send MESSAGE',
        'record ENTITY[ with SETS]',
        'do TRANSITION on each of RELATION where `…`',
        'do TRANSITION on each of RELATION',
        'do TRANSITION on FIELD where `…`',
        'do TRANSITION on FIELD',
      ),
    ),
  }),
  clocks: table({
    Clock: cell(null),
    Does: cell('The transition that the clock does.', one('TRANSITION')),
    Runs: cell(
      'The moment at which it does it.',
      one(
        '`…` after entering STATE[, once]',
        'AMOUNT after entering STATE[, once]',
        'every day at 08:00',
        'when `…` passes',
      ),
    ),
  }),
  rules: table({
    Rule: cell(null),
    Entity: cell('The entity whose records must keep it.', one('ENTITY')),
    When: cell(
      'The moments at which the rule is asked: always, create, change, delete, a field changes, or a transition.',
      one('always', 'create', 'change', 'delete', 'FIELD changes', 'do TRANSITION'),
    ),
    If: cell('The rule counts only where this holds.', one('`…`')),
    'Must hold': cell('The condition that is true of a good record.', one('`…`')),
    Otherwise: otherwise,
  }),
  rulesOverRecords: table({
    Rule: cell(null),
    Over: cell('The entity of whose records the rule is about.', one('ENTITY')),
    Same: cell('Records that agree in these fields are looked at together.', several('PATH', '`…`')),
    'Counting only': countingOnly,
    Holds: cell(
      'The condition that they keep together: an overlap, a number, a sum, a circle.',
      one(
        '`…` never overlaps',
        'at most 1',
        'at most `…`',
        'at least 1',
        'at least `…`',
        'exactly 1',
        'exactly `…`',
        '`…` never below 0',
        '`…` never below `…`',
        '`…` never in a circle',
        'sum of `…` is 0',
        'sum of `…` is `…`',
        'sum of `…` at most 100',
        'sum of `…` at most `…`',
        'sum of `…` at least 1',
        'sum of `…` at least `…`',
      ),
    ),
    Otherwise: otherwise,
  }),
  roles: table({
    Role: cell(null),
    Includes: cell('Roles whose permissions it has as well.', several('BASE')),
    'A user gets it': cell(
      'The way in which somebody comes to have the role.',
      entries(
        'by signing up',
        'by not being signed in',
        'the first user who signs up',
        'from an BASE[, per ENTITY]',
        'from a BASE[, per ENTITY]',
        'from BASE[, per ENTITY]',
        'when `…`',
      ),
    ),
  }),
  claimedFields: table({
    Field: cell('The field of a new user.', one('FIELD')),
    Claim: cell('The claim of the provider that it is read from.'),
  }),
  claimedRoles: table({
    Claim: cell('The claim of the provider. Dots lead into an object.'),
    Value: cell('The value that the claim has, or that its list holds.'),
    Role: cell('The role that its user has by it.', one('BASE')),
  }),
  recordRoles: table({
    'Role for a record': cell(null),
    Entity: cell('The entity for whose records somebody has the role.', one('ENTITY')),
    'Must have': cell('The role that one needs to have this one for a record.', one('BASE')),
    When: cell('The condition about the record and the caller.', one('`…`')),
  }),
  permissions: table({
    Who: cell('The role that may do it, or Nobody.', one('ROLE', 'ROLE of FIELD', 'Nobody')),
    May: cell(
      'see, create, change, delete; give roles, invite, suspend, forget for users; add and remove for a list.',
      several('see', 'create', 'change', 'delete', 'give roles', 'invite', 'suspend', 'forget', 'add', 'remove'),
    ),
    Entity: cell('The entity whose records are meant, or one of its lists.', one('ENTITY', 'ENTITY.RELATION')),
    'Only where': cell(
      'The records that are meant, as an expression about the record. A change must hold before and after it.',
      one('`…`[, may hand over][, in every tenant]', 'may hand over', 'in every tenant'),
    ),
    Fields: cell('The fields that are shown or meant.', several('FIELD', 'all', 'all except FIELD')),
  }),
  standardCalls: table({
    Entity: cell('The entity whose records are listed, read and written.', one('ENTITY')),
    Path: cell(
      'The address of its list.',
      one('`ADDRESS`[, was `ADDRESS`[ until DAY]]', 'ADDRESS[, was ADDRESS[ until DAY]]'),
    ),
    Calls: cell(
      'The calls that exist.',
      several('list', 'get', 'create', 'change', 'delete', 'transitions', 'presence'),
    ),
    'Found by': cell('The field in the address that finds one record.', one('FIELD')),
    'Answers with': cell('The shape of the answer.', one('SHAPE', 'everything visible')),
  }),
  messages: table({
    Message: cell(null),
    By: cell(
      'The way on which it is sent.',
      one('email', 'in-app', 'webhook, signed with SECRET', 'webhook', 'events'),
    ),
    To: cell('The receivers, as an expression.', one('`…`')),
    Subject: cell('The subject of the message. {path} is replaced by a value at hand.'),
    Body: cell('The words of the message. {path} is replaced by a value at hand.'),
  }),
  inputs: table({
    Input: cell(
      'The key in the body of the request, as it is sent: user.email, items[].sku; [].sku where the body is a list; {} for the whole body as JSON.',
    ),
    Like: cell('The field whose type and rules the input has.', one(...INPUT_FORMS)),
    Needed: needed('at least one'),
  }),
  queries: tableWithout(['Keeps only'], {
    Query: cell('The parameter behind the question mark of the address, as it is sent: limit, page[size].'),
    Type: cell('The kind of value that it holds.', one(...QUERY_FORMS)),
    'Keeps only': cell('The records of the list that stay when the parameter is sent.', one('`…`')),
  }),
  operations: table({
    Operation: cell('The name by which steps ask for it.'),
    Request: cell(
      'Its method and its path. :name in the path is a value that is sent.',
      one('`CALL`', '`CALL` as form'),
    ),
    'Fails with': cell('Statuses of the answer, each with its code of point 8.', several('402 CODE')),
  }),
  sends: table({
    Of: cell('The operation with which it is sent.', one('OPERATION')),
    Sends: cell('The key in the body of the request, or the parameter of its path.'),
    Like: cell('The field whose type and rules the value has.', one(...INPUT_FORMS)),
    Needed: needed(),
  }),
  gets: table({
    Of: cell('The operation that answers with it.', one('OPERATION')),
    Gets: cell('The key in the answer.'),
    Like: cell('The field whose type and rules the value has.', one(...INPUT_FORMS)),
    Needed: cell('Whether an answer without it is a failure.', one('yes', 'no')),
    Example: cell('The value that the stand-in answers with, while the application is developed and tested.'),
  }),
  headers: table({ Header: cell('The header of the request.'), Like: carriedLike, Needed: needed() }),
  cookies: table({ Cookie: cell('The cookie of the request.'), Like: carriedLike, Needed: needed() }),
  shape: table({
    Key: cell(
      'The key of the answer, or all keys of another shape.',
      one('everything in SHAPE', 'FIELD[, was FIELD[ until DAY]]', '"TITLE"', '@FIELD'),
    ),
    Value: cell('The value of the key, as an expression about the record.', one('`…`')),
  }),
  refusals: table({ Code: cell('The name of a refusal: rules, steps and limits name it.'), ...refusal }),
  builtInErrors: table({
    'Built-in error': cell('A refusal that the product brings along.', one('PROBLEM')),
    ...refusal,
  }),
  settings: table({
    Setting: cell('Something that holds for the whole product.', one(...SETTING_NAMES)),
    Value: cell(null),
  }),
  constants: tableWithout(['Used for'], {
    Constant: cell('A value with a name, for all points.'),
    Value: cell('A number, an amount with its unit, or words.'),
    'Used for': means,
  }),
  /** Below `### Lookup:`; the first columns are headed by fields. */
  decisions: table({
    'ENTITY.FIELD': cell(
      'A condition on this column. Empty: every value. The row fits where all of its conditions hold.',
      several(
        'VALUE',
        'any except VALUE',
        'at least AMOUNT',
        'at most AMOUNT',
        'more than AMOUNT',
        'less than AMOUNT',
        'at least `…`',
        'at most `…`',
        'more than `…`',
        'less than `…`',
        'AMOUNT to AMOUNT',
        '`…` to `…`',
        'empty',
        'not empty',
        'otherwise',
        '`…`',
      ),
    ),
    Value: cell('The value where the row fits: an amount, words or an expression.', one('`…`', 'VALUE')),
  }),
  calendar: table({
    Day: cell(
      'Days of the week, of every year, or single ones. A single day counts before one of every year, and that before a weekday.',
      several('WEEKDAY', 'WEEKDAY to WEEKDAY', '25 MONTH', 'DAY', 'DAY to DAY'),
    ),
    Open: cell('The hours of that day.', several('closed', 'all day', '09:00 to 17:00')),
  }),
  limits: table({
    Limit: cell(null),
    On: cell(
      'The call, the entity, the sign-in or the open streams that are limited.',
      one('`CALL`', 'all calls', 'ENTITY', 'signing in', 'streams', 'streams of `CALL`'),
    ),
    Per: cell(
      'Whose requests are counted together, and over which time. Streams are counted as long as they are open.',
      one('user, AMOUNT', 'address, AMOUNT', 'everybody, AMOUNT', 'BASE, AMOUNT', 'PATH', 'ENTITY', 'path'),
    ),
    'At most': cell('The number that is allowed.', one('`…`', '10')),
    Otherwise: cell('The code of point 8 that is answered beyond it.', one('CODE')),
  }),
  translations: table({
    Words: cell(
      'Words as readers see them; `Ticket.status: Open` and `Queue: Open` are those of one field or one screen.',
    ),
    Translation: cell('The same in the other language, with the same placeholders. Empty: not yet translated.'),
  }),
} as const
