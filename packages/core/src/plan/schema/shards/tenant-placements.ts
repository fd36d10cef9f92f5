// The engine table of tenants that have another database, and the triggers that keep a moving tenant as it is. Sharding
// by tenant: each database is a shard with whole tenants, and the first one is the home shard.

/** Raised by triggers for a write to a tenant that is moving, or that has another database. */
export const TENANT_IS_MOVING = 'NF003'

/** Raised by triggers for a new tenant outside of the home shard. */
export const ONLY_AT_HOME = 'NF004'

/** Raised by triggers for another name of a tenant in addresses, outside of the home shard. */
export const ADDRESS_STAYS = 'NF005'

export const TENANT_PLACEMENTS = `
ALTER TABLE ninefold.identity ADD COLUMN shard text CHECK (shard IN ('home', 'other'));
COMMENT ON COLUMN ninefold.identity.shard IS 'Where tenants are in several databases: the home shard, in which all tenants begin, or another one. Null: there is one database.';

CREATE TABLE ninefold.tenant_placement (
  tenant text PRIMARY KEY,
  label text NOT NULL UNIQUE,
  title text NOT NULL DEFAULT '',
  state text NOT NULL CHECK (state IN ('leaving', 'moved', 'arrived')),
  address text,
  target uuid,
  move uuid NOT NULL,
  since timestamptz(3) NOT NULL DEFAULT now(),
  CHECK ((state = 'arrived') = (address IS NULL))
);
COMMENT ON TABLE ninefold.tenant_placement IS 'Tenants that are leaving this database, that have left it for the server with that address, or that have arrived in it. The label is their name in addresses, the title their name for people, the target the identity of the other database.';

CREATE TABLE ninefold.moved_member (
  user_id text NOT NULL,
  tenant text NOT NULL REFERENCES ninefold.tenant_placement ON DELETE CASCADE,
  PRIMARY KEY (user_id, tenant)
);
COMMENT ON TABLE ninefold.moved_member IS 'Members that a tenant had when it left, so that their account here still leads them to it.';

CREATE FUNCTION ninefold.refuse_moving_record() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog AS $$
BEGIN
  RAISE EXCEPTION USING ERRCODE = '${TENANT_IS_MOVING}', MESSAGE = 'The tenant of this record is moving to another database.';
END $$;

CREATE FUNCTION ninefold.refuse_moving_link() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog AS $$
DECLARE
  row jsonb := to_jsonb(CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END);
  is_moving boolean;
BEGIN
  EXECUTE format('SELECT EXISTS (SELECT FROM public.%I WHERE id::text = $1 AND %I::text = $2)', TG_ARGV[1], TG_ARGV[2])
    INTO is_moving USING row ->> TG_ARGV[0], TG_ARGV[3];
  IF is_moving THEN
    RAISE EXCEPTION USING ERRCODE = '${TENANT_IS_MOVING}', MESSAGE = 'The tenant of this record is moving to another database.';
  END IF;
  IF TG_OP = 'DELETE' THEN RETURN OLD; END IF;
  RETURN NEW;
END $$;
COMMENT ON FUNCTION ninefold.refuse_moving_link IS 'For links without a tenant: by the column of the owner, the table of owners, its column of the tenant, and the tenant.';

CREATE FUNCTION ninefold.keep_names_of_tenants() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog AS $$
DECLARE
  name text := to_jsonb(NEW) ->> TG_ARGV[0];
BEGIN
  IF TG_OP = 'UPDATE' AND name IS NOT DISTINCT FROM to_jsonb(OLD) ->> TG_ARGV[0] THEN RETURN NEW; END IF;
  IF (SELECT shard FROM ninefold.identity) = 'other' THEN
    RAISE EXCEPTION USING ERRCODE = CASE TG_OP WHEN 'INSERT' THEN '${ONLY_AT_HOME}' ELSE '${ADDRESS_STAYS}' END,
      MESSAGE = 'The home shard gives tenants their names.';
  END IF;
  IF EXISTS (SELECT FROM ninefold.tenant_placement AS placed WHERE placed.label = name AND placed.state = 'moved') THEN
    RAISE EXCEPTION USING ERRCODE = 'unique_violation', CONSTRAINT = TG_ARGV[1], TABLE = TG_TABLE_NAME, SCHEMA = TG_TABLE_SCHEMA,
      MESSAGE = 'A tenant with another database has this name.';
  END IF;
  RETURN NEW;
END $$;
COMMENT ON FUNCTION ninefold.keep_names_of_tenants IS 'Of the table of tenants, by the column of their names in addresses and its unique constraint: a name of a tenant with another database is taken, and the home shard alone gives names.';
`
