// Suspended users, and inviters.

export const SUSPENSIONS = `
CREATE TABLE ninefold.suspension (
  user_id text PRIMARY KEY,
  suspended_at timestamptz(3) NOT NULL DEFAULT now()
);
COMMENT ON TABLE ninefold.suspension IS 'Users who do not get in, until somebody brings them back.';

ALTER TABLE ninefold.invitation
  ADD COLUMN id uuid NOT NULL UNIQUE DEFAULT gen_random_uuid(),
  ADD COLUMN user_id text;
COMMENT ON COLUMN ninefold.invitation.user_id IS 'Who has invited; null: the operator.';
CREATE INDEX invitation_of_user ON ninefold.invitation (user_id);
`
