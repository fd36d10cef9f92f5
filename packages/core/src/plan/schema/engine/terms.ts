// Versions of documents that users have agreed to, with the time.

export const TERMS = `
CREATE TABLE ninefold.agreement (
  user_id text NOT NULL,
  document text NOT NULL,
  version text NOT NULL,
  agreed_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (user_id, document, version)
);
COMMENT ON TABLE ninefold.agreement IS 'Versions of the documents of point 6 that users have agreed to.';
`
