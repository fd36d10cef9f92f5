// OAuth apps with access to users' data. Their access tokens are API keys that last an hour.

export const OAUTH = `
CREATE TABLE ninefold.oauth_app (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  name text NOT NULL,
  redirect_addresses text[] NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  used_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE INDEX oauth_app_use ON ninefold.oauth_app (used_at);
COMMENT ON TABLE ninefold.oauth_app IS 'Apps that have registered themselves. Their names are what they say.';

CREATE TABLE ninefold.oauth_grant (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  app uuid NOT NULL REFERENCES ninefold.oauth_app ON DELETE CASCADE,
  user_id text NOT NULL,
  roles text[] NOT NULL,
  only_reads boolean NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  expires_at timestamptz(3) NOT NULL,
  code_hash bytea NOT NULL UNIQUE,
  code_challenge text NOT NULL,
  redirect_address text NOT NULL,
  code_used_at timestamptz(3),
  refresh_salt bytea NOT NULL,
  refresh_hash bytea,
  former_refresh_hash bytea,
  refreshed_at timestamptz(3)
);
CREATE INDEX oauth_grant_of_user ON ninefold.oauth_grant (user_id);
CREATE INDEX oauth_grant_of_app ON ninefold.oauth_grant (app);
COMMENT ON TABLE ninefold.oauth_grant IS 'Access that users have given to apps. Only hashes of codes and tokens are kept.';

ALTER TABLE ninefold.api_key ADD COLUMN oauth_grant uuid REFERENCES ninefold.oauth_grant ON DELETE CASCADE;
CREATE INDEX api_key_of_grant ON ninefold.api_key (oauth_grant) WHERE oauth_grant IS NOT NULL;
COMMENT ON COLUMN ninefold.api_key.oauth_grant IS 'The access for which it is a token; empty: a user has made it.';
`
