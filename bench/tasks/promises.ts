// Promises of Ninefold that the lean server keeps on request, so that the bench shows the cost of each. Their order is
// the order in which `npm run bench promises` adds them: a server that keeps a promise keeps all those before it.

export const PROMISES = [
  'sessions',
  'headers',
  'request log',
  'second wall',
  'audit log',
  'serializable writes',
  'indexes',
  'live updates',
] as const
export type KeptPromise = (typeof PROMISES)[number]

/** The additions of each promise to the floor, for people who read the table. */
export const MEANINGS: Readonly<Record<KeptPromise, string>> = {
  sessions: 'an opaque token; the session and the role are judged by the database at each request',
  headers: 'an ETag, four headers that protect browsers, and the id of the request',
  'request log': 'a line for each request, written in batches',
  'second wall': 'row-level security for reads, beside the condition of the statement',
  'audit log': 'a line in the database for each write, found by its time, its caller and its entity',
  'serializable writes': 'writes are isolated as if they ran one after another',
  indexes: 'indexes for each order and filter of the screen',
  'live updates': 'other processes are notified of each change',
}

/** The environment variable with the number of kept promises. Missing: none. */
export const KEPT = 'KEPT_PROMISES'

export function keptPromises(count: number): ReadonlySet<KeptPromise> {
  return new Set(PROMISES.slice(0, count))
}

/** The role of reading connections behind the second wall. It owns nothing, and belongs to the whole server. */
export const READER = 'lean_reader'

const IS_ME = (column: string): string => `${column} = (SELECT nullif(current_setting('lean.me', true), '')::uuid)`

/** Statements that follow bench/tasks/schema.sql. */
export const TABLES: Readonly<Partial<Record<KeptPromise, readonly string[]>>> = {
  sessions: [
    'CREATE TABLE session (token_hash bytea PRIMARY KEY, person_id uuid NOT NULL REFERENCES person ON DELETE CASCADE, last_used_at timestamptz NOT NULL DEFAULT now())',
    'CREATE INDEX session_person ON session (person_id)',
    'CREATE TABLE person_role (person_id uuid REFERENCES person ON DELETE CASCADE, role text, PRIMARY KEY (person_id, role))',
  ],
  // CASE keeps the planner from multiplying the selectivities of the policy and of the statement.
  'second wall': [
    `DO $$ BEGIN CREATE ROLE ${READER}; EXCEPTION WHEN duplicate_object THEN NULL; END $$`,
    `GRANT SELECT ON ALL TABLES IN SCHEMA public TO ${READER}`,
    'ALTER TABLE task ENABLE ROW LEVEL SECURITY',
    `CREATE POLICY seen ON task FOR SELECT TO ${READER} USING (
      CASE WHEN (SELECT current_setting('lean.is_clerk', true) = 'true') OR ${IS_ME('owner_id')} OR ${IS_ME('assignee_id')} THEN true ELSE false END)`,
  ],
  'audit log': [
    'CREATE TABLE audit (number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, request text NOT NULL, call text NOT NULL, caller text, entity text NOT NULL, record text, at timestamptz NOT NULL)',
    'CREATE INDEX audit_newest ON audit (at, number)',
    'CREATE INDEX audit_of_caller ON audit (caller, at, number)',
    'CREATE INDEX audit_of_entity ON audit (entity, at, number)',
  ],
  indexes: [
    'CREATE INDEX task_title ON task (title, id)',
    'CREATE INDEX task_weight ON task (weight, id)',
    'CREATE INDEX task_weight_descending ON task (weight DESC NULLS LAST, id DESC)',
    'CREATE INDEX task_status ON task (status, id)',
    'CREATE INDEX task_status_created ON task (status, created_at, id)',
  ],
}
