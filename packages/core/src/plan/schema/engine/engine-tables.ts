// The engine's own tables, in a PostgreSQL schema of their own, so that no entity's name can collide. Each entry
// migrates from the previous version; entries are only ever added.

import { AGENTS } from './agents.ts'
import { API_KEYS, NARROWED_STEPS, TENANTS_OF_KEYS, TENANTS_OF_STEPS } from './api-keys.ts'
import { AUDIT, AUDIT_IN_ORDER } from './audit.ts'
import { CHANGES_BY_THE_CLOCK, FORMER_HISTORIES } from './clock.ts'
import { KEPT_DELETIONS } from './brought-back.ts'
import { KNOWN_DEVICES } from './devices.ts'
import { DOCUMENTS_OF_MESSAGES, ISSUED_DOCUMENTS, LETTERS } from './documents.ts'
import { EVENTS } from './events.ts'
import { MESSAGE_SETTINGS } from './message-settings.ts'
import { OAUTH } from './oauth.ts'
import { OPERATION } from './operation.ts'
import { PASSKEYS } from './passkeys.ts'
import { SECOND_FACTORS } from './second-factors.ts'
import { FOLLOWING } from './following.ts'
import { REPLICATION_MARK } from '../replicas/replication-mark.ts'
import { OPEN_STREAMS } from '../streams/open-streams.ts'
import { LONG_RANDOM_CODES, RANDOM_CODES, TIME_ORDERED_IDS } from './made-values.ts'
import { MAP_LIMITS, RULE_TURNS, SLIDING_LIMITS } from './rules-and-limits.ts'
import { SERVICE_EVENTS } from './service-events.ts'
import { IDENTITIES } from './identities.ts'
import { INVITATIONS, INVITATIONS_INTO_TENANTS } from './invitations.ts'
import { LANGUAGES_OF_ADDRESSES, PLACES_OF_SESSIONS, SESSION_LANGUAGES } from './sessions.ts'
import { LIST_CHANGES } from './list-changes.ts'
import { FIRST_VIEWS, SHARED_VIEWS, VIEWS_AND_LAYOUTS } from './lists.ts'
import { SUSPENSIONS } from './suspensions.ts'
import { TERMS } from './terms.ts'
import { VALIDATION } from '../constraint-validation.ts'
import { TENANT_PLACEMENTS } from '../shards/tenant-placements.ts'

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
  `
CREATE TABLE ninefold.clock (
  machine text NOT NULL,
  clock text NOT NULL,
  record_id text NOT NULL,
  state text,
  due_at timestamptz(3),
  ran_for timestamptz(3),
  PRIMARY KEY (machine, clock, record_id)
);
CREATE INDEX clock_due ON ninefold.clock (due_at) WHERE due_at IS NOT NULL;
COMMENT ON TABLE ninefold.clock IS 'When each clock of the specification runs for each record. Nothing is due where it has run, or where the record has left.';

CREATE TABLE ninefold.recurring (
  name text PRIMARY KEY,
  runs text NOT NULL,
  next_at timestamptz(3) NOT NULL,
  last_at timestamptz(3),
  last_error text
);
COMMENT ON TABLE ninefold.recurring IS 'When each schedule, and each clock that runs every day, runs next.';

CREATE TABLE ninefold.served_revision (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  revision text NOT NULL,
  loaded_records bigint NOT NULL
);
COMMENT ON TABLE ninefold.served_revision IS 'The specification that was served last. Processes that serve another one leave clocks and schedules to it.';

CREATE TABLE ninefold.message (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  name text NOT NULL,
  way text NOT NULL,
  receiver text NOT NULL,
  subject text NOT NULL,
  body text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  next_try_at timestamptz(3),
  sent_at timestamptz(3),
  attempts integer NOT NULL DEFAULT 0,
  last_error text
);
CREATE INDEX message_waiting ON ninefold.message (next_try_at) WHERE next_try_at IS NOT NULL;
CREATE INDEX message_newest ON ninefold.message (created_at DESC, id);
COMMENT ON TABLE ninefold.message IS 'Messages, written together with what they tell. The id is the same however often one is sent.';
`,
  `
CREATE TABLE ninefold.file (
  id uuid PRIMARY KEY,
  name text NOT NULL,
  size bigint NOT NULL CHECK (size >= 0),
  type text NOT NULL,
  uploaded_by text,
  created_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE INDEX file_of_user ON ninefold.file (uploaded_by, created_at);
COMMENT ON TABLE ninefold.file IS 'Uploaded files. Their content is kept outside of the database, under their ids.';

CREATE TABLE ninefold.file_use (
  entity text NOT NULL,
  field text NOT NULL,
  record text NOT NULL,
  file uuid NOT NULL REFERENCES ninefold.file,
  PRIMARY KEY (entity, field, record, file)
);
CREATE INDEX file_use_of_file ON ninefold.file_use (file);
COMMENT ON TABLE ninefold.file_use IS 'Which fields of which records hold a file. What nothing holds is removed after a while.';
`,
  `
CREATE TABLE ninefold.limit_use (
  key text PRIMARY KEY,
  ends_at timestamptz(3) NOT NULL,
  used bigint NOT NULL,
  is_allowed boolean NOT NULL
);
CREATE INDEX limit_use_end ON ninefold.limit_use (ends_at);
COMMENT ON TABLE ninefold.limit_use IS 'How often those whom a limit counts have used it in the time that ends next, and whether the last use was allowed. Only a hash of who it is is kept.';

CREATE TABLE ninefold.quota_turn (
  key text PRIMARY KEY,
  taken_at timestamptz(3) NOT NULL DEFAULT now()
);
COMMENT ON TABLE ninefold.quota_turn IS 'Whoever makes a record that a quota counts takes its row first, so that they count one after another.';
`,
  `
CREATE TABLE ninefold.sign_in_link (
  token_hash bytea PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('new password', 'sign in')),
  user_id text NOT NULL,
  receiver text NOT NULL,
  expires_at timestamptz(3) NOT NULL
);
CREATE INDEX sign_in_link_of_user ON ninefold.sign_in_link (user_id);
CREATE INDEX sign_in_link_end ON ninefold.sign_in_link (expires_at);
COMMENT ON TABLE ninefold.sign_in_link IS 'Links that were sent, each good for one use. Only a hash of the token is kept.';
`,
  `
CREATE TABLE ninefold.change (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  entity text NOT NULL,
  record text NOT NULL,
  field text NOT NULL,
  at timestamptz(3) NOT NULL,
  changed_by text,
  before jsonb,
  after jsonb
);
CREATE INDEX change_of_record ON ninefold.change (entity, record, id);
COMMENT ON TABLE ninefold.change IS 'Who changed which field when, from what to what, for entities with a history.';

CREATE FUNCTION ninefold.keep_changes() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog AS $$
DECLARE
  old_row jsonb := to_jsonb(OLD);
  new_row jsonb;
BEGIN
  IF TG_OP = 'DELETE' THEN
    DELETE FROM ninefold.change WHERE entity = TG_ARGV[0] AND record = old_row ->> 'id';
    RETURN NULL;
  END IF;
  new_row := to_jsonb(NEW);
  INSERT INTO ninefold.change (entity, record, field, at, changed_by, before, after)
  SELECT TG_ARGV[0], new_row ->> 'id', kept.value, now(), nullif(current_setting('ninefold.caller', true), ''),
    nullif(old_row -> kept.key, 'null'), nullif(new_row -> kept.key, 'null')
  FROM jsonb_each_text(TG_ARGV[1]::jsonb) AS kept
  WHERE old_row -> kept.key IS DISTINCT FROM new_row -> kept.key;
  RETURN NULL;
END $$;
`,
  RULE_TURNS,
  `
CREATE TABLE ninefold.counter (
  name text NOT NULL,
  scope text NOT NULL,
  last bigint NOT NULL,
  PRIMARY KEY (name, scope)
);
COMMENT ON TABLE ninefold.counter IS 'The last number of each sequence that is counted apart, has a form or has no gaps.';
`,
  `
CREATE TABLE ninefold.later (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  owner text NOT NULL,
  steps_hash text NOT NULL,
  acts_as text NOT NULL CHECK (acts_as IN ('caller', 'product', 'clock')),
  user_id text,
  asked_role boolean NOT NULL,
  kept text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  next_try_at timestamptz(3),
  attempts integer NOT NULL DEFAULT 0,
  last_error text
);
CREATE INDEX later_waiting ON ninefold.later (next_try_at) WHERE next_try_at IS NOT NULL;
CREATE INDEX later_of_user ON ninefold.later (user_id);
COMMENT ON TABLE ninefold.later IS 'Steps that are done after the answer, with what they name, written together with what the call did. A row goes in the transaction that does its steps; one without a next try has failed.';

CREATE TABLE ninefold.notification (
  number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  id uuid NOT NULL UNIQUE DEFAULT gen_random_uuid(),
  user_id text NOT NULL,
  name text NOT NULL,
  subject text NOT NULL,
  body text NOT NULL,
  entity text,
  record text,
  created_at timestamptz(3) NOT NULL,
  read_at timestamptz(3),
  CHECK ((entity IS NULL) = (record IS NULL))
);
CREATE INDEX notification_of_user ON ninefold.notification (user_id, number DESC);
CREATE INDEX notification_unread ON ninefold.notification (user_id) WHERE read_at IS NULL;
CREATE INDEX notification_age ON ninefold.notification (created_at);
COMMENT ON TABLE ninefold.notification IS 'Messages in the application, each for one user, written together with what they tell.';

ALTER TABLE ninefold.message ADD COLUMN signed_with text;
COMMENT ON COLUMN ninefold.message.signed_with IS 'Of messages to other programs: the name of the secret. Its value is in no table.';
`,
  `
CREATE TABLE ninefold.identity (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  id uuid NOT NULL DEFAULT gen_random_uuid()
);
INSERT INTO ninefold.identity DEFAULT VALUES;
COMMENT ON TABLE ninefold.identity IS 'Which database this is. It is written where uploads are kept, so that no other database takes them for its own.';

ALTER TABLE ninefold.file ADD COLUMN uploaded_from text;
CREATE INDEX file_of_guest ON ninefold.file (uploaded_from, created_at) WHERE uploaded_from IS NOT NULL;
COMMENT ON COLUMN ninefold.file.uploaded_from IS 'For uploads of somebody who is not signed in: a hash of where they are, by which their uploads are counted.';
`,
  `
CREATE FUNCTION ninefold.must_hold(holds boolean) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  IF holds THEN RETURN true; END IF;
  RAISE EXCEPTION USING ERRCODE = 'NF001', MESSAGE = 'Something that is asked of a write does not hold.';
END $$;
COMMENT ON FUNCTION ninefold.must_hold IS 'Undoes the statement that writes and asks, when not everything that it asks holds.';
`,
  `
ALTER TABLE ninefold.specification ADD COLUMN identities jsonb;
COMMENT ON COLUMN ninefold.specification.identities IS 'Which name is which thing, whatever it was called before.';

CREATE TABLE ninefold.evolution (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  fills jsonb NOT NULL,
  done jsonb NOT NULL DEFAULT '{}'
);
COMMENT ON TABLE ninefold.evolution IS 'A change of the tables that is under way: the columns that are being filled, and the last record of each that was.';

CREATE TABLE ninefold.archived (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  entity text NOT NULL,
  field text,
  column_name text,
  specification bigint,
  at timestamptz(3) NOT NULL DEFAULT now(),
  records bigint NOT NULL,
  restored_at timestamptz(3)
);
COMMENT ON TABLE ninefold.archived IS 'What changes of the specification took away. The values are in the table archived_ID, from where they can be brought back.';

CREATE FUNCTION ninefold.archive(of_entity text, of_field text, of_table text, of_column text) RETURNS void LANGUAGE plpgsql SET search_path = pg_catalog AS $$
DECLARE
  present text := CASE WHEN of_column IS NULL THEN '' ELSE format(' WHERE %I IS NOT NULL', of_column) END;
  found bigint;
  made bigint;
BEGIN
  EXECUTE format('SELECT count(*) FROM public.%I', of_table) || present INTO found;
  IF found = 0 THEN
    RETURN;
  END IF;
  INSERT INTO ninefold.archived (entity, field, column_name, specification, records)
  VALUES (of_entity, of_field, of_column, (SELECT max(id) FROM ninefold.specification), found) RETURNING id INTO made;
  IF of_column IS NULL THEN
    EXECUTE format('CREATE TABLE ninefold.%I AS TABLE public.%I', 'archived_' || made, of_table);
  ELSE
    EXECUTE format('CREATE TABLE ninefold.%I AS SELECT id AS record, %I AS value FROM public.%I', 'archived_' || made, of_column, of_table) || present;
  END IF;
END $$;
`,
  KEPT_DELETIONS,
  LIST_CHANGES,
  AUDIT,
  PLACES_OF_SESSIONS,
  VIEWS_AND_LAYOUTS,
  CHANGES_BY_THE_CLOCK,
  FORMER_HISTORIES,
  KNOWN_DEVICES,
  INVITATIONS,
  RANDOM_CODES,
  SERVICE_EVENTS,
  API_KEYS,
  IDENTITIES,
  DOCUMENTS_OF_MESSAGES,
  AGENTS,
  SECOND_FACTORS,
  SESSION_LANGUAGES,
  MESSAGE_SETTINGS,
  SHARED_VIEWS,
  OAUTH,
  PASSKEYS,
  NARROWED_STEPS,
  OPERATION,
  SUSPENSIONS,
  FOLLOWING,
  EVENTS,
  TERMS,
  LETTERS,
  ISSUED_DOCUMENTS,
  LANGUAGES_OF_ADDRESSES,
  INVITATIONS_INTO_TENANTS,
  TIME_ORDERED_IDS,
  TENANTS_OF_STEPS,
  TENANTS_OF_KEYS,
  SLIDING_LIMITS,
  FIRST_VIEWS,
  MAP_LIMITS,
  AUDIT_IN_ORDER,
  REPLICATION_MARK,
  OPEN_STREAMS,
  LONG_RANDOM_CODES,
  VALIDATION,
  TENANT_PLACEMENTS,
]
