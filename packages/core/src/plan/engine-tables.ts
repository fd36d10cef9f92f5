// The engine's own tables, in a PostgreSQL schema of their own, so that no entity's name can meet theirs.
// Each entry brings a database from the version before to its own; entries are only ever added.

export const ENGINE_SCHEMA = 'ninefold'

export const ENGINE_MIGRATIONS: readonly string[] = [
  `
CREATE TABLE ninefold.specification (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  applied_at timestamptz(3) NOT NULL DEFAULT now(),
  text text NOT NULL,
  schema jsonb NOT NULL
);
COMMENT ON TABLE ninefold.specification IS 'Every specification that changed this database, with the schema it brought. The newest row is what is there now.';

CREATE TABLE ninefold.session (
  token_hash bytea PRIMARY KEY,
  user_id text NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  last_used_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE INDEX session_of_user ON ninefold.session (user_id);
COMMENT ON TABLE ninefold.session IS 'Who is signed in. Only a hash of the token is kept.';

CREATE TABLE ninefold.user_role (
  user_id text NOT NULL,
  role text NOT NULL,
  PRIMARY KEY (user_id, role)
);
COMMENT ON TABLE ninefold.user_role IS 'Roles that were given to users.';

CREATE TABLE ninefold.sign_in_attempt (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  identifier_hash bytea NOT NULL,
  at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE INDEX sign_in_attempt_recent ON ninefold.sign_in_attempt (identifier_hash, at);
COMMENT ON TABLE ninefold.sign_in_attempt IS 'Wrong passwords, counted for the lock-out.';

CREATE TABLE ninefold.loaded_data (
  kind text NOT NULL CHECK (kind IN ('reference', 'sample')),
  entity text NOT NULL,
  key text NOT NULL,
  record_id text NOT NULL,
  loaded_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (kind, entity, key)
);
COMMENT ON TABLE ninefold.loaded_data IS 'Reference and sample records that were loaded, so that one that a person deleted or renamed does not come back.';
`,
  `
CREATE TABLE ninefold.idempotency_key (
  caller text NOT NULL,
  call text NOT NULL,
  key text NOT NULL,
  request_hash bytea NOT NULL,
  status integer,
  answer text,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (caller, call, key)
);
CREATE INDEX idempotency_key_age ON ninefold.idempotency_key (created_at);
COMMENT ON TABLE ninefold.idempotency_key IS 'Answers of calls that may be repeated, for a day, written together with what the call did.';
CREATE INDEX sign_in_attempt_age ON ninefold.sign_in_attempt (at);
`,
]
