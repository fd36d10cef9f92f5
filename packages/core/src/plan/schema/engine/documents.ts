// Documents that messages attach or show.

export const DOCUMENTS_OF_MESSAGES = `
ALTER TABLE ninefold.message ADD COLUMN documents text NOT NULL DEFAULT '[]';
COMMENT ON COLUMN ninefold.message.documents IS 'Of e-mails: contents of documents as they were when it was written, as JSON. They are laid out when it is sent.';
`

export const LETTERS = `
ALTER TABLE ninefold.message ADD COLUMN letter text;
COMMENT ON COLUMN ninefold.message.letter IS 'Of e-mails: language, sign, button and shown document as they were when it was written, as JSON. HTML and text are made of them when it is sent. NULL: it is its words alone.';
`
