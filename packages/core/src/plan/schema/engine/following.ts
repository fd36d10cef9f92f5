// Records that users follow, or no longer follow.

export const FOLLOWING = `
CREATE TABLE ninefold.following (
  user_id text NOT NULL,
  entity text NOT NULL,
  record text NOT NULL,
  is_on boolean NOT NULL,
  PRIMARY KEY (user_id, entity, record)
);
CREATE INDEX following_of_record ON ninefold.following (entity, record);
COMMENT ON TABLE ninefold.following IS 'What users have chosen. Of all others the record itself says whether they follow it.';

ALTER TABLE ninefold.notification
  ADD COLUMN told_by text, ADD COLUMN step text, ADD COLUMN part_entity text, ADD COLUMN part_record text;
COMMENT ON COLUMN ninefold.notification.step IS 'Of a followed record: the transition. Its words are found when they are read, as far as their reader may see them.';
COMMENT ON COLUMN ninefold.notification.part_record IS 'Of a followed record: what was added to it.';
`
