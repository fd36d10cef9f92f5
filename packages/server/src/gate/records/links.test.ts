// A row of `Nobody` about a to-many field forbids steps that add or remove there, and those about other fields go on.

import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { runApplication } from '../../testing/running-application.ts'

const CALLS = (['add', 'remove'] as const)
  .map(
    (action) => `### POST /api/${action} — ${action === 'add' ? 'Label' : 'Unlabel'} a project

- **Who:** Member

| Input | Like | Needed |
| --- | --- | --- |
| number | Project.number | yes |
| label | Label.name | yes |

1. find project in Project where \`number == input.number\` or fail NO_PROJECT
2. find chosen in Label where \`name == input.label\` or fail NO_PROJECT
3. ${action} chosen ${action === 'add' ? 'to' : 'from'} project.labels
4. respond 204

`,
  )
  .join('')

const TEXT = readFileSync(new URL('../../testing/texts/workshops.md', import.meta.url), 'utf8').replace(
  '### POST /api/closings',
  `${CALLS}### POST /api/closings`,
)
const ROW = '| Member | add, remove | Project.labels | | |'

it.each([
  ['', 204, 204],
  ['| Nobody | remove | Project.labels | | |', 204, 403],
  ['| Nobody | add, remove | Project.labels | | |', 403, 403],
])('with the row "%s" adding answers %i and removing %i', async (row, added, removed) => {
  await using application = await runApplication(TEXT.replace(ROW, row === '' ? ROW : `${ROW}\n${row}`))
  const ada = await application.signUp({ name: 'ada', email: 'ada@example.test', password: 'long enough indeed' })
  await ada.post('/api/organisations', { name: 'Ada Ltd' })
  const { number } = (await ada.post('/api/projects', { name: 'House' })).body
  await ada.post('/api/labels', { name: 'urgent' })
  expect((await ada.post('/api/add', { number, label: 'urgent' })).status).toBe(added)
  expect((await ada.post('/api/remove', { number, label: 'urgent' })).status).toBe(removed)
})
