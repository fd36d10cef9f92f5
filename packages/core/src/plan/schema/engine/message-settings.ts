// Notifications that a user has turned off.

export const MESSAGE_SETTINGS = `
CREATE TABLE ninefold.message_off (
  user_id text NOT NULL,
  message text NOT NULL,
  PRIMARY KEY (user_id, message)
);
COMMENT ON TABLE ninefold.message_off IS 'Messages that a user wants none of any more, by their name in the text. Each is a message in the application.';
`
