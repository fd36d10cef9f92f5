// A limit per person, of records that belong to tenants: what somebody has in one tenant says nothing in another.

import { readFileSync } from 'node:fs'
import { CURRENT_TENANT_PATH } from '@ninefold/core/contract/wire/tenants.ts'
import { expect, it } from 'vitest'
import { runApplication } from '../../testing/running-application.ts'
import { RecordedStatements } from '../../testing/tenants/recorded-statements.ts'
import { beyondTenant } from '../../testing/tenants/beyond-tenant.ts'
import { judgeStatements } from '../../testing/tenants/tenant-line.ts'

const WORKSHOPS = readFileSync(new URL('../../testing/texts/workshops.md', import.meta.url), 'utf8')
const TEXT = `${WORKSHOPS}
## 9. Business constants and limits

| Limit | On | Per | At most | Otherwise |
| --- | --- | --- | --- | --- |
| Tasks of a person | Task | assignee.person | 2 | |
`

it('counts a person in each tenant by itself', async () => {
  const recorded = new RecordedStatements()
  await using application = await runApplication(TEXT, { double: recorded.double })
  const mia = await application.signUp({ name: 'Mia', email: 'mia@example.test', password: 'long enough indeed' })
  const made = async (path: string, body: unknown): Promise<string> => {
    const answer = await mia.post(path, body)
    expect(answer.status, JSON.stringify(answer.body)).toBe(201)
    return answer.body.id as string
  }
  const houseOf = async (name: string): Promise<() => Promise<number>> => {
    const organisation = await made('/api/organisations', { name })
    expect((await mia.post(CURRENT_TENANT_PATH, { id: organisation })).status).toBe(204)
    const project = await made('/api/projects', { name: 'House' })
    const assignee = (await mia.get('/api/memberships')).body.items[0].id as string
    return async () => {
      expect((await mia.post(CURRENT_TENANT_PATH, { id: organisation })).status).toBe(204)
      return (await mia.post('/api/tasks', { project, title: 'Roof', assignee })).status
    }
  }
  const [alder, birch] = [await houseOf('Alder'), await houseOf('Birch')]
  expect([await alder(), await birch(), await alder(), await birch()]).toEqual([201, 201, 201, 201])
  expect([await alder(), await birch()]).toEqual([429, 429])
  const line = await judgeStatements(application.application, recorded.runs())
  expect(line.judged.some(({ by }) => by === 'quota')).toBe(true)
  expect(beyondTenant(application.application.model, line)).toEqual([])
}, 60_000)
