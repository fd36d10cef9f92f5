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

/** Guests have no session: messages to an address use the language in which a guest gave it. */
export const LANGUAGES_OF_ADDRESSES = `
CREATE TABLE ninefold.address_language (
  address_hash bytea PRIMARY KEY,
  language text NOT NULL,
  at timestamptz(3) NOT NULL
);
CREATE INDEX address_language_age ON ninefold.address_language (at);
COMMENT ON TABLE ninefold.address_language IS 'The language in which a guest read when they were last written to by their own request. Only a hash of the address is kept.';
`
