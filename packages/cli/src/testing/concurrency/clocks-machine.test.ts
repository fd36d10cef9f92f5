import type {} from '@ninefold/server/testing/servers/postgres-server.ts'
import { createTestDatabase } from '@ninefold/server/testing/test-database.ts'
import type { Application } from '@ninefold/server/gate/context/application.ts'
import { expect, it } from 'vitest'
import { faultyStatement } from '@ninefold/server/testing/faulty-statements.ts'
import { runClocksMachine } from './clocks-machine.ts'

// `npm run prove clocks` covers every time zone.

async function gone(zones: readonly string[], double?: (honest: Application, beginsMs: number) => Application) {
  await using database = await createTestDatabase()
  const { connectionString } = database
  return await runClocksMachine({ zones, seed: 3, connectionString, ...(double === undefined ? {} : { double }) })
}

it('does what is due once, and not before its moment, however the clock goes', async () => {
  const proof = await gone(['Australia/Lord_Howe'])
  expect(proof.wrong).toEqual([])
  expect(proof.changes).toBe(2)
  expect(proof.done).toBeGreaterThan(40)
})

it.each<[string, RegExp, (honest: Application, beginsMs: number) => Application]>([
  ['does something without taking its turn', /(struck|passed|aged|morning) [2-9] times/, untaken('take-clock')],
  [
    'runs a schedule without taking its turn',
    /(daily|often|morning|weekly) \d+ times instead of/,
    untaken('take-recurring'),
  ],
  [
    'knows of no change of the clocks',
    /(daily|weekly|morning) \d+ times instead of/,
    (honest, beginsMs) => withOffset(honest, () => honest.timeZone.offsetMs(beginsMs)),
  ],
  [
    'is a minute early',
    /(daily|weekly|morning) \d+ times instead of/,
    (honest) => withOffset(honest, (atMs) => honest.timeZone.offsetMs(atMs) + 60_000),
  ],
])(
  'finds a process that %s',
  async (_, words, double) => {
    expect((await gone(['Europe/Berlin'], double)).wrong).toContainEqual(expect.stringMatching(words))
  },
  60_000,
)

function untaken(statement: string): (honest: Application) => Application {
  return (honest) => faultyStatement(honest, statement, () => async () => [{ taken: true }])
}

function withOffset(honest: Application, offsetMs: (atMs: number) => number): Application {
  return { ...honest, timeZone: { ...honest.timeZone, offsetMs } }
}
