import type {} from '@ninefold/server/testing/postgres-server.ts'
import type { Application } from '@ninefold/server/gate/application.ts'
import { faultyStatement } from '@ninefold/server/testing/faulty-statements.ts'
import { runApplication } from '@ninefold/server/testing/running-application.ts'
import { expect, it } from 'vitest'
import { runRevocationMachine } from './revocation-machine.ts'
import { revocationText } from './revocation-text.ts'

// `npm run prove revocation` keeps a thousand connections open.

const PEOPLE = 2
/** A machine that does much else is slower; what nobody is woken for takes longer than this, always. */
const SLOW_MS = 9_000

async function taken(double?: (honest: Application) => Application) {
  const options = double === undefined ? {} : { double }
  // Whoever is woken by nobody is late, but looks by itself now and then: not three times in a row.
  const pace = double === undefined ? { inTimeMs: SLOW_MS } : { revocations: 3, patienceMs: 1_100 }
  await using running = await runApplication(revocationText(PEOPLE), options)
  const { address } = running
  const application = double?.(running.application) ?? running.application
  return await runRevocationMachine({
    application,
    address,
    people: PEOPLE,
    streams: 12,
    seed: 4,
    noteEveryMs: 250,
    ...pace,
  })
}

it('shows nothing any more of what was taken away, on any connection of two processes', async () => {
  const proof = await taken()
  expect(proof.revocations).toBe(4)
  expect(proof.concerned).toBeGreaterThan(8)
  expect(proof.wrong).toEqual([])
}, 60_000)

it.each<[string, (honest: Application) => Application]>([
  [
    'does not hear what is written elsewhere, or here',
    ({ database, ...honest }) => ({
      ...honest,
      database: {
        ...database,
        changes: Object.assign(Object.create(database.changes), { listen: async () => () => {} }),
      },
    }),
  ],
  ['remembers who somebody was', remembering],
])(
  'finds a process that %s',
  async (_, double) => {
    expect((await taken(double)).wrong).toContainEqual(expect.stringMatching(/were late/))
  },
  60_000,
)

function remembering(honest: Application): Application {
  const sessions = new Map<string, ReturnType<Application['database']['runOwn']>>()
  return faultyStatement(honest, 'find-session', (runOwn) => (name, sql, values) => {
    const key = String(values[0])
    const known = sessions.get(key) ?? runOwn(name, sql, values)
    sessions.set(key, known)
    return known
  })
}
