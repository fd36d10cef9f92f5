// Invitations: links that make a user with a role, of whom there is no record yet.

export const INVITATIONS = `
CREATE TABLE ninefold.invitation (
  token_hash bytea PRIMARY KEY,
  role text NOT NULL,
  given jsonb NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  expires_at timestamptz(3) NOT NULL
);
CREATE INDEX invitation_end ON ninefold.invitation (expires_at);
COMMENT ON TABLE ninefold.invitation IS 'Invitations that nobody has taken yet, each good for one user. Only a hash of the token is kept.';
`
