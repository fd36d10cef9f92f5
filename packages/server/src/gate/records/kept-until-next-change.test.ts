// A value that a tighter rule keeps "until next change": refused with the field by a change of its record, and no
// obstacle to a deletion that clears a reference beside it, or to an erasure.

import { addLoose, dropLoose } from '@ninefold/core/plan/migration/loose-checks.ts'
import { expect, it } from 'vitest'
import { runApplication } from '../../testing/running-application.ts'
import { erasePersonalData } from './erasure.ts'

const TEXT = `# Notes

**Ninefold:** 1

## 3. Entities and their fields

**Every entity has:** id as a counting number, createdAt, version

### Entity: Place

| Field | Type | Rules | Default | Meaning |
| --- | --- | --- | --- | --- |
| name | text | required, unique | | |

### Entity: Note

| Field | Type | Rules | Default | Meaning |
| --- | --- | --- | --- | --- |
| subject | text up to 4 | required | | |
| size | whole number | | | |
| phone | text | personal data erased after 2 years | | |
| place | Place | cleared on deletion | | |

## 6. Roles and permissions

| Role | Includes | A user gets it |
| --- | --- | --- |
| Guest | | by not being signed in |

| Who | May | Entity | Only where | Fields |
| --- | --- | --- | --- | --- |
| Guest | see, create, change, delete | Place | | all |
| Guest | see, create, change, delete | Note | | all |

## 7. The calls it makes

| Entity | Path | Calls | Found by | Answers with |
| --- | --- | --- | --- | --- |
| Place | \`/places\` | list, create, change, delete | name | everything visible |
| Note | \`/notes\` | list, create, change, delete | id | everything visible |
`

it('is named by a refusal of a change, and prevents no deletion and no erasure', async () => {
  await using notes = await runApplication(TEXT)
  const { guest, database, application } = notes
  const { body: place } = await guest.post('/places', { name: 'here' })
  const { body: note } = await guest.post('/notes', { subject: 'a', phone: '1', place: place.id })
  const tables = application.schema.tables.filter(({ name }) => name === 'note')
  const loose = new Set(['note.note_subject_length'])
  for (const sql of dropLoose(tables, loose)) await database.pool.query(sql)
  await database.pool.query(`UPDATE note SET subject = 'longer than four', created_at = now() - interval '3 years'`)
  for (const sql of addLoose(tables, loose)) await database.pool.query(sql)

  const refused = await guest.patch(`/notes/${note.id}`, { size: 3 })
  expect([refused.status, refused.body]).toMatchObject([422, { errors: [{ about: 'subject', code: 'TOO_LONG' }] }])
  expect((await guest.delete('/places/here')).status).toBe(204)
  await erasePersonalData(application)
  const { rows } = await database.pool.query('SELECT subject, phone, place_id FROM note')
  expect(rows).toEqual([{ subject: 'longer than four', phone: null, place_id: null }])
  // The erasure is over: a change is judged again.
  expect((await guest.patch(`/notes/${note.id}`, { size: 3 })).status).toBe(422)
  expect((await guest.patch(`/notes/${note.id}`, { size: 3, subject: 'fits' })).status).toBe(200)
})
