// Empties a database that a specification has used, which is faster than creating another one.

import type { Pool } from 'pg'

/** Functions that belong to sequences, tenants and rules over several records, not to the engine itself. */
const OF_A_SPECIFICATION = '(_counter|_history|_current|_tenant|_rule_\\d+.*)$'

/**
 * The engine's own tables are kept and emptied by DELETE: creating or truncating them would take longer than everything
 * else.
 */
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
