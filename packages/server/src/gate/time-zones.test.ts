// The table of time zones contains every name that Node knows, and none that Node or PostgreSQL refuses.

import { TIME_ZONES } from '@ninefold/core/model/time/time-zones.ts'
import { expect, it } from 'vitest'
import { createTestDatabase } from '../testing/test-database.ts'
import { timeZoneOf } from './context/application.ts'

it('has every time zone that Node lists', () => {
  expect(Intl.supportedValuesOf('timeZone').filter((name) => !TIME_ZONES.has(name))).toEqual([])
})

it('has no name that Node refuses', () => {
  for (const name of TIME_ZONES) expect(timeZoneOf(name).name).toBe(name)
})

it('has no name that PostgreSQL refuses', async () => {
  await using database = await createTestDatabase()
  const { rows } = await database.pool.query(
    'SELECT zone FROM unnest($1::text[]) AS zone WHERE lower(zone) NOT IN (SELECT lower(name) FROM pg_timezone_names)',
    [[...TIME_ZONES]],
  )
  expect(rows).toEqual([])
})
