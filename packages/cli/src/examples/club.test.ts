// A text as a newcomer writes it: sign-in by a link, columns of references, periods and amounts in examples, data of an
// entity between two others, and rules about the former record.

import { readFileSync } from 'node:fs'
import { runApplication, type RunningApplication } from '@ninefold/server/testing/running-application.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { runExample } from './run-example.ts'
import { stageOf } from './stages.ts'

let club: RunningApplication
beforeAll(async () => {
  club = await runApplication(readFileSync(new URL('club.md', import.meta.url), 'utf8'))
})
afterAll(() => club[Symbol.asyncDispose]())

async function ask(path: string): Promise<Response> {
  const stage = stageOf(club.application, club.address)
  return fetch(club.address + path, { headers: { ...(await stage.signedIn('kim@example.test')) } })
}

it('plays its example: people sign in by whatever way, objects are values, and history names who it was', async () => {
  const [example] = club.application.model.calls.examples
  const came: string[] = []
  for await (const outcome of runExample(example!, stageOf(club.application, club.address)))
    came.push(`${outcome.isAsExpected} ${outcome.came}: ${outcome.said ?? ''}`)
  expect(came).toEqual([
    'true 201: ',
    'true 422 DEARER: fee: It was in EUR, and €210.00 is more; lessons last 1 hour 30 minutes.',
    'true 200: ',
    'true 422 WINTER: during: Wind would end on January 1, 2028.',
    'true 200: ',
  ])
  const [course] = (await club.database.pool.query('SELECT id FROM course WHERE code = 2')).rows
  const { changes } = (await (await ask(`/_ninefold/history/course/${course.id}`)).json()) as { changes: unknown[] }
  expect(changes[0]).toMatchObject({ by: 'Kim Keeper', isByProduct: false })
})

it('calls a record in a column what people call it, and so each of several', async () => {
  const rows = (await (await ask('/_ninefold/screens/courses/0/rows.csv')).text()).split('\r\n')
  // No order is stated.
  expect(rows[1]).toMatch(/^1,Knots,7 Albatross,"(?:Kim Keeper; Tom Teacher|Tom Teacher; Kim Keeper)",2027-01-01$/)
})
