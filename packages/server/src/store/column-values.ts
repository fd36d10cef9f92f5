// Values as PostgreSQL sends them → values as expressions know them (core/expression/expression.ts).

import pg from 'pg'

const { builtins } = pg.types

/** Whole numbers are safe integers by a database constraint; moments are milliseconds since 1970. */
const PARSERS = new Map<number, (text: string) => unknown>([
  [builtins.INT8, Number],
  [builtins.INT4, Number],
  [builtins.BOOL, (text) => text === 't'],
  [builtins.TIMESTAMPTZ, parseMoment],
])

/** Everything else stays text: dates, times, decimals, ids, and the JSON that statements build themselves. */
export const ninefoldTypes: pg.CustomTypesConfig = {
  getTypeParser: ((type: number) =>
    PARSERS.get(type) ?? ((text: string) => text)) as pg.CustomTypesConfig['getTypeParser'],
}

/** `2026-01-31 12:30:00.123+00` */
function parseMoment(text: string): number {
  const offset = /[+-][0-9]{2}$/.test(text) ? ':00' : ''
  return Date.parse(text.replace(' ', 'T') + offset)
}
