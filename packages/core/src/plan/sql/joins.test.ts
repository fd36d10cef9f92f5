import { expect, it } from 'vitest'
import { Joins } from './joins.ts'
import { identifier, renderSql, sql, variable } from './sql.ts'

const user = identifier('user')

it('joins a record once, however often it is asked for, and what it points to after it', () => {
  const joins = new Joins()
  expect(joins.aliasOf(identifier('category'), sql`t."category_id"`)).toBe('j1')
  expect(joins.aliasOf(user, sql`t."author_id"`)).toBe('j2')
  expect(joins.aliasOf(identifier('category'), sql`t.${identifier('category_id')}`)).toBe('j1')
  expect(joins.aliasOf(identifier('team'), sql`j1."team_id"`)).toBe('j3')
  expect(renderSql(joins.clauses).text).toBe(
    ' LEFT JOIN "category" AS j1 ON j1."id" = t."category_id" LEFT JOIN "user" AS j2 ON j2."id" = t."author_id" LEFT JOIN "team" AS j3 ON j3."id" = j1."team_id"',
  )
})

it('joins two records of one table, and a record past the wall, each by itself', () => {
  const joins = new Joins()
  const past = sql`ninefold_all.${user}`
  const aliases = [
    joins.aliasOf(user, sql`t."author_id"`),
    joins.aliasOf(user, sql`t."owner_id"`),
    joins.aliasOf(past, sql`t."author_id"`),
  ]
  expect(aliases).toEqual(['j1', 'j2', 'j3'])
})

it('joins nothing by an id that is no column of the rows that are joined', () => {
  const joins = new Joins()
  const ids = [sql`r1."author_id"`, sql`coalesce(t."author_id", t."owner_id")`, variable('me', 'uuid')]
  expect(ids.map((id) => joins.aliasOf(user, id))).toEqual([null, null, null])
  expect(renderSql(joins.clauses).text).toBe('')
})
