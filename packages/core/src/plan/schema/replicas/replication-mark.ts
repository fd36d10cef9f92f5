// Reads from a replica: the mark by which a replica of this database is recognised, and the test that it has replayed
// all that its reader needs.

/** Raised by `ninefold.must_have_replayed`. */
export const NOT_REPLAYED = 'NF002'

export const REPLICATION_MARK = `
CREATE TABLE ninefold.replication_mark (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  mark uuid NOT NULL,
  timeline text NOT NULL
);
COMMENT ON TABLE ninefold.replication_mark IS 'A random value that is new after each start of a process that reads from a replica, and on each timeline of PostgreSQL. A server that has it is a replica of this one.';

CREATE FUNCTION ninefold.must_have_replayed(needed pg_lsn, known uuid, patience double precision) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  ends_at timestamptz := clock_timestamp() + patience * interval '1 second';
BEGIN
  IF NOT pg_is_in_recovery() THEN
    RAISE EXCEPTION USING ERRCODE = '${NOT_REPLAYED}', MESSAGE = 'This server is not a replica.';
  END IF;
  WHILE coalesce(pg_last_wal_replay_lsn() < needed, true) LOOP
    IF clock_timestamp() > ends_at THEN
      RAISE EXCEPTION USING ERRCODE = '${NOT_REPLAYED}', MESSAGE = 'The replica is behind the primary.';
    END IF;
    PERFORM pg_sleep(0.0005);
  END LOOP;
  IF NOT EXISTS (SELECT FROM ninefold.replication_mark WHERE mark = known) THEN
    RAISE EXCEPTION USING ERRCODE = '${NOT_REPLAYED}', MESSAGE = 'This server is not a replica of the present primary.';
  END IF;
  RETURN true;
END $$;
COMMENT ON FUNCTION ninefold.must_have_replayed IS 'Runs on a replica, before a read: raises an error if the replica does not have all that the primary had committed at that position.';
`
