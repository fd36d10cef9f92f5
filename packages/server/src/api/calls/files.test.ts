// Files: uploaded, assigned to records by their ids, and readable by everybody who may see the field.

import { readdir, writeFile, mkdir, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Viewer } from '@ninefold/core/rights/readable.ts'
import { tidyFiles, UNUSED_LIFE_MS } from '../../gate/files/file-housekeeping.ts'
import { withPlans } from '../../testing/forgetful-plans.ts'
import { type Answer, type Client, runApplication, type RunningApplication } from '../../testing/running-application.ts'
import { FIELDS, members } from '@ninefold/core/check/specification-for-tests.ts'

const TEXT = `# Files

**Ninefold:** 1

## 3. Entities and their fields

**Every entity has:** id as a random identifier, createdAt, createdBy, version

### Entity: User

${FIELDS}
| email | email | required, unique ignoring case | | |
| password | password 8 to 200 | required, hidden | | |

### Entity: Note

${FIELDS}
| title | text | required | | |
| owner | User | required, deleted together | | |
| picture | image up to 2 KB | | | |
| papers | list of file up to 1 KB, at most 2 | | | |
| secret | file up to 3 KB | | | |

## 6. Roles and permissions

${members('User')}

| Role for a record | Entity | Must have | When |
| --- | --- | --- | --- |
| Owner | Note | Member | \`owner == me\` |

### Permissions

| Who | May | Entity | Only where | Fields |
| --- | --- | --- | --- | --- |
| Guest | create | User | | email, password |
| Member | see | User | | email |
| Member | create | Note | | title, owner, picture, papers, secret |
| Owner | see | Note | | all except secret |
| Owner | change | Note | | title, picture, papers |
| Owner | delete | Note | | |

## 7. The calls it makes

### Standard calls

| Entity | Path | Calls | Found by | Answers with |
| --- | --- | --- | --- | --- |
| Note | \`/api/notes\` | list, get, create, change, delete | id | everything visible |

### Shape: NoteView of Note

| Key | Value |
| --- | --- |
| title | \`title\` |
| papers | \`papers.map(p, {"name": p.name, "url": p.url, "size": p.size, "type": p.type})\` |

### POST /api/written — Write

- **Who:** Member

| Input | Like | Needed |
| --- | --- | --- |
| title | Note.title | yes |
| papers | Note.papers | no |
| more | list of file up to 2 KB, at most 3 | no |

1. create Note as note with owner = \`me\`, given title, papers
2. respond 201 with \`NoteView(note)\`

### POST /api/filed — File

- **Who:** Member

| Input | Like | Needed |
| --- | --- | --- |
| files | list of file up to 1 KB, at most 2 | yes |

1. create Note as note with owner = \`me\`, title = \`"filed"\`, papers = \`input.files\`
2. respond 201 with \`NoteView(note)\`

### GET /api/pictures/:id — Picture

- **Who:** Member

1. find note in Note where \`id == path.id\` or fail GONE
2. respond 200 file note.picture

## 8. The error catalogue

| Code | Status | About | Message |
| --- | --- | --- | --- |
| GONE | 404 | note | There is no such note. |

| Built-in error | Status | About | Message |
| --- | --- | --- | --- |
| too big | 422 | | Not more than {limit}, please. |
`

