// Fuzzy search: mistyped words → one statement over several entities: visible records with similar words in their
// texts. PostgreSQL's extension pg_trgm compares words by trigrams.

import type { Expression } from '../../expression/expression.ts'
import type { Entity } from '../../model/entities.ts'
import { seeing, type Viewer } from '../../rights/readable.ts'
import { expressionSql } from '../sql/expression-sql.ts'
import { lowerCased } from '../sql/searched-text.ts'
import { whereSql } from '../sql/list-sql.ts'
import { outputSql } from '../sql/output.ts'
import { identifier, joinSql, rawSql, type Sql, type Statement, sql, textLiteral, variable } from '../sql/sql.ts'
import { renderForCaller, table } from '../sql/statement-scope.ts'
import { type ListPlan, matchingSql } from './lists.ts'

export interface NearlySought {
  readonly entity: Entity
  /** Texts over `this`, empty where the caller may not see them. */
  readonly texts: readonly Expression[]
  /** Over `this`: limits the searched records. */
  readonly conditions?: readonly Expression[]
  readonly relation?: ListPlan['relation']
  /** Each record as JSON: an expression over `this`. */
  readonly output: Expression
}

/** Variables of one word. */
export interface MistypedWord {
  /** Bound to the word as it is typed. */
  readonly word: string
  /** Bound to patterns of LIKE in small letters: a text with a similar word matches one. */
  readonly pieces: string
}

/** Trigram comparison cannot use an index behind row-level security, so the number of compared records is bounded. */
const COMPARED_RECORDS_MAX = 20_000

/** Compared characters per record. */
const COMPARED_LETTERS_MAX = 300

/** Similar records per entity that the edit distance then ranks. */
const CANDIDATES_MAX = 100

/** Low enough for two swapped letters in a short word. */
const LIKENESS_MIN = '0.2'

/** Columns `entity`, `words` (the matched text, in small letters) and `json`. */
export function planNearSearch(
  viewer: Viewer,
  sought: readonly NearlySought[],
  words: readonly MistypedWord[],
  schema: string,
): Statement {
  return renderForCaller(
    viewer,
    joinSql(
      sought.map((each) => nearSql(viewer, each, words, schema)),
      ' UNION ALL ',
    ),
    false,
  )
}

function nearSql(
  viewer: Viewer,
  { entity, texts, output, conditions: asked = [], relation = null }: NearlySought,
  words: readonly MistypedWord[],
  schema: string,
): Sql {
  const { context, conditions } = matchingSql(viewer, { entity, conditions: asked, relation })
  const all = joinSql(
    texts.map((text) => sql`(${expressionSql(text, context)})::text`),
    ', ',
  )
  const likeness = words.map(
    ({ word }) => sql`${identifier(schema)}.word_similarity(lower(${variable(word, 'text')}), looked.words)`,
  )
  const hasPieces = words.map(({ pieces }) => sql`looked.words LIKE ANY (${variable(pieces, 'text[]')})`)
  const alike = likeness.map((each) => sql`${each} >= ${rawSql(LIKENESS_MIN)}`)
  return sql`(
    SELECT ${textLiteral(entity.name)} AS entity, found.words, ${outputSql(seeing(viewer, 'this'), output, context)} AS json
    FROM (
      SELECT looked.id, looked.words
      FROM (
        SELECT t."id" AS id, ${lowerCased(sql`left(concat_ws(' ', ${all}), ${rawSql(String(COMPARED_LETTERS_MAX))})`)} AS words
        FROM ${table(entity)} AS t${whereSql(conditions)}
        ORDER BY t."id" DESC LIMIT ${rawSql(String(COMPARED_RECORDS_MAX))}
      ) AS looked
      WHERE CASE WHEN ${joinSql(hasPieces, ' AND ')} THEN ${joinSql(alike, ' AND ')} ELSE FALSE END
      ORDER BY ${joinSql(likeness, ' + ')} DESC, looked.id LIMIT ${rawSql(String(CANDIDATES_MAX))}
    ) AS found
    JOIN ${table(entity)} AS t ON t."id" = found.id
  )`
}
