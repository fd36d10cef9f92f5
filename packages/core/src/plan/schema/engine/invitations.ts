// Invitations: links that create a user with a role.

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

export const INVITATIONS_INTO_TENANTS = `
ALTER TABLE ninefold.invitation ADD COLUMN tenant text;
COMMENT ON COLUMN ninefold.invitation.tenant IS 'The tenant to which it admits its user; null: to none.';
CREATE INDEX invitation_into_tenant ON ninefold.invitation (tenant) WHERE tenant IS NOT NULL;
`
