// The names of the help desk in scope, for tests.

import type { CatalogueField, Expression, Scope, ValueType } from '../expression.ts'
import {
  BOOLEAN,
  CALENDAR_PERIOD,
  DATE,
  DECIMAL,
  DURATION,
  FILE,
  INTEGER,
  moneyIn,
  periodOf,
  TEXT,
  TIMESTAMP,
} from '../value-types.ts'

export const record = (entity: string): ValueType => ({ kind: 'record', entity })
const listOf = (entity: string): ValueType => ({ kind: 'list', of: record(entity) })
const choice = (...values: string[]): ValueType => ({ kind: 'choice', values })

/** `?` after a name: optional. */
function entity(fields: Readonly<Record<string, ValueType>>): { fields: Map<string, CatalogueField> } {
  return {
    fields: new Map(
      Object.entries(fields).map(([name, type]) => [
        name.replace('?', ''),
        { type, isOptional: name.endsWith('?'), isHidden: name === 'password' },
      ]),
    ),
  }
}

const nowhere = { start: 0, end: 0 }
const variable = (name: string, entityName: string): Expression => ({
  kind: 'variable',
  name,
  type: record(entityName),
  isOptional: false,
  span: nowhere,
})
/** `requester == me`, the owner of a ticket in point 6. */
const isRequester: Expression = {
  kind: 'binary',
  operator: '==',
  left: {
    kind: 'field',
    of: variable('this', 'Ticket'),
    entity: 'Ticket',
    field: 'requester',
    type: record('User'),
    isOptional: false,
    span: nowhere,
  },
  right: variable('me', 'User'),
  type: BOOLEAN,
  isOptional: false,
  span: nowhere,
}

const PRIORITY = choice('low', 'normal', 'high', 'urgent')

export const catalogue: Scope['catalogue'] = {
  entities: new Map(
    Object.entries({
      User: entity({ id: TEXT, name: TEXT, email: TEXT, password: TEXT, teams: listOf('Team') }),
      Team: entity({ id: TEXT, name: TEXT, members: listOf('User') }),
      Category: entity({ id: TEXT, name: TEXT, team: record('Team'), active: BOOLEAN }),
      Comment: entity({
        id: TEXT,
        ticket: record('Ticket'),
        author: record('User'),
        body: TEXT,
        internal: BOOLEAN,
        files: listOf('File'),
        createdAt: TIMESTAMP,
        'rating?': INTEGER,
      }),
      Booking: entity({
        id: TEXT,
        guest: record('User'),
        price: moneyIn('EUR'),
        'discount?': moneyIn('EUR'),
        fee: moneyIn('USD'),
        tip: moneyIn(null),
        nights: INTEGER,
        rate: DECIMAL,
        from: DATE,
        createdAt: TIMESTAMP,
        during: periodOf('date'),
        'stay?': periodOf('timestamp'),
        'photo?': FILE,
        others: listOf('Booking'),
        subject: TEXT,
      }),
      File: entity({ name: TEXT, url: TEXT }),
      Ticket: entity({
        id: TEXT,
        number: INTEGER,
        subject: TEXT,
        body: TEXT,
        requester: record('User'),
        category: record('Category'),
        team: record('Team'),
        'assignee?': record('User'),
        'escalatedTo?': record('User'),
        priority: PRIORITY,
        status: choice('new', 'open', 'pending', 'resolved', 'closed'),
        dueAt: TIMESTAMP,
        'dueBy?': TIMESTAMP,
        'firstRepliedAt?': TIMESTAMP,
        'resolvedAt?': TIMESTAMP,
        'rating?': INTEGER,
        late: BOOLEAN,
        comments: listOf('Comment'),
        createdAt: TIMESTAMP,
        updatedAt: TIMESTAMP,
        version: INTEGER,
      }),
    }),
  ),
  constants: new Map([
    ['pageSize', { type: INTEGER, value: 20 }],
    ['reopenWithin', { type: DURATION, value: 604_800_000 }],
    ['oneMonth', { type: CALENDAR_PERIOD, value: 'P1M' }],
    ['cleaning', { type: moneyIn('EUR'), value: '25' }],
    ['attemptWindow', { type: DURATION, value: 900_000 }],
  ]),
  decisions: new Map(),
  lookups: new Map([
    [
      'answerTime',
      {
        argument: PRIORITY,
        result: DURATION,
        rows: [
          { key: 'low', value: 1 },
          { key: 'normal', value: 2 },
          { key: 'high', value: 3 },
          { key: 'urgent', value: 4 },
        ],
      },
    ],
  ]),
  shapes: new Map([
    ['TicketView', { entity: 'Ticket' }],
    ['CommentView', { entity: 'Comment' }],
  ]),
  roles: new Set(['Guest', 'Requester', 'Agent', 'Admin']),
  contextualRoles: new Map([
    ['Owner', [{ entity: 'Ticket', condition: () => isRequester }]],
    ['Twisted', [{ entity: 'Ticket', condition: () => 'circle' as const }]],
  ]),
}

function scopeWith(variables: Readonly<Record<string, ValueType>>, implicit: string | null = null): Scope {
  const typed = implicit === null ? variables : { ...variables, this: record(implicit) }
  return {
    variables: new Map(Object.entries(typed).map(([name, type]) => [name, { type, isOptional: false }])),
    implicit: implicit === null ? null : 'this',
    catalogue,
  }
}

const always = { me: record('User'), now: TIMESTAMP, today: DATE, 'path.number': INTEGER, 'path.id': TEXT }
export const inEntity = (name: string): Scope => scopeWith(always, name)
export const inTicket = inEntity('Ticket')
export const inCall = scopeWith({
  ...always,
  'input.role': choice('Requester', 'Agent', 'Admin'),
  ticket: record('Ticket'),
  comment: record('Comment'),
})
