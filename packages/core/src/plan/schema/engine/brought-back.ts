// Deleted records that can be restored.

export const KEPT_DELETIONS = `
CREATE TABLE ninefold.deletion (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  entity text NOT NULL,
  at timestamptz(3) NOT NULL DEFAULT now(),
  deleted_by text,
  ends_at timestamptz(3) NOT NULL,
  columns jsonb NOT NULL
);
CREATE INDEX deletion_of_entity ON ninefold.deletion (entity, at DESC);
CREATE INDEX deletion_end ON ninefold.deletion (ends_at);
COMMENT ON TABLE ninefold.deletion IS 'Deleted records that can be brought back, each with what went together with it, until their time ends.';

CREATE TABLE ninefold.deleted_row (
  deletion uuid NOT NULL REFERENCES ninefold.deletion ON DELETE CASCADE,
  place integer NOT NULL,
  table_name text NOT NULL,
  entity text,
  record text,
  data jsonb NOT NULL,
  PRIMARY KEY (deletion, place)
);
CREATE INDEX deleted_row_of_record ON ninefold.deleted_row (entity, record);
COMMENT ON TABLE ninefold.deleted_row IS 'Rows of deleted records as they were. The first of each deletion is the record itself.';
`
