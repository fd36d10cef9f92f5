import { expect, inject, it } from 'vitest'
import pg from 'pg'
import { checkExpression } from '../../expression/check/check-expression.ts'
import type { Expression, Scope, ValueType } from '../../expression/expression.ts'
import { collectionRows, conditionSql, expressionSql } from './expression-sql.ts'
import { collection, entity, field, reference, text } from '../model-for-tests.ts'
import { renderSql, sql } from './sql.ts'
import type { SqlContext } from './sql-context.ts'

declare module 'vitest' {
  interface ProvidedContext {
    postgres: string
  }
}

const TEXT: ValueType = { kind: 'text' }
const required = { isRequired: true }
const record = (name: string): ValueType => ({ kind: 'record', entity: name })
const listOf = (name: string): ValueType => ({ kind: 'list', of: record(name) })

const entities = [
  entity('User', [text('name', required), collection('teams', 'Team', 'members')]),
  entity('Team', [text('name', required), collection('members', 'User')]),
  entity('Ticket', [
    text('subject', required),
    field('number', { kind: 'whole number', min: null, max: null }, required),
    field('priority', { kind: 'choice', values: ['low', 'high'] }, required),
    reference('requester', 'User', required),
    reference('assignee', 'User'),
    reference('team', 'Team', required),
    collection('comments', 'Comment', 'ticket'),
  ]),
  entity('Comment', [
    reference('ticket', 'Ticket', required),
    reference('author', 'User', required),
    text('body', required),
  ]),
]

const types: Readonly<Record<string, Readonly<Record<string, ValueType>>>> = {
  User: { id: TEXT, name: TEXT, teams: listOf('Team') },
  Team: { id: TEXT, name: TEXT, members: listOf('User') },
  Ticket: {
    id: TEXT,
    subject: TEXT,
    number: { kind: 'integer' },
    priority: { kind: 'choice', values: ['low', 'high'] },
    requester: record('User'),
    assignee: record('User'),
    team: record('Team'),
    comments: listOf('Comment'),
  },
  Comment: { id: TEXT, ticket: record('Ticket'), author: record('User'), body: TEXT },
}

const scope: Scope = {
  variables: new Map(
    Object.entries({ this: record('Ticket'), old: record('Ticket'), me: record('User'), 'path.id': TEXT }).map(
      ([name, type]) => [name, { type, isOptional: false }],
    ),
  ),
  implicit: 'this',
  catalogue: {
    entities: new Map(
      Object.entries(types).map(([name, fields]) => [
        name,
        {
          fields: new Map(
            Object.entries(fields).map(([key, type]) => [
              key,
              { type, isOptional: key === 'assignee', isHidden: false },
            ]),
          ),
        },
      ]),
    ),
    constants: new Map(),
    lookups: new Map(),
    decisions: new Map(),
    shapes: new Map(),
    roles: new Set(['Agent']),
  },
}

const context: SqlContext = {
  entities: new Map(entities.map((declared) => [declared.name, declared])),
  timeZone: 'Europe/Berlin',
  variables: new Map([['this', { kind: 'row', entity: 'Ticket', alias: 't' }]]),
  hasRole: (role) => role === 'Agent',
}

function read(written: string): Expression {
  const { expression, diagnostics } = checkExpression(
    { text: written, span: { start: 0, end: written.length } },
    scope,
    null,
  )
  if (expression === null) throw new Error(diagnostics.map(({ message }) => message).join())
  return expression
}

