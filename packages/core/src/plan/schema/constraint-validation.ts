// Tables of rules that a migration adds to a large table without reading it.

export const NOTED_RECORDS = 'ninefold.noted_record'
export const UNVALIDATED = 'ninefold.unvalidated_constraint'

/** Backups leave them out: they belong to a migration under way. */
export const TABLES_OF_VALIDATION = ['noted_record', 'unvalidated_constraint'] as const

export const VALIDATION = `
CREATE TABLE ninefold.noted_record (
  table_name text NOT NULL,
  record_id text NOT NULL
);
COMMENT ON TABLE ninefold.noted_record IS 'Records that break a rule of the version that is about to be applied.';

CREATE TABLE ninefold.unvalidated_constraint (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  table_name text NOT NULL,
  constraint_name text NOT NULL,
  required_column text
);
COMMENT ON TABLE ninefold.unvalidated_constraint IS 'Constraints that all records keep, and that PostgreSQL has not compared with the records yet.';
`
