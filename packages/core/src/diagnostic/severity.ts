// How much a diagnostic matters.

/** `error`: does not run. `warning`: runs, but suspicious. `unknown`: not shown. `note`: information. */
export type Severity = 'error' | 'warning' | 'unknown' | 'note'
