// The numbers of the navigation: each is the total of the list that its screen shows to the same person.

import { readFileSync } from 'node:fs'
import { COUNTS_PATH, type App, type ListData, type NavigationCounts } from '@ninefold/core/contract/wire/app.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Client, runApplication, type RunningApplication } from '../../testing/running-application.ts'

const CRM = readFileSync(new URL('../../../../../examples/crm/app.md', import.meta.url), 'utf8')

let house: RunningApplication
beforeAll(async () => {
  house = await runApplication(CRM)
})
afterAll(() => house[Symbol.asyncDispose]())

const appOf = async (client: Client): Promise<App> => (await client.get('/_ninefold/app')).body as App
const countsFor = async (client: Client): Promise<NavigationCounts['counts']> =>
  ((await client.get(COUNTS_PATH)).body as NavigationCounts).counts

it('counts what its reader sees in the list of each screen', async () => {
  const found = new Map<string, NavigationCounts['counts']>()
  for (const [email, password] of [
    ['mia@example.test', 'correct-horse-2'],
    ['rob@example.test', 'correct-horse-3'],
    ['ben@example.test', 'correct-horse-5'],
  ] as const) {
    const client = await house.signIn(email, password)
    const { navigation, screens } = await appOf(client)
    const counts = await countsFor(client)
    const counted = navigation.filter(({ isCounted }) => isCounted === true).map(({ address }) => address)
    expect(Object.keys(counts)).toEqual(counted)
    for (const address of counted) {
      const screen = screens.find((each) => each.address === address)
      const index = screen?.blocks.findIndex(({ kind }) => kind === 'list') ?? -1
      const { body } = await client.get(`/_ninefold/screens/${screen?.key}/${index}`)
      expect(counts[address], address).toBe((body as ListData).total)
    }
    found.set(email, counts)
  }
  expect(Object.keys(found.get('mia@example.test') ?? {})).toEqual(['/', '/pipeline', '/quotes'])
  expect(found.get('ben@example.test')?.['/pipeline']).toBeLessThan(found.get('mia@example.test')?.['/pipeline'] ?? 0)
})

it('counts anew after a step, and tells guests nothing', async () => {
  const rob = await house.signIn('rob@example.test', 'correct-horse-3')
  const before = (await countsFor(rob))['/pipeline'] ?? 0
  const { rows } = await house.database.pool.query(`SELECT number FROM deal JOIN "user" u ON u.id = deal.owner_id
    WHERE u.email = 'rob@example.test' AND stage = 'negotiation' LIMIT 1`)
  expect((await rob.post(`/api/deals/${rows[0]?.number}/lose`, { lostBecause: 'price' })).status).toBeLessThan(300)
  expect((await countsFor(rob))['/pipeline']).toBe(before - 1)
  expect(await countsFor(house.guest)).toEqual({})
})
