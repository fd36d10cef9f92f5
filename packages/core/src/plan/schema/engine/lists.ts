// Saved views and layouts of lists: one step of the engine's tables.

export const VIEWS_AND_LAYOUTS = `
CREATE TABLE ninefold.view (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  user_id text NOT NULL,
  screen text NOT NULL,
  block integer NOT NULL,
  name text NOT NULL,
  query text NOT NULL,
  UNIQUE (user_id, screen, block, name)
);
COMMENT ON TABLE ninefold.view IS 'What users have named of what a list can show: a part of an address, no data.';

CREATE TABLE ninefold.layout (
  user_id text NOT NULL,
  screen text NOT NULL,
  block integer NOT NULL,
  columns jsonb NOT NULL,
  set_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (user_id, screen, block)
);
COMMENT ON TABLE ninefold.layout IS 'The columns of lists as users like them: which, in which order, how wide.';
`

export const FIRST_VIEWS = `
ALTER TABLE ninefold.view ADD COLUMN opens_first boolean NOT NULL DEFAULT false;
CREATE UNIQUE INDEX view_that_opens_first ON ninefold.view (user_id, screen, block) WHERE opens_first;
COMMENT ON COLUMN ninefold.view.opens_first IS 'The list opens with it for its user, and for those with whom it is shared and who have chosen none of their own.';
`

export const SHARED_VIEWS = `
ALTER TABLE ninefold.view ADD COLUMN shared_with text, ADD COLUMN shared_in text;
CREATE INDEX view_of_role ON ninefold.view (shared_with, shared_in) WHERE shared_with IS NOT NULL;
COMMENT ON COLUMN ninefold.view.shared_with IS 'The role whose users have the view, too; empty: its user alone.';
COMMENT ON COLUMN ninefold.view.shared_in IS 'The tenant in which it is shared; an empty text where the specification has no tenants.';
`
