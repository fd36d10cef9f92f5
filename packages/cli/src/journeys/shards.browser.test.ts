// A page that is open while its tenant moves to another database: it goes on without a reload, signed in, and shows the
// writes of others as they come.

import { GRACE_MS } from '@ninefold/server/api/shards/tenant-router.ts'
import { moveTenant } from '@ninefold/server/store/shards/move-tenant.ts'
import { startEmbeddedPostgres, type EmbeddedPostgres } from '@ninefold/server/store/embedded/embedded-postgres.ts'
import { createDatabaseOn } from '@ninefold/server/testing/servers/temporary-database.ts'
import { type Person as Member, type TwoShards, twoShards } from '@ninefold/server/testing/shards/two-shards.ts'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Workplace, workplace } from '../testing/program.ts'
import { findWebFolder } from '../web-folder.ts'
import { type Person, person, picture, startBrowser } from './browser.ts'

const PASSWORD = 'long enough indeed'
/** Browsers find it on this computer. */
const DOMAIN = 'workshops.localhost'
let place: Workplace
let postgres: EmbeddedPostgres
let shards: TwoShards
let browser: Browser
let ada: Member
let visitor: Person

beforeAll(async () => {
  place = await workplace()
  postgres = await startEmbeddedPostgres({ dataDirectory: place.folder })
  const options = async () => ({
    on: await createDatabaseOn(postgres.connectionString),
    mode: 'production' as const,
    webFolder: findWebFolder(),
  })
  shards = await twoShards({ servers: [await options(), await options()], domain: DOMAIN })
  ada = await shards.founder('ada')
  browser = await startBrowser()
  visitor = await person(browser, shards.home.address.replace('127.0.0.1', `ada.${DOMAIN}`))
})
afterAll(async () => {
  await browser?.close()
  await shards?.[Symbol.asyncDispose]()
  await postgres?.stop()
  await place[Symbol.asyncDispose]()
})

it('goes on in the page while its tenant moves', async () => {
  const { page, complaints } = visitor
  await page.goto('/sign-in')
  await page.getByRole('textbox', { name: 'Email' }).fill(ada.email)
  await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('heading', { name: 'Projects' }).first().waitFor()
  const row = (name: string) => page.getByRole('row', { name: new RegExp(name) })
  expect(await ada.ask('POST', '/api/projects', { name: 'Before the move' })).toMatchObject({ status: 201 })
  await row('Before the move').waitFor()
  await page.evaluate('window.isSamePage = true')

  await moveTenant({ ...shards.options('ada'), graceMs: GRACE_MS })
  expect((await ada.ask('POST', '/api/projects', { name: 'By another person' })).status).toBe(201)
  await row('By another person').waitFor()
  await page.getByRole('button', { name: 'Add project' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('By this page')
  await page.keyboard.press('Enter')
  await row('By this page').waitFor()
  await picture(page, 'tenant-that-has-moved')
  expect(await page.evaluate('window.isSamePage')).toBe(true)
  const { rows } = await shards.shard.database.pool.query('SELECT count(*)::int AS projects FROM project')
  expect(rows).toEqual([{ projects: 3 }])
  expect(complaints).toEqual([])
})
