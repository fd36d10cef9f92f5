// An application with records → the same with tenants: if the text does not say whose the records are, nothing changes;
// if it does, all of them belong to that tenant, and foreign keys keep them there.

import { afterAll, expect, it } from 'vitest'
import { compile } from '@ninefold/core/compile.ts'
import { openDatabase } from '@ninefold/server/store/driver/database.ts'
import { createTestDatabase } from '@ninefold/server/testing/test-database.ts'
import { bringTo } from '../pipeline.ts'

const TEXT = `# Desk

**Ninefold:** 1

## 3. Entities and their fields

**Every entity has:** id as a random identifier

### Entity: Label

| Field | Type | Rules | Default | Meaning |
| --- | --- | --- | --- | --- |
| name | text up to 80 | required, unique | | |

### Entity: Note

| Field | Type | Rules | Default | Meaning |
| --- | --- | --- | --- | --- |
| text | text up to 200 | required, unique | | |
| number | sequence from 1 | | | |
| about | Note | | | |
| labels | list of Label | | | |

### Entity: Membership

| Field | Type | Rules | Default | Meaning |
| --- | --- | --- | --- | --- |
| person | Person | required, deleted together | | |

### Entity: Organisation

| Field | Type | Rules | Default | Meaning |
| --- | --- | --- | --- | --- |
| name | text up to 80 | required, unique | | |

### Entity: Person

| Field | Type | Rules | Default | Meaning |
| --- | --- | --- | --- | --- |
| email | email | required, unique | | |
| password | password 10 to 200 | required, hidden | | |

CHANGES
## 6. Roles and permissions

### Signing in

- **Users are:** Person
- **Sign in with:** email and password
- **Session:** cookie, ends 30 days after last use
- **Sign up:** open, gives Visitor

### Roles

| Role | Includes | A user gets it |
| --- | --- | --- |
| Guest | | by not being signed in |
| Visitor | | by signing up |

### Permissions

| Who | May | Entity | Only where | Fields |
| --- | --- | --- | --- | --- |
| Guest | create | Person | | email, password |
| Visitor | see | Person | | email |
| Visitor | see, create | Organisation | | name |
| Visitor | see, create | Membership | | person |
| Visitor | see, create, change | Note | | text, about, labels |
| Visitor | see, create | Label | | name |
`

const LINE = '**Records belong to:** Organisation via Membership\n'
const ROWS = `### Changes to version 2

| What | Was | Becomes | Existing records |
| --- | --- | --- | --- |
| Label.organisation | new, required | | "Acme" |
| Note.organisation | new, required | | "Acme" |
| Membership.organisation | new, required | | "Acme" |
`

const testDatabase = await createTestDatabase()
const database = openDatabase({ connectionString: testDatabase.connectionString })
afterAll(async () => {
  await database.close()
  await testDatabase.drop()
})

async function bring({ line = '', changes = '' }: { readonly line?: string; readonly changes?: string }) {
  const text = TEXT.replace('CHANGES', changes).replace('identifier\n', `identifier\n${line}`)
  const { model, diagnostics } = compile(text)
  if (model === null) throw new Error(diagnostics.map(({ number, message }) => `${number} ${message}`).join('; '))
  return bringTo(database, model, text, { consent: false, lock: null })
}

const RECORDS = `
INSERT INTO organisation (id, name) VALUES (md5('o1')::uuid, 'Acme'), (md5('o2')::uuid, 'Other');
INSERT INTO person (id, email, password) VALUES (md5('p')::uuid, 'a@example.test', 'none');
INSERT INTO membership (id, person_id) VALUES (md5('m')::uuid, md5('p')::uuid);
INSERT INTO label (id, name) VALUES (md5('l')::uuid, 'blue');
INSERT INTO note (id, text) VALUES (md5('n1')::uuid, 'one'), (md5('n2')::uuid, 'two');
UPDATE note SET about_id = md5('n1')::uuid WHERE text = 'two';
INSERT INTO note_labels (note_id, label_id) VALUES (md5('n1')::uuid, md5('l')::uuid)`

it('asks whose the records are, takes them all into one tenant, and lets none cross from then on', async () => {
  const { pool } = database
  expect((await bring({})).waiting).toEqual([])
  await pool.query(RECORDS)
  const refused = await bring({ line: LINE })
  expect(refused.waiting.map(({ sentence, rows }) => `${sentence} ${rows}`)).toEqual(
    expect.arrayContaining(['Note.organisation is required. 2', 'Label.organisation is required. 1']),
  )
  expect(refused.waiting.find(({ sentence }) => sentence.startsWith('Note.organisation'))?.hint).toContain(
    '| Note.organisation | new, required | | "…" |',
  )
  // A missing tenant is an error.
  expect((await bring({ line: LINE, changes: ROWS.replaceAll('Acme', 'Nobody') })).waiting.length).toBeGreaterThan(0)
  const brought = await bring({ line: LINE, changes: ROWS })
  expect(brought.waiting).toEqual([])
  expect(brought.differences.map(({ sentence }) => sentence)).toContain(
    'Records of Label, Note and Membership belong to one Organisation each, and are seen in it alone: Membership says who is in which.',
  )
  const { rows } = await pool.query(
    `SELECT 'note' AS of, organisation_id FROM note UNION ALL SELECT 'label', organisation_id FROM label
     UNION ALL SELECT 'pair', "tenant$id" FROM note_labels UNION ALL SELECT 'membership', organisation_id FROM membership
     UNION ALL SELECT 'person', organisation_id FROM person UNION ALL SELECT 'acme', id FROM organisation WHERE name = 'Acme'`,
  )
  expect(rows).toHaveLength(7)
  expect(new Set(rows.map(({ organisation_id }) => organisation_id)).size).toBe(1)
  const other = `INSERT INTO note (id, organisation_id, text, about_id) VALUES (md5('n3')::uuid, md5('o2')::uuid, 'one'`
  await expect(pool.query(`${other}, md5('n1')::uuid)`)).rejects.toMatchObject({ code: '23503' })
  // Its texts and numbers differ.
  await pool.query(`${other}, NULL)`)
  expect(
    (await pool.query(`SELECT text, number::int FROM note ORDER BY organisation_id = md5('o2')::uuid, number`)).rows,
  ).toEqual([
    { text: 'one', number: 1 },
    { text: 'two', number: 2 },
    { text: 'one', number: 1 },
  ])
  // Removing the line leaves records that everybody with the right sees.
  const away = await bring({})
  expect(away.differences.map(({ sentence }) => sentence).join(' ')).toContain(
    'Records belong to no Organisation any more.',
  )
})
