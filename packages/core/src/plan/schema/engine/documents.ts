// Documents that messages attach or show, and issued documents.

export const DOCUMENTS_OF_MESSAGES = `
ALTER TABLE ninefold.message ADD COLUMN documents text NOT NULL DEFAULT '[]';
COMMENT ON COLUMN ninefold.message.documents IS 'Of e-mails: contents of documents as they were when it was written, as JSON. They are laid out when it is sent.';
`

export const LETTERS = `
ALTER TABLE ninefold.message ADD COLUMN letter text;
COMMENT ON COLUMN ninefold.message.letter IS 'Of e-mails: language, sign, button and shown document as they were when it was written, as JSON. HTML and text are made of them when it is sent. NULL: it is its words alone.';
`

export const ISSUED_DOCUMENTS = `
CREATE TABLE ninefold.issued_document (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  document text NOT NULL,
  entity text NOT NULL,
  record text NOT NULL,
  content text NOT NULL,
  pdf bytea,
  issued_at timestamptz(3) NOT NULL,
  attempts integer NOT NULL DEFAULT 0,
  next_try_at timestamptz(3),
  UNIQUE (entity, record, document)
);
-- A PDF is compressed already.
ALTER TABLE ninefold.issued_document ALTER COLUMN pdf SET STORAGE EXTERNAL;
CREATE INDEX issued_document_due ON ninefold.issued_document (next_try_at) WHERE next_try_at IS NOT NULL;
COMMENT ON TABLE ninefold.issued_document IS 'Documents that are kept as they were issued. They are laid out after the transaction that issued them.';
`
