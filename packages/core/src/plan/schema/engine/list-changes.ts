// List histories: a trigger on the link table, or on the table of the listed records.

export const LIST_CHANGES = `
CREATE FUNCTION ninefold.keep_list_changes() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog AS $$
DECLARE
  old_row jsonb;
  new_row jsonb;
  is_there boolean := true;
BEGIN
  -- What is brought back has its history with it.
  IF current_setting('ninefold.bringing_back', true) = 'yes' THEN RETURN NULL; END IF;
  IF TG_OP <> 'INSERT' THEN old_row := to_jsonb(OLD); END IF;
  IF TG_OP <> 'DELETE' THEN new_row := to_jsonb(NEW); END IF;
  IF old_row -> TG_ARGV[2] IS NOT DISTINCT FROM new_row -> TG_ARGV[2]
    AND old_row -> TG_ARGV[3] IS NOT DISTINCT FROM new_row -> TG_ARGV[3] THEN RETURN NULL; END IF;
  -- Whose record is gone has no history any more.
  IF old_row ->> TG_ARGV[2] IS NOT NULL THEN
    EXECUTE format('SELECT EXISTS (SELECT FROM public.%I WHERE id = %L)', TG_ARGV[4], old_row ->> TG_ARGV[2]) INTO is_there;
  END IF;
  INSERT INTO ninefold.change (entity, record, field, at, changed_by, before, after)
  SELECT TG_ARGV[0], one.row ->> TG_ARGV[2], TG_ARGV[1], now(), nullif(current_setting('ninefold.caller', true), ''),
    CASE WHEN one.was THEN one.row -> TG_ARGV[3] END, CASE WHEN NOT one.was THEN one.row -> TG_ARGV[3] END
  FROM (VALUES (old_row, true), (new_row, false)) AS one(row, was)
  WHERE one.row ->> TG_ARGV[2] IS NOT NULL AND one.row ->> TG_ARGV[3] IS NOT NULL AND (is_there OR NOT one.was);
  RETURN NULL;
END $$;
COMMENT ON FUNCTION ninefold.keep_list_changes IS 'Writes down what comes into a list and what goes out of it, by the columns of who has the list and of what is in it, and the table of those who have it.';`
