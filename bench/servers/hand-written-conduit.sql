-- Conduit's tables as an engineer would write them by hand, for bench/servers/hand-written-conduit.ts.

CREATE TABLE writer (
  id bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  username text NOT NULL UNIQUE,
  email text NOT NULL UNIQUE,
  bio text,
  image text
);

CREATE TABLE writer_session (
  token_hash bytea PRIMARY KEY,
  writer_id bigint NOT NULL REFERENCES writer ON DELETE CASCADE,
  created_at timestamptz(3) NOT NULL DEFAULT now()
);

CREATE TABLE follow (
  follower_id bigint NOT NULL REFERENCES writer ON DELETE CASCADE,
  writer_id bigint NOT NULL REFERENCES writer ON DELETE CASCADE,
  PRIMARY KEY (follower_id, writer_id)
);

CREATE TABLE tag (
  id bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  name text NOT NULL UNIQUE
);

CREATE TABLE article (
  id bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  slug text NOT NULL UNIQUE,
  title text NOT NULL,
  description text NOT NULL,
  body text NOT NULL,
  author_id bigint NOT NULL REFERENCES writer ON DELETE CASCADE,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE INDEX article_newest ON article (created_at DESC, id);
CREATE INDEX article_author ON article (author_id, created_at DESC);

CREATE TABLE article_tag (
  article_id bigint NOT NULL REFERENCES article ON DELETE CASCADE,
  tag_id bigint NOT NULL REFERENCES tag ON DELETE CASCADE,
  PRIMARY KEY (article_id, tag_id)
);
CREATE INDEX article_tag_tag ON article_tag (tag_id);

CREATE TABLE favorite (
  article_id bigint NOT NULL REFERENCES article ON DELETE CASCADE,
  writer_id bigint NOT NULL REFERENCES writer ON DELETE CASCADE,
  PRIMARY KEY (article_id, writer_id)
);
CREATE INDEX favorite_writer ON favorite (writer_id);
