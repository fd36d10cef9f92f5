// Random codes: the generating function. It needs no extension.

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
