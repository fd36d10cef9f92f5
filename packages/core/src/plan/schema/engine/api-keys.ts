// API keys, and their use in the audit log.

export const API_KEYS = `
CREATE TABLE ninefold.api_key (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  token_hash bytea NOT NULL UNIQUE,
  user_id text NOT NULL,
  name text NOT NULL,
  beginning text NOT NULL,
  roles text[] NOT NULL,
  only_reads boolean NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  expires_at timestamptz(3) NOT NULL,
  last_used_at timestamptz(3)
);
CREATE INDEX api_key_of_user ON ninefold.api_key (user_id);
COMMENT ON TABLE ninefold.api_key IS 'Keys for programs. Only a hash of each is kept, and its beginning, by which its user recognises it.';
ALTER TABLE ninefold.audit ADD COLUMN api_key text;
COMMENT ON COLUMN ninefold.audit.api_key IS 'The beginning of the key by which the caller asked; empty: by a session.';
`

/** Roles that limit deferred steps: those of an API key or agent with fewer roles than its user. */
export const NARROWED_STEPS = `
ALTER TABLE ninefold.later ADD COLUMN narrowed_to text[];
COMMENT ON COLUMN ninefold.later.narrowed_to IS 'Roles of the key or the agent that asked. Null: all that the user has by then.';
`

/** Steps run in the tenant whose host the request had. */
export const TENANTS_OF_STEPS = `
ALTER TABLE ninefold.later ADD COLUMN tenant text;
COMMENT ON COLUMN ninefold.later.tenant IS 'The tenant that the host of the request named. Null: the current one of the user by then.';
`

/** A key belongs to the tenant at whose address it was made, and so does the access of an app. */
export const TENANTS_OF_KEYS = `
ALTER TABLE ninefold.api_key ADD COLUMN tenant text;
COMMENT ON COLUMN ninefold.api_key.tenant IS 'The tenant whose address it was made at, and is valid at. Null: the address names none.';
ALTER TABLE ninefold.oauth_grant ADD COLUMN tenant text;
COMMENT ON COLUMN ninefold.oauth_grant.tenant IS 'The tenant whose address it was given at. Null: the address names none.';
`
