// Sessions: where each is used, and the id by which its user ends it.

export const PLACES_OF_SESSIONS = `
ALTER TABLE ninefold.session
  ADD COLUMN id uuid NOT NULL DEFAULT gen_random_uuid(),
  ADD COLUMN browser text,
  ADD COLUMN system text,
  ADD COLUMN address text;
CREATE UNIQUE INDEX session_id ON ninefold.session (id);
COMMENT ON COLUMN ninefold.session.id IS 'What the user who has it calls it by: nobody gets in with it.';
`

/** The language of a session, for messages to its user. */
export const SESSION_LANGUAGES = `
ALTER TABLE ninefold.session ADD COLUMN language text;
COMMENT ON COLUMN ninefold.session.language IS 'The language in which its user read last. Messages to them are in it.';
`
