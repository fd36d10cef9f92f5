// Tenants in the engine's own tables.

export const INVITATIONS_INTO_TENANTS = `
ALTER TABLE ninefold.invitation ADD COLUMN tenant text;
COMMENT ON COLUMN ninefold.invitation.tenant IS 'The tenant to which it admits its user; null: to none.';
CREATE INDEX invitation_into_tenant ON ninefold.invitation (tenant) WHERE tenant IS NOT NULL;
`