/** A PNG of one pixel. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

let application: RunningApplication
let ada: Client
let bob: Client
let adaId: string

beforeAll(async () => {
  application = await runApplication(TEXT)
  ada = await application.signUp({ email: 'ada@example.test', password: 'correct-horse' })
  bob = await application.signUp({ email: 'bob@example.test', password: 'correct-horse' })
  const { rows } = await application.database.pool.query(`SELECT id FROM "user" WHERE email LIKE 'ada%'`)
  adaId = rows[0].id
})

afterAll(() => application[Symbol.asyncDispose]())

type Content = string | Buffer<ArrayBuffer>

function upload(client: Client, name: string, content: Content, type = 'application/octet-stream'): Promise<Answer> {
  return client.send(`/_ninefold/files?name=${encodeURIComponent(name)}`, {
    method: 'POST',
    body: content,
    headers: { 'content-type': type },
  })
}

async function uploaded(client: Client, name: string, content: Content): Promise<string> {
  const { status, body } = await upload(client, name, content)
  expect(status, JSON.stringify(body)).toBe(201)
  return body.id
}

function note(client: Client, values: object): Promise<Answer> {
  return client.post('/api/notes', { title: 'One', owner: adaId, ...values })
}

it('a file is sent first, put into a record by its id, and then had by its address', async () => {
  const id = await uploaded(ada, 'plan für alle.txt', 'What we do')
  // No record holds it yet.
  expect((await ada.get(`/_ninefold/files/${id}`)).status).toBe(404)
  const created = await note(ada, { papers: [id] })
  expect(created.body).toMatchObject({
    papers: [{ id, name: 'plan für alle.txt', size: 10, type: 'text/plain', url: `/_ninefold/files/${id}` }],
  })
  const file = await ada.get(created.body.papers[0].url)
  expect(file).toMatchObject({ status: 200, body: 'What we do' })
  expect(Object.fromEntries(file.headers)).toMatchObject({
    'content-type': 'text/plain; charset=utf-8',
    'content-length': '10',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "sandbox; default-src 'none'",
    'cache-control': 'no-store',
  })
  expect(file.headers.get('content-disposition')).toMatch(/^attachment; filename=.*filename\*=UTF-8''plan%20f%C3%BCr/)
})

it('a file is nobody else’s: not by its address, not by putting its id into a record of one’s own', async () => {
  const id = await uploaded(ada, 'a.txt', 'mine')
  expect(await note(bob, { papers: [id] })).toMatchObject({
    status: 422,
    body: { errors: [{ about: 'papers', code: 'NOT_FOUND' }] },
  })
  expect((await note(ada, { papers: [id] })).status).toBe(201)
  expect((await bob.get(`/_ninefold/files/${id}`)).status).toBe(404)
  expect((await application.guest.get(`/_ninefold/files/${id}`)).status).toBe(404)
  expect((await note(bob, { papers: [id] })).status).toBe(422)
  // It belongs to one record, even for its uploader.
  expect((await note(ada, { papers: [id] })).status).toBe(422)
  expect((await bob.post('/api/written', { title: 'x', papers: [id] })).status).toBe(422)
})

it('who may not see the field has no file of it', async () => {
  const id = await uploaded(ada, 's.txt', 'secret')
  const { body } = await note(ada, { secret: id })
  expect(body).not.toHaveProperty('secret')
  expect((await ada.get(`/_ninefold/files/${id}`)).status).toBe(404)
})

it('limits of the field are kept, in the words of the specification', async () => {
  const [large, text, a, b, c] = await Promise.all([
    uploaded(ada, 'large.txt', 'x'.repeat(1025)),
    uploaded(ada, 'picture.png', 'no picture at all'),
    uploaded(ada, 'a', 'a'),
    uploaded(ada, 'b', 'b'),
    uploaded(ada, 'c', 'c'),
  ])
  const refusals = async (values: object): Promise<unknown> => (await note(ada, values)).body.errors
  expect(await refusals({ papers: [large] })).toEqual([
    { about: 'papers', code: 'TOO_BIG', message: 'Not more than 1 KB, please.' },
  ])
  expect(await refusals({ picture: text })).toEqual([
    { about: 'picture', code: 'WRONG_TYPE', message: 'Please choose a picture: PNG, JPEG, GIF, WebP or AVIF.' },
  ])
  expect(await refusals({ papers: [a, b, c] })).toEqual([
    { about: 'papers', code: 'TOO_BIG', message: 'Not more than 2, please.' },
  ])
  expect(await refusals({ papers: 'a' })).toMatchObject([{ code: 'WRONG_TYPE' }])
  expect(await refusals({ papers: null })).toMatchObject([{ code: 'WRONG_TYPE' }])
  expect(await refusals({ picture: { id: a } })).toMatchObject([{ code: 'WRONG_TYPE' }])
  expect(await refusals({ papers: ['00000000-0000-4000-8000-000000000000'] })).toMatchObject([{ code: 'NOT_FOUND' }])
})

it('what is larger than anything takes is refused while it comes, whether it says how large it is or not', async () => {
  const stream = new ReadableStream({
    pull: (controller) => controller.enqueue(new Uint8Array(1024)),
  })
  const open = await fetch(`${application.address}/_ninefold/files`, {
    method: 'POST',
    body: stream,
    headers: { cookie: ada.cookie ?? '' },
    duplex: 'half',
  }).then(
    (response) => response.status,
    () => 'cut',
  )
  expect([422, 'cut']).toContain(open)
  expect(await upload(ada, 'big', 'x'.repeat(3073))).toMatchObject({
    status: 422,
    body: { errors: [{ about: 'file', code: 'TOO_BIG', message: 'Not more than 3 KB, please.' }] },
  })
  expect((await upload(ada, 'fits', 'x'.repeat(3072))).status).toBe(201)
  expect(await readdir(join(application.filesFolder, 'incoming'))).toEqual([])
})

it('only who may put a file somewhere may send one', async () => {
  expect((await upload(application.guest, 'a', 'a')).status).toBe(401)
  expect((await upload(ada, 'empty', '')).status).toBe(422)
  expect((await ada.post('/_ninefold/files?name=a&name=b', {})).status).toBe(422)
})

it('types are found out from the content, and nothing is shown that could run', async () => {
  const picture = await upload(ada, 'page.html', PNG, 'text/html')
  expect(picture.body).toMatchObject({ type: 'image/png', name: 'page.html' })
  const page = await upload(ada, '../../etc/x\u202Egnp.html', '<script>alert(1)</script>', 'image/png')
  expect(page.body).toMatchObject({ type: 'text/plain', name: 'xgnp.html' })
  const drawing = await upload(ada, 'a.svg', '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>')
  expect(drawing.body.type).not.toBe('image/svg+xml')
  const bytes = await upload(ada, 'b', Buffer.from([0, 1, 2, 255]))
  expect(bytes.body.type).toBe('application/octet-stream')
  const { body } = await note(ada, { picture: picture.body.id, papers: [page.body.id] })
  const shown = await ada.get(body.picture.url)
  expect(shown.headers.get('content-disposition')).toMatch(/^inline/)
  expect((await ada.get(body.papers[0].url)).headers.get('content-disposition')).toMatch(/^attachment/)
  const answered = await ada.get(`/api/pictures/${body.id}`)
  expect(answered.status).toBe(200)
  expect(answered.headers.get('content-type')).toBe('image/png')
})

it('a change keeps what stays in the field, and takes the rest away', async () => {
  const [a, b] = await Promise.all([uploaded(ada, 'a', 'a'), uploaded(ada, 'b', 'b')])
  const { body } = await note(ada, { papers: [a] })
  const both = await ada.patch(`/api/notes/${body.id}`, { papers: [a, b] })
  expect(both.body.papers.map(({ id }: { id: string }) => id)).toEqual([a, b])
  const one = await ada.patch(`/api/notes/${body.id}`, { papers: [b] })
  expect(one.status).toBe(200)
  expect((await ada.get(`/_ninefold/files/${a}`)).status).toBe(404)
  expect((await ada.get(`/_ninefold/files/${b}`)).status).toBe(200)
})

it('a shape lays out files, and a stated call takes them', async () => {
  const id = await uploaded(ada, 'a.txt', 'abc')
  const answer = await ada.post('/api/written', { title: 'One', papers: [id] })
  expect(answer.body).toEqual({
    title: 'One',
    papers: [{ name: 'a.txt', url: `/_ninefold/files/${id}`, size: 3, type: 'text/plain' }],
  })
})

it('a list of files that no field of a record is like is taken, in the limits of its own type', async () => {
  const send = async (more: unknown): Promise<Answer> => ada.post('/api/written', { title: 'One', papers: [], more })
  const [a, b] = await Promise.all([uploaded(ada, 'a', 'a'), uploaded(ada, 'b', 'b')])
  const [large, other] = [await uploaded(ada, 'large', 'x'.repeat(2049)), await uploaded(bob, 'c', 'c')]
  expect((await send([a, b])).status).toBe(201)
  expect((await send(undefined)).status).toBe(201)
  expect((await send([])).status).toBe(201)
  const refused = async (more: unknown): Promise<unknown> => (await send(more)).body.errors
  expect(await refused([large])).toMatchObject([{ about: 'more', message: 'Not more than 2 KB, please.' }])
  expect(await refused([a, other])).toMatchObject([{ about: 'more', code: 'NOT_FOUND' }])
  expect(await refused([a, b, large, other])).toMatchObject([{ about: 'more', code: 'TOO_BIG' }])
  for (const wrong of [a, [1], { id: a }, ['x'], null])
    expect(await refused(wrong)).toMatchObject([{ about: 'more', code: 'WRONG_TYPE' }])
})

it('what was sent as a list without a field is put into one by a step', async () => {
  const id = await uploaded(ada, 'a.txt', 'abc')
  const { body } = await ada.post('/api/filed', { files: [id] })
  expect(body).toMatchObject({ title: 'filed', papers: [{ name: 'a.txt' }] })
  expect((await ada.get(body.papers[0].url)).body).toBe('abc')
})

it('of several writes that want the same upload, one gets it', async () => {
  const id = await uploaded(ada, 'a', 'a')
  const answers = await Promise.all(Array.from({ length: 8 }, () => note(ada, { papers: [id] })))
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
  expect(answers.filter(({ status }) => status === 422)).toHaveLength(7)
})

it('a refused write leaves the upload to the next try', async () => {
  const id = await uploaded(ada, 'a', 'a')
  expect((await note(ada, { title: '', papers: [id] })).status).toBe(422)
  expect((await note(ada, { papers: [id] })).status).toBe(201)
})

it('what nothing holds is removed after a while, and what a record holds stays', async () => {
  const [held, fresh, old, gone] = await Promise.all(
    ['held', 'fresh', 'old', 'gone'].map((name) => uploaded(ada, name, name)),
  )
  await note(ada, { papers: [held] })
  const { body } = await note(ada, { papers: [gone] })
  expect((await ada.delete(`/api/notes/${body.id}`)).status).toBe(204)
  expect((await ada.get(`/_ninefold/files/${gone}`)).status).toBe(404)
  await application.database.pool.query(
    `UPDATE ninefold.file SET created_at = created_at - $2 * interval '1 millisecond' WHERE id = ANY ($1::uuid[])`,
    [[held, old, gone], UNUSED_LIFE_MS],
  )
  // A process that ended between storing a file and recording it leaves an unknown file.
  const unknown = 'aaaaaaaa-0000-4000-8000-00000000000a'
  await mkdir(join(application.filesFolder, 'aa'), { recursive: true })
  for (const place of ['aa', 'incoming']) {
    await writeFile(join(application.filesFolder, place, unknown), 'x')
    await utimes(join(application.filesFolder, place, unknown), 1, 1)
  }
  await tidyFiles(application.application, application.files, Date.now())
  const kept: string[] = []
  for await (const id of application.files.keptBefore(Number.POSITIVE_INFINITY)) kept.push(id)
  expect(kept).toContain(held)
  expect(kept).toContain(fresh)
  for (const id of [old, gone, unknown]) expect(kept).not.toContain(id)
  expect(await readdir(join(application.filesFolder, 'incoming'))).toEqual([])
  expect((await ada.get(`/_ninefold/files/${held}`)).status).toBe(200)
})

it('a gate that forgot to ask for the right to the field would be noticed', async () => {
  const forgetful = withPlans(({ name }, plan, viewer) => plan(name === 'file' ? asIfEverybodySaw(viewer) : viewer))
  await using other = await runApplication(TEXT, { double: forgetful })
  const owner = await other.signUp({ email: 'eve@example.test', password: 'correct-horse' })
  const { rows } = await other.database.pool.query('SELECT id FROM "user"')
  const id = await uploaded(owner, 's.txt', 'secret')
  await owner.post('/api/notes', { title: 'One', owner: rows[0].id, secret: id })
  const stranger = await other.signUp({ email: 'mal@example.test', password: 'correct-horse' })
  expect((await stranger.get(`/_ninefold/files/${id}`)).status).toBe(200)
})

function asIfEverybodySaw(viewer: Viewer): Viewer {
  const permissions = viewer.model.roles.permissions.map((permission) =>
    permission.entity === 'Note' && permission.actions.includes('see')
      ? {
          ...permission,
          who: { kind: 'role' as const, role: 'Member' },
          fields: [...permission.fields, 'secret'],
          onlyWhere: null,
        }
      : permission,
  )
  return { ...viewer, model: { ...viewer.model, roles: { ...viewer.model.roles, permissions } } }
}

it('ids that are none are no files', async () => {
  for (const id of [
    'x',
    '..%2F..%2Fetc%2Fpasswd',
    '00000000-0000-4000-8000-000000000000',
    'AAAAAAAA-0000-4000-8000-000000000000',
  ])
    expect((await ada.get(`/_ninefold/files/${id}`)).status).toBe(404)
})
