import { expect, it } from 'vitest'
import type { Model } from '../../model/model.ts'
import { createIndex, createTable } from './ddl.ts'
import { collection, entity, field, modelOf, reference, text } from '../model-for-tests.ts'
import { planTables } from './tables.ts'

const TICKET = entity('Ticket', [
  field(
    'number',
    { kind: 'sequence', from: 1000, per: null, isPerYear: false, format: null, isWithoutGaps: false },
    { unique: { ignoringCase: false, within: [] } },
  ),
  field('subject', { kind: 'text', lengthMin: 5, lengthMax: 120 }, { isRequired: true }),
  reference('team', 'Team', { isRequired: true, onDeletion: 'blocks deletion' }),
  field('status', { kind: 'state' }),
  text('note', {}, 80),
  field('answer', { kind: 'text', lengthMin: null, lengthMax: 5000 }),
  field('late', { kind: 'yes/no' }, { computed: { expression: null as never, isStored: false } }),
])
const TEAM = entity('Team', [
  text('name', { isRequired: true, unique: { ignoringCase: true, within: [] } }),
  collection('members', 'Team'),
])

it('writes a table that reads like the entity', () => {
  const table = planTables(modelOf([TICKET, TEAM], { 'Ticket.status': ['new', 'open'] })).tables[0]
  expect(createTable(table as never))
    .toBe(`CREATE SEQUENCE public."ticket_number_sequence" AS bigint MINVALUE 1 START WITH 1000;
CREATE TABLE public."ticket" (
  "id" uuid NOT NULL DEFAULT ninefold.next_id(),
  "number" bigint NOT NULL DEFAULT nextval('public."ticket_number_sequence"'::regclass),
  "subject" text COLLATE "pg_c_utf8" NOT NULL,
  "team_id" uuid NOT NULL,
  "status" text COLLATE "pg_c_utf8" NOT NULL,
  "note" text COLLATE "pg_c_utf8",
  "answer" text COLLATE "pg_c_utf8",
  "created_at" timestamptz(3) NOT NULL,
  "version" bigint NOT NULL DEFAULT 1,
  CONSTRAINT "ticket_key" PRIMARY KEY ("id"),
  CONSTRAINT "ticket_subject_not_blank" CHECK (btrim("subject", E' \\t\\r\\n') <> ''),
  CONSTRAINT "ticket_subject_length" CHECK (char_length("subject") BETWEEN 5 AND 120),
  CONSTRAINT "_ticket_subject_length" CHECK (char_length("subject") >= 5),
  CONSTRAINT "ticket_status_state" CHECK ("status" IN ('new', 'open')),
  CONSTRAINT "ticket_note_length" CHECK (char_length("note") <= 80),
  CONSTRAINT "ticket_answer_length" CHECK (char_length("answer") <= 5000)
);
ALTER SEQUENCE public."ticket_number_sequence" OWNED BY public."ticket"."number"`)
})

const LIST = {
  entity: 'Ticket',
  relation: null,
  form: { kind: 'table' as const },
  filters: [],
  sortedBy: [],
  columns: [],
}

function indexesWith(list: object, states = ['new']): string[] {
  const [ticket] = planTables(modelOf([TICKET, TEAM], { 'Ticket.status': states }, [{ ...LIST, ...list }])).tables
  return (ticket?.indexes ?? []).map((index) => createIndex('ticket', index))
}

const ALWAYS = [
  'CREATE UNIQUE INDEX "ticket_number_unique" ON public."ticket" ("number")',
  'CREATE INDEX "ticket_team_index" ON public."ticket" ("team_id")',
]

it('indexes references, and what lists sort and filter by: what is never empty once for both directions', () => {
  const sortedBy = [{ field: 'createdAt', direction: 'descending' as const }]
  expect(indexesWith({ filters: ['status', 'team'], sortedBy })).toEqual([
    ...ALWAYS,
    'CREATE INDEX "ticket_status_index" ON public."ticket" ("status")',
    'CREATE INDEX "ticket_created_at_ascending" ON public."ticket" ("created_at", "id")',
  ])
})

