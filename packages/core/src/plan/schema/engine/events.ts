// Events for users' programs, in an order in which none becomes visible before one that was already read.

export const EVENTS = `
ALTER TABLE ninefold.identity ADD COLUMN event_era integer NOT NULL DEFAULT 0;
COMMENT ON COLUMN ninefold.identity.event_era IS 'Goes up when events come from another server of databases, whose transactions are counted otherwise.';

CREATE TABLE ninefold.event (
  number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  id uuid NOT NULL UNIQUE,
  era integer NOT NULL,
  written_by xid8 NOT NULL,
  user_id text NOT NULL,
  name text NOT NULL,
  body text NOT NULL,
  entity text,
  record text,
  created_at timestamptz(3) NOT NULL,
  CHECK ((entity IS NULL) = (record IS NULL))
);
CREATE INDEX event_of_user ON ninefold.event (user_id, era, written_by, number);
CREATE INDEX event_of_record ON ninefold.event (entity, record) WHERE entity IS NOT NULL;
CREATE INDEX event_age ON ninefold.event (created_at);
COMMENT ON TABLE ninefold.event IS 'Messages for programs of a user, written together with what they tell. An event is read once every transaction that began to write before its own has ended. Without a body: what it spoke of was erased.';
`
