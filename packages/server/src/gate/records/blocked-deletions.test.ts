// `blocks deletion`: a record that a cascade deletes in the same statement blocks nothing, in whatever order PostgreSQL
// follows its constraints.

import { expect, it } from 'vitest'
import { runApplication } from '../../testing/running-application.ts'

const TEXT = `# Plans

**Ninefold:** 1

## 3. Entities and their fields

**Every entity has:** id as a counting number

### Entity: Project

| Field | Type | Rules | Default | Meaning |
| --- | --- | --- | --- | --- |
| name | text | required, unique | | |
| lead | Step | blocks deletion | | |

### Entity: Stage

| Field | Type | Rules | Default | Meaning |
| --- | --- | --- | --- | --- |
| name | text | required, unique | | |
| project | Project | deleted together | | |

### Entity: Step

| Field | Type | Rules | Default | Meaning |
| --- | --- | --- | --- | --- |
| name | text | required, unique | | |
| after | Step | blocks deletion | | |
| stage | Stage | deleted together | | |
| project | Project | blocks deletion | | |
| within | Step | deleted together | | |

## 6. Roles and permissions

| Role | Includes | A user gets it |
| --- | --- | --- |
| Guest | | by not being signed in |

| Who | May | Entity | Only where | Fields |
| --- | --- | --- | --- | --- |
| Guest | see, create, change, delete | Project | | all |
| Guest | see, create, change, delete | Stage | | all |
| Guest | see, create, change, delete | Step | | all |

## 7. The calls it makes

| Entity | Path | Calls | Found by | Answers with |
| --- | --- | --- | --- | --- |
| Project | \`/projects\` | list, create, change, delete | name | everything visible |
| Stage | \`/stages\` | list, create, delete | name | everything visible |
| Step | \`/steps\` | list, create, delete | name | everything visible |
`

it('lets records go that one deletion takes together, and keeps those that others need', async () => {
  await using plans = await runApplication(TEXT)
  const made = async (path: string, values: object): Promise<number> => {
    const { status, body } = await plans.guest.post(path, values)
    expect([status, body]).toMatchObject([201, values])
    return body.id
  }
  const project = await made('/projects', { name: 'House' })
  const stage = await made('/stages', { name: 'Walls', project })
  const first = await made('/steps', { name: 'first', stage, project })
  await made('/steps', { name: 'second', within: first, after: first })
  const other = await made('/steps', { name: 'other', project })
  expect((await plans.guest.delete('/projects/House')).body).toMatchObject({ status: 409, code: 'IN_USE' })

  expect((await plans.guest.delete('/steps/other')).status).toBe(204)
  expect((await plans.guest.patch('/projects/House', { lead: first })).status).toBe(200)
  expect((await plans.guest.delete('/stages/Walls')).body).toMatchObject({ status: 409, code: 'IN_USE' })
  expect((await plans.guest.delete('/projects/House')).status).toBe(204)
  expect(await plans.guest.get('/steps')).toMatchObject({ body: { items: [] } })

  // The references of later writes are still checked.
  expect((await plans.guest.post('/steps', { name: 'third', after: other })).body).toMatchObject({ status: 422 })
  const early = await made('/steps', { name: 'early' })
  await made('/steps', { name: 'late', after: early })
  expect((await plans.guest.delete('/steps/early')).body).toMatchObject({ status: 409, code: 'IN_USE' })
})