it('makes no index of a reference with which another begins', () => {
  const within = entity('Seat', [
    reference('team', 'Team', { isRequired: true }),
    reference('owner', 'Team', { isRequired: true }),
    text('place', { isRequired: true, unique: { ignoringCase: false, within: ['team'] } }),
  ])
  const [seat] = planTables(modelOf([within, TEAM])).tables
  expect(seat?.indexes.map(({ name }) => name)).toEqual(['seat_place_unique', 'seat_owner_index'])
})

it("keeps people's own records in the order of their list, and those of others by what they point to", () => {
  const note = entity('Note', [reference('writer', 'User', { isRequired: true }), reference('about', 'Team')])
  const ticket = { ...TICKET, fields: [...TICKET.fields, reference('requester', 'User'), reference('helper', 'Team')] }
  const owned = entity('Key', [reference('bearer', 'User')])
  const key = { ...owned, fields: owned.fields.filter(({ name }) => name !== 'createdAt') }
  const model = modelOf([ticket, note, key, TEAM, entity('User', [text('name')])])
  const listed = (name: string, foundBy: string) => ({ entity: name, foundBy, calls: ['list'] })
  const { tables } = planTables({
    ...model,
    roles: { ...model.roles, signIn: { entity: 'User' } },
    calls: { ...model.calls, standard: [listed('Ticket', 'number'), listed('Note', 'id'), listed('Key', 'id')] },
  } as unknown as Model)
  const indexes = tables.slice(0, 3).flatMap(({ name, indexes: made }) => made.map((index) => createIndex(name, index)))
  expect(indexes.filter((index) => /_(requester|helper|writer|about|bearer)_/.test(index))).toEqual([
    'CREATE INDEX "ticket_requester_index" ON public."ticket" ("requester_id", "number")',
    'CREATE INDEX "ticket_helper_index" ON public."ticket" ("helper_id")',
    'CREATE INDEX "note_writer_index" ON public."note" ("writer_id", "created_at", "id")',
    'CREATE INDEX "note_about_index" ON public."note" ("about_id")',
    'CREATE INDEX "key_bearer_index" ON public."key" ("bearer_id", "id")',
  ])
})

it('indexes each column that people sort a table by, but what may be too long for an index; words as they are listed', () => {
  const columns = ['number', 'subject', 'status', 'note', 'answer', 'late'].map((name) => ({ path: [name] }))
  const inOrder = [
    'CREATE INDEX "ticket_subject_ascending" ON public."ticket" ("subject", "id")',
    `CREATE INDEX "ticket_status_ascending" ON public."ticket" ((CASE "status" WHEN 'new' THEN 1 WHEN 'open' THEN 2 END), "id")`,
    'CREATE INDEX "ticket_note_ascending" ON public."ticket" ("note", "id")',
    'CREATE INDEX "ticket_note_descending" ON public."ticket" ("note" DESC NULLS LAST, "id" DESC)',
  ]
  expect(indexesWith({ columns }, ['new', 'open']).toSorted()).toEqual([...ALWAYS, ...inOrder].toSorted())
  // A record's own list is short, and a board has no order of its own.
  expect(indexesWith({ columns, relation: { entity: 'Team', field: 'tickets' } })).toEqual(ALWAYS)
  expect(indexesWith({ columns, form: { kind: 'board', by: ['status'] } })).toEqual(ALWAYS)
})

it('keeps the pairs of a to-many field in a table of their own, with different columns even within one entity', () => {
  const { tables } = planTables(modelOf([TEAM]))
  expect(tables.map(({ name }) => name)).toEqual(['team', 'team_members'])
  expect(tables[1]?.columns.map(({ name }) => name)).toEqual(['team_id', 'members_id'])
  expect(tables[1]?.references.map(({ onDelete }) => onDelete)).toEqual(['CASCADE', 'CASCADE'])
})

it('makes no table for the other side of a to-many field', () => {
  const user = entity('User', [collection('teams', 'Club', 'members')])
  const club = entity('Club', [collection('members', 'User')])
  expect(planTables(modelOf([user, club])).tables.map(({ name }) => name)).toEqual(['user', 'club', 'club_members'])
})

it('never plans one name for two things', () => {
  const twice = entity('Team', [
    reference('owner', 'Team'),
    field('ownerId', { kind: 'whole number', min: null, max: null }),
  ])
  expect(() => planTables(modelOf([twice]))).toThrow('Defect: the name team.owner_id would be used twice')
})
