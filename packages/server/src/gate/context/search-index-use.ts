// The words of a search → the entities whose trigram index finds them soon. A search finds the same without an index.
// Where words are frequent, it finds them sooner without: a sample of each indexed table tells how frequent they are.

import { createHash } from 'node:crypto'
import { type SearchIndex, searchIndexes } from '@ninefold/core/plan/schema/search-indexes.ts'
import { inPublic, quotedText } from '@ninefold/core/plan/schema/ddl.ts'
import { lowerCased } from '@ninefold/core/plan/sql/searched-text.ts'
import { rawSql, renderSql } from '@ninefold/core/plan/sql/sql.ts'
import type { Application } from './application.ts'

/** Rows of a sample, about. */
const SAMPLED = 1_000

/** The letters of which trigrams are made depend on the locale of the database. */
export type Letters = 'ASCII' | 'Unicode'

export interface CompleteIndexes {
  readonly letters: Letters
  readonly indexes: readonly SearchIndex[]
}

type Searched = Pick<Application, 'database' | 'model'>

export async function completeIndexes({ database, model }: Searched): Promise<CompleteIndexes> {
  const wanted = searchIndexes(model)
  if (wanted.length === 0) return { letters: 'ASCII', indexes: [] }
  const [found] = await database.runOwn('search indexes', COMPLETE_INDEXES, [
    wanted.map(({ name }) => name),
    wanted.map(({ columns }) => columns.join('\n')),
  ])
  const names = found?.['names']
  return {
    letters: found?.['isAscii'] === true ? 'ASCII' : 'Unicode',
    indexes: wanted.filter(({ name }) => Array.isArray(names) && names.includes(name)),
  }
}

/** A column that is renamed keeps its index, which is then that of other columns. */
const COMPLETE_INDEXES = `
  SELECT (SELECT datctype IN ('C', 'POSIX') FROM pg_database WHERE datname = current_database()) AS "isAscii", ARRAY(
    SELECT made.relname::text FROM unnest($1::text[], $2::text[]) AS wanted (name, columns)
    JOIN pg_class AS made ON made.relname = wanted.name AND made.relnamespace = 'public'::regnamespace
    JOIN pg_index ON pg_index.indexrelid = made.oid AND pg_index.indisvalid
    JOIN pg_am ON pg_am.oid = made.relam AND pg_am.amname = 'gin'
    WHERE columns = (
      SELECT string_agg(attname, chr(10) ORDER BY attname COLLATE "C")
      FROM pg_depend JOIN pg_attribute ON attrelid = refobjid AND attnum = refobjsubid
      WHERE pg_depend.classid = 'pg_class'::regclass AND pg_depend.objid = made.oid AND refobjid = pg_index.indrelid
    )) AS names`

/** Those of the indexes in whose tables a smaller part of the rows than `frequent` meets all patterns, of LIKE. */
export async function whereRare(
  { database }: Searched,
  indexes: readonly SearchIndex[],
  patterns: readonly string[],
  frequent: number,
): Promise<readonly SearchIndex[]> {
  if (indexes.length === 0) return []
  const text = indexes.map((index) => sampleOf(index, patterns.length)).join(' UNION ALL ')
  const name = createHash('sha256').update(text).digest('base64url').slice(0, 24)
  const rows = await database.runOwn(`search-${name}`, text, patterns)
  const rare = rows.filter(({ rows, met }) => Number(met) <= Number(rows) * frequent).map(({ name }) => name)
  return indexes.filter((index) => rare.includes(index.name))
}

/** Blocks from everywhere in the table. */
function sampleOf({ name, table, text }: SearchIndex, patterns: number): string {
  const isMet = Array.from({ length: patterns }, (_, index) => {
    const pattern = renderSql(lowerCased(rawSql(`$${index + 1}::text`))).text
    return `${text} LIKE ${pattern}`
  })
  const part = `(SELECT least(100, 100 * ${SAMPLED} / greatest(reltuples, 1)) FROM pg_class WHERE oid = ${quotedText(inPublic(table))}::regclass)`
  return `(SELECT ${quotedText(name)} AS name, count(*) AS rows, count(*) FILTER (WHERE ${isMet.join(' AND ')}) AS met
    FROM ${inPublic(table)} TABLESAMPLE SYSTEM (${part}))`
}
