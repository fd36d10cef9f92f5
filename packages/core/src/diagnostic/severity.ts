// How much a diagnostic matters.

/** `error`: does not run. `warning`: runs, suspicious. `unknown`: not shown. `note`: good to know. */
export type Severity = 'error' | 'warning' | 'unknown' | 'note'
