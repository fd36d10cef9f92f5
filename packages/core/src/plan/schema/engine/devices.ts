// Devices on which users have signed in, so that guessing elsewhere does not lock them out.

export const KNOWN_DEVICES = `
CREATE TABLE ninefold.known_device (
  token_hash bytea PRIMARY KEY,
  identifier_hash bytea NOT NULL,
  user_id text NOT NULL,
  used_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE INDEX known_device_of_user ON ninefold.known_device (user_id);
CREATE INDEX known_device_age ON ninefold.known_device (used_at);
COMMENT ON TABLE ninefold.known_device IS 'Devices on which somebody has signed in with a password. Only hashes of the token and of the name are kept.';
`
