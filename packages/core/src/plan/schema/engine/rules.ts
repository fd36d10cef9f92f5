// Lock rows of rules over several records.

export const RULE_TURNS = `
CREATE TABLE ninefold.rule_turn (
  rule text NOT NULL,
  slot int NOT NULL,
  turn bigint NOT NULL,
  PRIMARY KEY (rule, slot)
);
COMMENT ON TABLE ninefold.rule_turn IS 'Rules over several records: a transaction takes the turn of a group before it counts, so that no other counts at the same time.';
`
