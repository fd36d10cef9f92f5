// Kept changes are told the time as the statements of the calls are: one step of its tables. The
// schema is there only while a specification is written and its clock stands elsewhere; where it is not, nothing is looked for.

export const CHANGES_BY_THE_CLOCK = `
ALTER FUNCTION ninefold.keep_changes() SET search_path = ninefold_clock, pg_catalog;
ALTER FUNCTION ninefold.keep_list_changes() SET search_path = ninefold_clock, pg_catalog;
`

/** Programs that know only these functions leave a database alone in which histories have others. */
export const FORMER_HISTORIES = `
COMMENT ON FUNCTION ninefold.keep_changes IS 'Of databases of earlier versions until their next start: by now each history has a function of its own.';
COMMENT ON FUNCTION ninefold.keep_list_changes IS 'Of databases of earlier versions until their next start: by now each history has a function of its own.';
`
