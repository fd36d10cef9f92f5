// A moved clock: kept changes use the same `now()` as statements of calls. The clock's schema exists only in
// development while the clock is moved; otherwise it is not searched.

export const CHANGES_BY_THE_CLOCK = `
ALTER FUNCTION ninefold.keep_changes() SET search_path = ninefold_clock, pg_catalog;
ALTER FUNCTION ninefold.keep_list_changes() SET search_path = ninefold_clock, pg_catalog;
`

/**
 * Earlier versions of the program know only these functions, and do not touch a database whose histories use others.
 */
export const FORMER_HISTORIES = `
COMMENT ON FUNCTION ninefold.keep_changes IS 'Of databases of earlier versions until their next start: by now each history has a function of its own.';
COMMENT ON FUNCTION ninefold.keep_list_changes IS 'Of databases of earlier versions until their next start: by now each history has a function of its own.';
`
