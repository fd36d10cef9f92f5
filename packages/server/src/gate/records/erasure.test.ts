import { expect, it } from 'vitest'
import { runApplication } from '../../testing/running-application.ts'
import { erasePersonalData } from './erasure.ts'
import { FIELDS } from '@ninefold/core/check/specification-for-tests.ts'

const TEXT = `# Guests

**Ninefold:** 1

## 3. Entities and their fields

**Every entity has:** id as a counting number, createdAt, version

### Entity: Visit

- **History:** every change of phone, room

${FIELDS}
| room | text | required | | |
| phone | phone | personal data erased after 2 years | | |
| papers | list of file up to 1 KB | personal data erased after 30 days | | |

## 6. Roles and permissions

### Roles

| Role | Includes | A user gets it |
| --- | --- | --- |
| Guest | | by not being signed in |

### Permissions

| Who | May | Entity | Only where | Fields |
| --- | --- | --- | --- | --- |
| Guest | see, create, change | Visit | | all |

## 7. The calls it makes

### Standard calls

| Entity | Path | Calls | Found by | Answers with |
| --- | --- | --- | --- | --- |
| Visit | \`/api/visits\` | get, create, change | id | everything visible |
`

it('erases personal data once its time has come, from the record, its history and its files, and nothing else', async () => {
  await using application = await runApplication(TEXT)
  const { guest, database } = application
  const upload = await guest.send('/_ninefold/files?name=a', { method: 'POST', body: 'a' })
  const values = { room: '12', phone: '+49 30 1234', papers: [upload.body.id] }
  expect((await guest.post('/api/visits', values)).status).toBe(201)
  expect((await guest.post('/api/visits', { ...values, papers: [] })).status).toBe(201)
  for (const id of [1, 2]) await guest.patch(`/api/visits/${id}`, { phone: '+49 30 9999', room: '13' })
  const age = (interval: string) =>
    database.pool.query(`UPDATE visit SET created_at = now() - $1::interval WHERE id = 1`, [interval])
  const kept = async (id: number): Promise<unknown> => {
    const { body } = await guest.get(`/api/visits/${id}`)
    const history = await guest.get(`/_ninefold/history/visit/${id}`)
    return [body.phone, body.papers.length, history.body.changes.map(({ field }: { field: string }) => field).sort()]
  }
  await age('29 days')
  await erasePersonalData(application.application)
  expect(await kept(1)).toEqual(['+49 30 9999', 1, ['phone', 'room']])
  await age('31 days')
  await erasePersonalData(application.application)
  expect(await kept(1)).toEqual(['+49 30 9999', 0, ['phone', 'room']])
  expect((await guest.get(`/_ninefold/files/${upload.body.id}`)).status).toBe(404)
  await age('2 years 1 day')
  const before = (await guest.get('/api/visits/1')).body.version
  await erasePersonalData(application.application)
  await erasePersonalData(application.application)
  expect(await kept(1)).toEqual([null, 0, ['room']])
  expect((await guest.get('/api/visits/1')).body.version).toBe(before + 1)
  expect(await kept(2)).toEqual(['+49 30 9999', 0, ['phone', 'room']])
})
