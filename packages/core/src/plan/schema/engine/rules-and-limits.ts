// Lock rows of rules over several records, and the uses that rate limits count.

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
