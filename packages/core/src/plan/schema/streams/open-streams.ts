// Open streams, for caps of point 9 and presence of point 7. The tables are unlogged: streams end with the processes
// that keep them. A process holds a lease; without it its streams count no longer.

const SETTINGS = 'LANGUAGE plpgsql SET search_path = pg_catalog'

export const RENEW_STREAMS = 'ninefold.renew_streams'
export const TAKE_STREAM = 'ninefold.take_stream'
export const END_STREAMS = 'ninefold.end_streams'
export const PRESENT_USERS = 'ninefold.present_users'

/** Backups leave them out. */
export const TABLES_OF_STREAMS = ['stream_process', 'open_stream', 'stream_presence'] as const

/** The first half of the advisory locks that make processes count one after another. */
const LOCKS_OF_CAPS = 926_297

export const OPEN_STREAMS = `
CREATE UNLOGGED TABLE ninefold.stream_process (
  id uuid PRIMARY KEY,
  ends_at timestamptz(3) NOT NULL
);
COMMENT ON TABLE ninefold.stream_process IS 'Processes that keep streams open, each with the end of its lease.';

CREATE UNLOGGED TABLE ninefold.open_stream (
  process uuid NOT NULL REFERENCES ninefold.stream_process ON DELETE CASCADE,
  stream uuid NOT NULL,
  counted_as text NOT NULL,
  PRIMARY KEY (process, stream, counted_as)
);
CREATE INDEX open_stream_counted ON ninefold.open_stream (counted_as);
COMMENT ON TABLE ninefold.open_stream IS 'Open streams that limits count, a row for each limit. Only a hash of who it is is kept.';

CREATE UNLOGGED TABLE ninefold.stream_presence (
  topic text NOT NULL,
  user_id text NOT NULL,
  process uuid NOT NULL REFERENCES ninefold.stream_process ON DELETE CASCADE,
  PRIMARY KEY (topic, user_id, process)
);
CREATE INDEX stream_presence_of_process ON ninefold.stream_presence (process);
COMMENT ON TABLE ninefold.stream_presence IS 'Which users have a stream of which record open, in which processes.';

CREATE FUNCTION ${END_STREAMS}(of_process uuid) RETURNS SETOF text ${SETTINGS} AS $$
BEGIN
  RETURN QUERY DELETE FROM ninefold.stream_presence WHERE process = of_process RETURNING topic;
  DELETE FROM ninefold.stream_process WHERE id = of_process;
END $$;
COMMENT ON FUNCTION ${END_STREAMS} IS 'Forgets all streams of a process. Returns the records at which somebody was.';

CREATE FUNCTION ${RENEW_STREAMS}(of_process uuid, lease interval, is_new boolean, OUT is_held boolean, OUT left_topics text[]) ${SETTINGS} AS $$
DECLARE
  dead uuid;
BEGIN
  IF is_new THEN
    INSERT INTO ninefold.stream_process (id, ends_at) VALUES (of_process, clock_timestamp() + lease);
    is_held := true;
  ELSE
    UPDATE ninefold.stream_process SET ends_at = clock_timestamp() + lease WHERE id = of_process AND ends_at > clock_timestamp();
    is_held := FOUND;
  END IF;
  left_topics := '{}';
  FOR dead IN SELECT id FROM ninefold.stream_process WHERE ends_at <= clock_timestamp() FOR UPDATE SKIP LOCKED LOOP
    left_topics := left_topics || ARRAY(SELECT ninefold.end_streams(dead));
  END LOOP;
END $$;
COMMENT ON FUNCTION ${RENEW_STREAMS} IS 'Begins or renews the lease of a process, unless it has ended, and forgets the streams of processes whose lease has ended.';

CREATE FUNCTION ${TAKE_STREAM}(of_process uuid, of_stream uuid, keys text[], most bigint[]) RETURNS integer ${SETTINGS} AS $$
DECLARE
  place integer;
  counted bigint;
BEGIN
  -- Locks in one order, so that two streams never wait for each other.
  PERFORM pg_advisory_xact_lock(${LOCKS_OF_CAPS}, each.hash) FROM (SELECT DISTINCT hashtext(key) AS hash FROM unnest(keys) AS key ORDER BY hash) AS each;
  PERFORM FROM ninefold.stream_process WHERE id = of_process AND ends_at > clock_timestamp() FOR KEY SHARE;
  IF NOT FOUND THEN
    RETURN -1;
  END IF;
  FOR place IN 1 .. cardinality(keys) LOOP
    SELECT count(*) INTO counted FROM ninefold.open_stream AS stream JOIN ninefold.stream_process AS process ON process.id = stream.process
    WHERE stream.counted_as = keys[place] AND process.ends_at > clock_timestamp();
    IF counted >= most[place] THEN
      RETURN place;
    END IF;
  END LOOP;
  INSERT INTO ninefold.open_stream (process, stream, counted_as) SELECT of_process, of_stream, key FROM unnest(keys) AS key;
  RETURN 0;
END $$;
COMMENT ON FUNCTION ${TAKE_STREAM} IS 'Counts a stream unless a limit is reached. 0: it is counted; a positive number: the place of the limit; -1: the process has lost its lease.';

CREATE FUNCTION ${PRESENT_USERS}(of_topic text) RETURNS SETOF text LANGUAGE sql STABLE SET search_path = pg_catalog AS $$
  SELECT DISTINCT user_id FROM ninefold.stream_presence AS presence JOIN ninefold.stream_process AS process ON process.id = presence.process
  WHERE presence.topic = of_topic AND process.ends_at > clock_timestamp()
$$;
COMMENT ON FUNCTION ${PRESENT_USERS} IS 'The users who are at a record now.';
`
