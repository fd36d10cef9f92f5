// A database that a specification has used → one in which nothing of it is left, faster than making another.

import type { Pool } from 'pg'

/** Functions that sequences, tenants and rules over several records have beside the engine's own. */
const OF_A_SPECIFICATION = '(_counter|_history|_current|_tenant|_rule_\\d+.*)$'

/** The engine's own tables stay, without rows: making them takes longer than everything else, and so does truncating them. */
export async function empty(pool: Pool): Promise<void> {
  const { rows } = await pool.query<{ deletions: string | null; schemas: string | null; functions: string | null }>(
    `SELECT (SELECT string_agg(format('DELETE FROM %I.%I', schemaname, tablename), '; ') FROM pg_tables
         WHERE schemaname = 'ninefold' AND tablename <> 'engine') AS deletions,
       (SELECT string_agg(quote_ident(nspname), ', ') FROM pg_namespace
         WHERE nspname IN ('public', 'ninefold_everything')) AS schemas,
       (SELECT string_agg(format('DROP FUNCTION IF EXISTS %s CASCADE', oid::regprocedure), '; ') FROM pg_proc
         WHERE pronamespace = to_regnamespace('ninefold') AND proname ~ $1) AS functions`,
    [OF_A_SPECIFICATION],
  )
  const [found] = rows
  if (found === undefined || found.deletions === null) return
  await pool.query(`DROP SCHEMA ${found.schemas ?? 'public'} CASCADE; CREATE SCHEMA public;
    DROP FUNCTION IF EXISTS ninefold.caller_role(text), ninefold.caller_role();
    ${found.functions ?? ''};
    ${found.deletions}`)
}
