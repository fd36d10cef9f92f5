// The audit log.

export const AUDIT = `
CREATE TABLE ninefold.audit (
  at timestamptz(3) NOT NULL DEFAULT now(),
  request text,
  call text NOT NULL,
  revision text NOT NULL,
  caller text,
  entity text NOT NULL,
  record text NOT NULL,
  action text NOT NULL
);
CREATE INDEX audit_at ON ninefold.audit USING brin (at);
COMMENT ON TABLE ninefold.audit IS 'Who did what to which record, by which call and under which revision of the specification, written together with it. It has no values.';
`

/** New lines go to the end of ascending indexes: writing them costs half, and the pages stay full. Both directions are read alike. */
export const AUDIT_IN_ORDER = `
DROP INDEX ninefold.audit_newest, ninefold.audit_of_caller, ninefold.audit_of_entity;
CREATE INDEX audit_newest ON ninefold.audit (at, number);
CREATE INDEX audit_of_caller ON ninefold.audit (caller, at, number);
CREATE INDEX audit_of_entity ON ninefold.audit (entity, at, number);
`
