// Users' identities at OpenID providers, and sign-ins in progress.

export const IDENTITIES = `
CREATE TABLE ninefold.openid_identity (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  issuer text NOT NULL,
  subject text NOT NULL,
  user_id text NOT NULL,
  provider text NOT NULL,
  address text,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  last_used_at timestamptz(3) NOT NULL DEFAULT now(),
  UNIQUE (issuer, subject)
);
CREATE INDEX openid_identity_of_user ON ninefold.openid_identity (user_id);
COMMENT ON TABLE ninefold.openid_identity IS 'Which user of an OpenID provider is which user here. An issuer and a subject belong to one user.';
CREATE TABLE ninefold.pending_sign_in (
  token_hash bytea PRIMARY KEY,
  provider text NOT NULL,
  next_address text NOT NULL,
  user_id text,
  expires_at timestamptz(3) NOT NULL
);
CREATE INDEX pending_sign_in_end ON ninefold.pending_sign_in (expires_at);
COMMENT ON TABLE ninefold.pending_sign_in IS 'Browsers that were sent to an OpenID provider. Only a hash of the token is kept that the browser has; with a user, they link an account.';
ALTER TABLE ninefold.session ADD COLUMN provider text, ADD COLUMN id_token text;
COMMENT ON COLUMN ninefold.session.id_token IS 'By which the OpenID provider knows the session that ends here; it lets nobody in.';
`
