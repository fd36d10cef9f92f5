// Values that PostgreSQL makes: codes that nobody can guess, and ids that grow with time. They need no extension.

/**
 * Each character is one of 32, from five bits of a hash of two random identifiers, which PostgreSQL's cryptographic
 * generator creates. A hash has 32 bytes, so a code has up to 32 characters.
 */
export const RANDOM_CODES = `
CREATE FUNCTION ninefold.random_code(code_length integer) RETURNS text LANGUAGE sql VOLATILE SET search_path = pg_catalog AS $$
  WITH made AS MATERIALIZED (SELECT sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())) AS bytes)
  SELECT string_agg(substr('0123456789abcdefghjkmnpqrstvwxyz', (get_byte(bytes, place) & 31) + 1, 1), '' ORDER BY place)
  FROM made, generate_series(0, code_length - 1) AS place
$$;
COMMENT ON FUNCTION ninefold.random_code IS 'A code of so many characters, up to 32, that nobody can guess, without letters that are taken for digits.';
`

/** Every 32 characters come from a hash of their own, so that each of them has five random bits in longer codes, too. */
export const LONG_RANDOM_CODES = `
CREATE OR REPLACE FUNCTION ninefold.random_code(code_length integer) RETURNS text LANGUAGE sql VOLATILE SET search_path = pg_catalog AS $$
  WITH made AS MATERIALIZED (
    SELECT part, sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())) AS bytes
    FROM generate_series(0, (code_length - 1) / 32) AS part
  )
  SELECT string_agg(substr('0123456789abcdefghjkmnpqrstvwxyz', (get_byte(bytes, place % 32) & 31) + 1, 1), '' ORDER BY place)
  FROM generate_series(0, code_length - 1) AS place JOIN made ON part = place / 32
$$;
COMMENT ON FUNCTION ninefold.random_code IS 'A code of so many characters that nobody can guess, without letters that are taken for digits.';
`

/** Default of the ids of records. It is not for secrets: an id tells when its record was made. */
export const NEXT_ID = 'ninefold.next_id()'

/** The default in databases of earlier versions, where ids had no order. */
export const FORMER_ID = 'gen_random_uuid()'

const FRACTIONS_PER_SECOND = 4_096_000
/** The start of the transaction, in fractions of a millisecond: the lower 12 bits are below one. */
const TIME = `(date_part('epoch', pg_catalog.now()) * ${FRACTIONS_PER_SECOND})::bigint`

/**
 * UUIDs of version 7 (RFC 9562, methods 3 and 1): 48 bits of milliseconds, the version, 12 bits of a fraction, the
 * variant, 42 bits of a counter, 20 random bits. The time is that of the transaction, as in `createdAt`, so that the
 * order of ids agrees with it also where a clock is set back; the counter orders the records of one transaction. It
 * belongs to a connection for as long as it has values, hence never decreases within a transaction.
 *
 * Plain, the counter would tell everybody how many records there are. So each transaction adds an offset, a hash of its
 * time with a seed that only this database knows. Both are below 2^40, so their sum never overflows.
 *
 * One expression without further functions, because PostgreSQL then puts it in the place of the call, which is about
 * five times as fast as PL/pgSQL.
 */
export const TIME_ORDERED_IDS = `
CREATE SEQUENCE ninefold.id_counter MINVALUE 0 MAXVALUE ${2 ** 40 - 1} CYCLE CACHE 32;
GRANT USAGE ON SEQUENCE ninefold.id_counter TO PUBLIC;
COMMENT ON SEQUENCE ninefold.id_counter IS 'Orders the ids that one transaction makes.';

DO $do$ BEGIN EXECUTE format($create$
CREATE FUNCTION ${NEXT_ID} RETURNS uuid LANGUAGE sql VOLATILE RETURN (
  lpad(to_hex(((${TIME} >> 12) << 16) | (7 << 12) | (${TIME} & 4095)), 16, '0')
  || to_hex((2::bigint << 42) + nextval('ninefold.id_counter') + (hashint8extended(${TIME}, %s) & ${2 ** 40 - 1}))
  || right(gen_random_uuid()::text, 5))::uuid
$create$, ('x' || left(encode(sha256(uuid_send(gen_random_uuid())), 'hex'), 16))::bit(64)::bigint); END $do$;
COMMENT ON FUNCTION ${NEXT_ID} IS 'A UUID of version 7, greater than those that its transaction made before. It tells the time and is not a secret.';

ALTER TABLE ninefold.message ALTER COLUMN id SET DEFAULT ${NEXT_ID};
ALTER TABLE ninefold.later ALTER COLUMN id SET DEFAULT ${NEXT_ID};
ALTER TABLE ninefold.deletion ALTER COLUMN id SET DEFAULT ${NEXT_ID};
`
