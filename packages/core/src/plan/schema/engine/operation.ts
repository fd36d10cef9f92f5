// The operators' page: the audit log, newest first, and messages that an operator retries or gives up.

export const OPERATION = `
ALTER TABLE ninefold.audit ADD COLUMN number bigint GENERATED ALWAYS AS IDENTITY;
COMMENT ON COLUMN ninefold.audit.number IS 'Tells entries of one moment apart.';
CREATE INDEX audit_newest ON ninefold.audit (at DESC, number DESC);
CREATE INDEX audit_of_caller ON ninefold.audit (caller, at DESC, number DESC);
CREATE INDEX audit_of_entity ON ninefold.audit (entity, at DESC, number DESC);

ALTER TABLE ninefold.message ADD COLUMN taken_until timestamptz(3);
COMMENT ON COLUMN ninefold.message.taken_until IS 'A process is sending it, and nobody else does until then; empty: nobody is.';
CREATE INDEX message_unsent ON ninefold.message (created_at DESC, id) WHERE sent_at IS NULL;

ALTER TABLE ninefold.served_revision ADD COLUMN since timestamptz(3) NOT NULL DEFAULT now();
COMMENT ON COLUMN ninefold.served_revision.since IS 'The moment since which this specification is served.';
`
