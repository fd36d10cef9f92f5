// Lock rows of rules over several records, the uses that rate limits count, and the limits of maps.

import { MAP_KEY_LENGTH_MAX } from '../../../expression/json-text.ts'

export const RULE_TURNS = `
CREATE TABLE ninefold.rule_turn (
  rule text NOT NULL,
  slot int NOT NULL,
  turn bigint NOT NULL,
  PRIMARY KEY (rule, slot)
);
COMMENT ON TABLE ninefold.rule_turn IS 'Rules over several records: a transaction takes the turn of a group before it counts, so that no other counts at the same time.';
`

/** A sliding window: the moments of uses instead of a count and the end of a fixed window. */
export const SLIDING_LIMITS = `
ALTER TABLE ninefold.limit_use ADD COLUMN moments timestamptz(3)[] NOT NULL DEFAULT '{}',
  ADD COLUMN counts int[] NOT NULL DEFAULT '{}';
UPDATE ninefold.limit_use SET moments = ARRAY[now()], counts = ARRAY[least(used, 2147483647)::int] WHERE used > 0;
ALTER TABLE ninefold.limit_use DROP COLUMN used;
COMMENT ON TABLE ninefold.limit_use IS 'When those whom a limit counts have used it, how often at each of these moments, and whether the last use was allowed. Only a hash of who it is is kept.';
`

export const MAP_FITS = 'ninefold.map_fits'

/** A constraint has no rows of its own, so a function counts. */
export const MAP_LIMITS = `
CREATE FUNCTION ${MAP_FITS}(map jsonb, count_max int, length_min int, length_max int) RETURNS boolean LANGUAGE sql IMMUTABLE SET search_path = pg_catalog AS $$
  SELECT count(*) <= count_max
    AND coalesce(bool_and(char_length(key) BETWEEN 1 AND ${MAP_KEY_LENGTH_MAX}), TRUE)
    AND coalesce(bool_and(char_length(value) >= length_min), TRUE)
    AND coalesce(bool_and(char_length(value) <= length_max), TRUE)
  FROM jsonb_each_text(map)
$$;
COMMENT ON FUNCTION ${MAP_FITS} IS 'Whether a map has at most so many keys, and whether its keys and values are of the permitted lengths.';
`
