// Promise: each due step happens exactly once and not before its moment, in every time zone, across clock changes,
// leaps and downtime.

import { runClocksMachine } from '../../../packages/cli/src/testing/concurrency/clocks-machine.ts'
import { startedPostgres } from '../../../packages/cli/src/testing/failures/own-postgres.ts'
import type { Proof } from '../proof.ts'

const SAID_MAX = 20
/** The time zone databases of PostgreSQL and Node may differ in version for these. */
const OF_TWO_AGES = ['Africa/Casablanca', 'Africa/El_Aaiun', 'America/Edmonton']

export const clocks: Proof = {
  counted: 'ZONES',
  usual: 500,
  run: async ({ size, seed, told }) => {
    await using postgres = await startedPostgres()
    const all = ['UTC', ...Intl.supportedValuesOf('timeZone')].filter((zone) => !OF_TWO_AGES.includes(zone))
    const step = Math.max(1, all.length / size)
    const zones = all.filter((_, index) => Math.floor(index % step) === 0)
    const found = await runClocksMachine({ zones, seed, connectionString: await postgres.database(), told })
    return {
      figures: `${found.zones} time zones, ${found.stretches} stretches of days, ${found.changes} of them around a change of the clocks, ${found.looks} looks at what is due, ${found.done} things done, ${found.wrong.length} wrong`,
      broken: found.wrong.slice(0, SAID_MAX),
    }
  },
}
