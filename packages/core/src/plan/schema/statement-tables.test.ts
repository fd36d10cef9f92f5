import { expect, it } from 'vitest'
import type { Reference, Schema, Table } from './schema.ts'
import { changedTables, changesIn, changesOfSomebody, namesIn } from './statement-tables.ts'

it('finds every quoted name, and what stands in literals is none', () => {
  const text = `SELECT '"a" it''s "b"' || E'\\'"c"\\'' AS json, t."d" FROM "ticket" AS t JOIN ninefold.session ON true`
  expect(namesIn(text)).toEqual(['d', 'ticket', 'ninefold.session'])
})

it('finds what is written', () => {
  expect(changesIn(`WITH t AS (INSERT INTO "ticket" ("a") VALUES ('UPDATE "x"') RETURNING *) SELECT * FROM t`)).toEqual(
    ['ticket'],
  )
  expect(changesIn(`UPDATE "ticket" AS t SET "a" = 1`)).toEqual(['ticket'])
  expect(changesIn(`DELETE FROM "team_members" WHERE "team_id" = 1`)).toEqual(['-team_members'])
  expect(changesIn(`INSERT INTO public."ticket" ("a") SELECT 1`)).toEqual(['ticket'])
  expect(changesIn(`SELECT * FROM "ticket" AS t FOR NO KEY UPDATE OF t`)).toEqual([])
  expect(changesIn(`INSERT INTO "a" VALUES (1) ON CONFLICT DO NOTHING; DELETE FROM "b"`)).toEqual(['a', '-b'])
})

it('passes over what nobody reads, and sessions that begin or go on', () => {
  expect(changesIn('INSERT INTO ninefold.session (token_hash) VALUES ($1)')).toEqual([])
  expect(changesIn('UPDATE ninefold.session SET last_used_at = now()')).toEqual([])
  expect(changesIn('INSERT INTO ninefold.limit_use AS kept (key) VALUES ($1)')).toEqual([])
  expect(changesIn('DELETE FROM ninefold.session WHERE token_hash = $1')).toEqual(['-ninefold.session'])
  expect(changesIn('INSERT INTO ninefold.user_role VALUES ($1, $2)')).toEqual(['ninefold.user_role'])
})

it('goes on from a deletion to what depends on it, and no further', () => {
  const reference = (target: string, onDelete: Reference['onDelete']) =>
    ({ target: { table: target }, onDelete }) as Reference
  const table = (name: string, ...references: Reference[]) =>
    ({ name, references: references.map((each) => ({ ...each, table: name })) }) as unknown as Table
  const schema: Schema = {
    format: 1,
    tables: [
      table('part', reference('whole', 'CASCADE')),
      table('piece', reference('part', 'CASCADE')),
      table('mention', reference('part', 'SET NULL')),
      table('report', reference('mention', 'CASCADE')),
      table('bill', reference('whole', 'RESTRICT')),
    ],
  }
  expect([...changedTables(schema, ['-whole'])]).toEqual(['whole', 'part', 'piece', 'mention'])
  expect([...changedTables(schema, ['whole', 'piece'])]).toEqual(['whole', 'piece'])
})

it('knows whose sessions and roles they are where the engine says it', () => {
  expect(changesOfSomebody(['-ninefold.user_role', 'ticket'], '7')).toEqual(['-ninefold.user_role=7', 'ticket'])
  expect(changesOfSomebody(['-ninefold.session'], 3600)).toEqual(['-ninefold.session'])
})
