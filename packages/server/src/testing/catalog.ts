// The actual structure of a database, for comparing two ways to create it.

interface Queryable {
  query(sql: string): Promise<{ rows: unknown[] }>
}

const COLUMNS = `
SELECT c.relname, a.attname, format_type(a.atttypid, a.atttypmod) AS type, coll.collname, a.attnotnull, a.attidentity,
       pg_get_expr(d.adbin, d.adrelid) AS default
FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid AND c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace
LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum LEFT JOIN pg_collation coll ON coll.oid = a.attcollation
WHERE a.attnum > 0 AND NOT a.attisdropped ORDER BY 1, 2`

const CONSTRAINTS = `
SELECT conrelid::regclass::text, conname, contype, convalidated, pg_get_constraintdef(oid)
FROM pg_constraint WHERE connamespace = 'public'::regnamespace ORDER BY 1, 2, 3`

const INDEXES = `SELECT indexname, indexdef FROM pg_indexes WHERE schemaname = 'public' ORDER BY 1`

const SEQUENCES = `
SELECT s.sequencename, s.start_value::text, s.min_value::text, d.refobjid::regclass::text AS owner, a.attname
FROM pg_sequences s JOIN pg_class c ON c.relname = s.sequencename AND c.relnamespace = 'public'::regnamespace
LEFT JOIN pg_depend d ON d.objid = c.oid AND d.deptype IN ('a', 'i') LEFT JOIN pg_attribute a ON a.attrelid = d.refobjid AND a.attnum = d.refobjsubid
WHERE s.schemaname = 'public' ORDER BY 1`

export async function catalog(pool: Queryable): Promise<unknown> {
  const parts: unknown[] = []
  for (const sql of [COLUMNS, CONSTRAINTS, INDEXES, SEQUENCES]) parts.push((await pool.query(sql)).rows)
  return parts
}
