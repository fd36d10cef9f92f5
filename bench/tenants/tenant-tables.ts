// Tables of the workshops in `public` → the same tables in a schema of one tenant, and rows of each tenant.

import type pg from 'pg'

export const COPIED_TABLES = ['label', 'project', 'project_labels', 'task'] as const
const TASKS = 20

export interface TenantIds {
  readonly tenant: string
  readonly person: string
  readonly project: string
}

export function ids(tenant: number): TenantIds {
  const id = (kind: number): string =>
    `${String(kind).padStart(8, '0')}-0000-4000-8000-${String(tenant).padStart(12, '0')}`
  return { tenant: id(1), person: id(2), project: id(3) }
}

export function schemaName(tenant: number): string {
  return `tenant_${tenant}`
}

const ID = (kind: number): string =>
  `('${String(kind).padStart(8, '0')}-0000-4000-8000-' || lpad(i::text, 12, '0'))::uuid`

/** Tenants, users and memberships, which both ways share. */
export function FILL_SHARED(tenants: number): string {
  return `SET session_replication_role = replica;
    INSERT INTO organisation (id, name, places, created_at)
      SELECT ${ID(1)}, 'Organisation ' || i, 20, now() FROM generate_series(1, ${tenants}) AS i;
    INSERT INTO person (id, name, email, password, organisation_id, created_at)
      SELECT ${ID(2)}, 'Person ' || i, 'person' || i || '@example.test', '', ${ID(1)}, now() FROM generate_series(1, ${tenants}) AS i;
    INSERT INTO membership (person_id, organisation_id, role, created_at)
      SELECT ${ID(2)}, ${ID(1)}, 'owner', now() FROM generate_series(1, ${tenants}) AS i;
    RESET session_replication_role`
}

export function fillTenant(tenant: number, schema: string): string {
  const { tenant: id, project } = ids(tenant)
  return `SET session_replication_role = replica;
    INSERT INTO ${schema}.project (id, name, organisation_id, slug, number, created_at)
      VALUES ('${project}', 'House', '${id}', 'house', 1, now());
    INSERT INTO ${schema}.task (title, project_id, organisation_id, status, created_at)
      SELECT 'Task ' || i, '${project}', '${id}', 'open', now() FROM generate_series(1, ${TASKS}) AS i;
    RESET session_replication_role`
}

/** Tables with their indexes, checks, references, triggers and policies, and a view of each for conditions. */
export async function copiedSchema(client: pg.PoolClient): Promise<(schema: string) => string> {
  const names = `('${COPIED_TABLES.join("', '")}')`
  // Names of tables then come with their schema.
  await client.query(`SET search_path TO ''`)
  const { rows } = await client.query<{ text: string }>(`
    WITH copied AS (SELECT oid, relname FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relname IN ${names})
    SELECT 1 AS place, 'CREATE TABLE public.' || relname || ' (LIKE only.' || relname || ' INCLUDING ALL)' AS text FROM copied
    UNION ALL SELECT 2, format('ALTER TABLE public.%I ADD CONSTRAINT %I %s', relname, conname, pg_get_constraintdef(c.oid))
      FROM pg_constraint AS c JOIN copied ON conrelid = copied.oid WHERE contype = 'f'
    UNION ALL SELECT 3, pg_get_triggerdef(t.oid) FROM pg_trigger AS t JOIN copied ON tgrelid = copied.oid WHERE NOT tgisinternal
    UNION ALL SELECT 4, format('ALTER TABLE public.%I ENABLE ROW LEVEL SECURITY', relname) FROM copied
    UNION ALL SELECT 5, format('CREATE POLICY %I ON public.%I FOR SELECT TO %s USING (%s)', policyname, tablename,
        array_to_string(roles, ', '), qual) FROM pg_policies WHERE schemaname = 'public' AND tablename IN ${names}
    UNION ALL SELECT 6, format('GRANT SELECT ON public.%I TO %I', relname, grantee::regrole::text)
      FROM copied, LATERAL (SELECT (aclexplode(relacl)).* FROM pg_class WHERE pg_class.oid = copied.oid) AS given
      WHERE privilege_type = 'SELECT' AND grantee::regrole::text LIKE 'ninefold%'
    UNION ALL SELECT 7, format('CREATE VIEW public.%I AS SELECT * FROM public.%I', 'all ' || relname, relname) FROM copied
    ORDER BY place`)
  await client.query('RESET search_path')
  const own = new RegExp(`\\bpublic\\.(?="?(?:${COPIED_TABLES.join('|')}|all )\\b)`, 'g')
  return (schema) =>
    [
      'BEGIN',
      `CREATE SCHEMA ${schema}`,
      `GRANT USAGE ON SCHEMA ${schema} TO PUBLIC`,
      ...rows.map(({ text }) => text.replaceAll(own, `${schema}.`).replaceAll(' (LIKE only.', ' (LIKE public.')),
      'COMMIT',
    ].join(';\n')
}