it.each([
  ['requester == me', '(t."requester_id" = $1::uuid)'],
  ['requester.name == "x"', `((SELECT r1."name" FROM "user" AS r1 WHERE r1."id" = t."requester_id") = 'x'::text)`],
  [
    'team.members.exists(m, m == me)',
    'EXISTS (SELECT FROM "team_members" AS r2 WHERE r2."team_id" = t."team_id" AND (r2."user_id" = $1::uuid))',
  ],
  [
    'me in team.members',
    'EXISTS (SELECT FROM "team_members" AS r2 WHERE r2."team_id" = t."team_id" AND r2."user_id" = $1::uuid)',
  ],
  [
    'requester.teams.exists(g, g.name == "x")',
    `EXISTS (SELECT FROM "team_members" AS r2 JOIN "team" AS r1 ON r1."id" = r2."team_id" WHERE r2."user_id" = t."requester_id" AND (r1."name" = 'x'::text))`,
  ],
  [
    'comments.exists(c, c.author == me)',
    'EXISTS (SELECT FROM "comment" AS r1 WHERE r1."ticket_id" = t."id" AND (r1."author_id" = $1::uuid))',
  ],
  ['size(comments) > 2', '((SELECT count(*) FROM "comment" AS r1 WHERE r1."ticket_id" = t."id") > 2::bigint)'],
  ['priority < "high"', `(array_position(ARRAY['low'::text, 'high'::text], t."priority") < 2)`],
  ['me.has("Agent")', 'TRUE'],
  ['requester.id == me.id', '(t."requester_id" = $1::uuid)'],
])('writes %s as SQL that a person can read', (written, expected) => {
  expect(renderSql(expressionSql(read(written), context)).text).toBe(expected)
})

it('compares what may be empty plainly in WHERE, so that an index serves, and two-valued elsewhere', () => {
  const assigned = read('assignee == me')
  expect(renderSql(conditionSql(assigned, context)).text).toBe('(t."assignee_id" = $1::uuid)')
  expect(renderSql(expressionSql(assigned, context)).text).toBe('(t."assignee_id" IS NOT DISTINCT FROM $1::uuid)')
  expect(renderSql(conditionSql(read('!(assignee == me)'), context)).text).toBe(
    '(NOT (t."assignee_id" IS NOT DISTINCT FROM $1::uuid))',
  )
  expect(renderSql(conditionSql(read('assignee != me'), context)).text).toBe(
    '(t."assignee_id" IS DISTINCT FROM $1::uuid)',
  )
})

it('takes a record that is no row from where the statement has it', () => {
  const before: SqlContext = {
    ...context,
    variables: new Map([
      [
        'old',
        {
          kind: 'fields',
          entity: 'Ticket',
          id: sql`o.id`,
          field: (name) => (name === 'number' ? sql`o.number` : sql`o.team`),
        },
      ],
    ]),
  }
  expect(renderSql(expressionSql(read('old.number == 1'), before)).text).toBe('(o.number = 1::bigint)')
  expect(renderSql(expressionSql(read('size(old.comments)'), before)).text).toContain('r1."ticket_id" = o.id')
  expect(renderSql(expressionSql(read('old.team.name'), before)).text).toBe(
    '(SELECT r1."name" FROM "team" AS r1 WHERE r1."id" = o.team)',
  )
})

it('lists the records of a collection with an alias of its own', () => {
  const { from, where, context: inner, order } = collectionRows(read('comments.filter(c, c.body != "")'), 'c', context)
  expect(renderSql(from).text).toBe('"comment" AS r1')
  expect(where.map((condition) => renderSql(condition).text)).toEqual([
    'r1."ticket_id" = t."id"',
    `(r1."body" <> ''::text)`,
  ])
  expect(inner.variables.get('c')).toEqual({ kind: 'row', entity: 'Comment', alias: 'r1' })
  expect(renderSql(order).text).toBe('r1."created_at", r1."id"')
})

it('finds a record by an identifier from outside through its index, and never fails on one that is none', async () => {
  const client = new pg.Client({ connectionString: inject('postgres') })
  await client.connect()
  try {
    await client.query('CREATE TEMPORARY TABLE ticket (id uuid PRIMARY KEY); SET enable_seqscan = off')
    const { text: condition } = renderSql(conditionSql(read('id == path.id'), context))
    await client.query(`PREPARE found AS SELECT FROM ticket AS t WHERE ${condition}`)
    const plan = await client.query<{ 'QUERY PLAN': string }>(
      `EXPLAIN EXECUTE found('00000000-0000-4000-8000-000000000001')`,
    )
    expect(plan.rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('Index Cond: (id = ')
    expect((await client.query(`EXECUTE found('no identifier')`)).rowCount).toBe(0)
  } finally {
    await client.end()
  }
})
