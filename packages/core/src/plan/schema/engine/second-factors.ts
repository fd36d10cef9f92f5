// Second factors of users, and half sign-ins.

export const SECOND_FACTORS = `
CREATE TABLE ninefold.second_factor (
  user_id text PRIMARY KEY,
  secret text NOT NULL,
  last_step bigint,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  confirmed_at timestamptz(3),
  last_used_at timestamptz(3)
);
COMMENT ON TABLE ninefold.second_factor IS 'Secrets that users share with an app for codes (RFC 6238), encrypted. It counts once a code has confirmed it; no step of time is good twice.';
CREATE TABLE ninefold.recovery_code (
  user_id text NOT NULL,
  code_hash bytea NOT NULL,
  PRIMARY KEY (user_id, code_hash)
);
COMMENT ON TABLE ninefold.recovery_code IS 'Codes for users whose app is lost. Only a hash of each is kept, until it is used.';
CREATE TABLE ninefold.half_sign_in (
  token_hash bytea PRIMARY KEY,
  user_id text NOT NULL,
  identifier text,
  provider text,
  id_token text,
  expires_at timestamptz(3) NOT NULL
);
CREATE INDEX half_sign_in_end ON ninefold.half_sign_in (expires_at);
CREATE INDEX half_sign_in_of_user ON ninefold.half_sign_in (user_id);
COMMENT ON TABLE ninefold.half_sign_in IS 'Users who have signed in but for the second factor. It is no session: nothing but the second factor is done with it.';
ALTER TABLE ninefold.session ADD COLUMN second_factor text, ADD COLUMN second_factor_at timestamptz(3);
COMMENT ON COLUMN ninefold.session.second_factor IS 'The second factor that its user has shown, and when last; empty: none.';
`
