// Agents, in the audit log.

export const AGENTS = `
ALTER TABLE ninefold.audit ADD COLUMN by_agent boolean;
COMMENT ON COLUMN ninefold.audit.by_agent IS 'Whether an agent asked for the caller, by the Model Context Protocol; empty: nobody has noted it.';
`
