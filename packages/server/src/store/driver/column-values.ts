// Values as PostgreSQL sends them → values as expressions know them (core/expression/expression.ts).

import pg from 'pg'

const { builtins } = pg.types

/** Type ids of daterange and tstzrange, for which the driver has no names. */
const RANGE_OF_DATES = 3912
const RANGE_OF_MOMENTS = 3910

/** Lists of files are arrays of JSON. */
const ARRAY_OF_JSONB = 3807 as (typeof builtins)['JSONB']

/** Multiple choices are arrays of text. */
const ARRAY_OF_TEXT = 1009 as (typeof builtins)['TEXT']

/** Integers are safe by a database constraint; moments are milliseconds since 1970. */
const PARSERS = new Map<number, (text: string) => unknown>([
  [builtins.INT8, Number],
  [builtins.INT4, Number],
  [builtins.BOOL, (text) => text === 't'],
  [builtins.TIMESTAMPTZ, parseMoment],
  [builtins.JSONB, (text) => JSON.parse(text) as unknown],
  [ARRAY_OF_JSONB, pg.types.getTypeParser(ARRAY_OF_JSONB)],
  [ARRAY_OF_TEXT, pg.types.getTypeParser(ARRAY_OF_TEXT)],
  [RANGE_OF_DATES, (text) => parsePeriod(text)],
  [RANGE_OF_MOMENTS, (text) => parsePeriod(text, parseMoment)],
])

/** All other types stay text: dates, times, decimals, ids, and JSON that statements build. */
export const ninefoldTypes: pg.CustomTypesConfig = {
  getTypeParser: ((type: number) =>
    PARSERS.get(type) ?? ((text: string) => text)) as pg.CustomTypesConfig['getTypeParser'],
}

/** `2026-01-31 12:30:00.123+00`, in JSON with a `T`. */
export function parseMoment(text: string): number {
  const offset = /[+-][0-9]{2}$/.test(text) ? ':00' : ''
  return Date.parse(text.replace(' ', 'T') + offset)
}

/** `[2026-01-31,2026-02-02)`: PostgreSQL prints every range of dates half-open. */
export function parsePeriod(text: string, end: (text: string) => unknown = (date) => date): unknown {
  const [from, to] = text.slice(1, -1).replaceAll('"', '').split(',')
  return { start: end(from ?? ''), end: end(to ?? '') }
}
