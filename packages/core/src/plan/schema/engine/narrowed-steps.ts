// Roles beyond which deferred steps must not go: those of a program that asked for them with less than its user has.

export const NARROWED_STEPS = `
ALTER TABLE ninefold.later ADD COLUMN narrowed_to text[];
COMMENT ON COLUMN ninefold.later.narrowed_to IS 'Roles of the key or the agent that asked. Null: all that the user has by then.';
`
