// Empties a database that a specification has used, which is faster than creating another one.

import { CLOCK_SCHEMA } from '@ninefold/core/plan/schema/counters.ts'
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

/**
 * Makes ids increase in the order of creation, as in the reference interpreter: where the reference leaves an order
 * open, the engine sorts by id. The schema of tables does not use this function.
 */
export async function makeIdentitiesGoUp(pool: Pool): Promise<void> {
  await pool.query(`CREATE SEQUENCE IF NOT EXISTS ${CLOCK_SCHEMA}.made;
    GRANT USAGE ON ${CLOCK_SCHEMA}.made TO PUBLIC;
    CREATE OR REPLACE FUNCTION ${CLOCK_SCHEMA}.identity() RETURNS uuid LANGUAGE sql VOLATILE AS
    $$SELECT ('00000000-0000-4000-8000-' || lpad(to_hex(nextval('${CLOCK_SCHEMA}.made')), 12, '0'))::uuid$$;
    DO $$DECLARE made record;
    BEGIN
      FOR made IN SELECT adrelid::regclass AS of, attname AS name FROM pg_attrdef
        JOIN pg_attribute ON attrelid = adrelid AND attnum = adnum WHERE pg_get_expr(adbin, adrelid) = 'gen_random_uuid()'
      LOOP
        EXECUTE format('ALTER TABLE %s ALTER COLUMN %I SET DEFAULT ${CLOCK_SCHEMA}.identity()', made.of, made.name);
      END LOOP;
    END$$`)
}
