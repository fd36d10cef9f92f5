// Passkeys of users (WebAuthn), and pending challenges.

export const PASSKEYS = `
CREATE TABLE ninefold.passkey (
  credential text PRIMARY KEY,
  id uuid NOT NULL UNIQUE DEFAULT gen_random_uuid(),
  user_id text NOT NULL,
  public_key bytea NOT NULL,
  counter bigint NOT NULL,
  transports text[] NOT NULL,
  browser text,
  system text,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  last_used_at timestamptz(3)
);
CREATE INDEX passkey_of_user ON ninefold.passkey (user_id);
COMMENT ON TABLE ninefold.passkey IS 'Public keys by which users sign in. The private ones never leave their devices.';
CREATE TABLE ninefold.passkey_challenge (
  challenge_hash bytea PRIMARY KEY,
  made_for text,
  expires_at timestamptz(3) NOT NULL
);
CREATE INDEX passkey_challenge_end ON ninefold.passkey_challenge (expires_at);
COMMENT ON TABLE ninefold.passkey_challenge IS 'Challenges that a passkey answers once: of the user who makes one, or of nobody, who signs in.';
`
