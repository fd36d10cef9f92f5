import type {} from '@ninefold/server/testing/servers/postgres-server.ts'
import type { Application } from '@ninefold/server/gate/context/application.ts'
import { runApplication } from '@ninefold/server/testing/running-application.ts'
import { expect, it } from 'vitest'
import { runRevocationMachine } from './revocation-machine.ts'
import { revocationText } from './revocation-text.ts'

// `npm run prove revocation` keeps a thousand connections open.

const PEOPLE = 2
/** A busy machine is slower, but a connection that is not woken always takes longer than this. */
const SLOW_MS = 9_000

async function taken(double?: (honest: Application) => Application) {
  const options = double === undefined ? {} : { double }
  // A process that is not woken is late but polls occasionally, so it cannot be in time three times in a row.
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
})

it('finds a process that does not hear what is written', async () => {
  const deaf = ({ database, ...honest }: Application): Application => {
    const changes = Object.assign(Object.create(database.changes), { listen: async () => () => {} })
    return { ...honest, database: { ...database, changes } }
  }
  expect((await taken(deaf)).wrong).toContainEqual(expect.stringMatching(/were late/))
})
