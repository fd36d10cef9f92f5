// Documents that messages attach.

export const DOCUMENTS_OF_MESSAGES = `
ALTER TABLE ninefold.message ADD COLUMN documents text NOT NULL DEFAULT '[]';
COMMENT ON COLUMN ninefold.message.documents IS 'Of e-mails: contents of documents as they were when it was written, as JSON. They are laid out when it is sent.';
`
