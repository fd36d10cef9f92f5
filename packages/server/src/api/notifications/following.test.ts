import { readFileSync } from 'node:fs'
import { expect, it, onTestFinished } from 'vitest'
import { readEvents } from '../../testing/event-reader.ts'
import { type Client, runApplication } from '../../testing/running-application.ts'

const TEXT = readFileSync(new URL('../../testing/texts/followed.md', import.meta.url), 'utf8')
const PATH = '/_ninefold/notifications'

async function workshop(text = TEXT) {
  const running = await runApplication(text)
  onTestFinished(() => running[Symbol.asyncDispose]())
  const [ada, ben, cleo, dora] = await Promise.all([
    running.signIn('ada@example.test', 'correct-horse-1'),
    running.signIn('ben@example.test', 'correct-horse-2'),
    running.signIn('cleo@example.test', 'correct-horse-3'),
    running.signIn('dora@example.test', 'correct-horse-4'),
  ])
  const rows = async (sql: string) => (await running.database.pool.query(sql)).rows
  const idOf = async (name: string) => (await rows(`SELECT id FROM person WHERE name = '${name}'`))[0].id as string
  const [{ id: lamp }] = await rows(`SELECT id FROM repair WHERE title = 'Lamp'`)
  const say = async (client: Client, said: Record<string, unknown>, status = 204) =>
    expect((await client.post('/api/repairs/Lamp/replies', said)).status).toBe(status)
  const finish = async (client: Client) => expect((await client.post('/api/repairs/Lamp/finish')).status).toBe(200)
  const follow = async (client: Client, isFollowing: boolean, status = 204) =>
    expect((await put(client, `/_ninefold/following/repair/${lamp}`, { isFollowing })).status).toBe(status)
  return { ...running, ada, ben, cleo, dora, rows, idOf, lamp: String(lamp), say, finish, follow }
}

const told = async (client: Client): Promise<string[]> =>
  (await client.get(PATH)).body.items.map(({ body }: { body: string }) => body)
const put = (client: Client, path: string, body: unknown) =>
  client.send(path, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
const unread = async (client: Client): Promise<number> => (await client.get(`${PATH}/unread`)).body.unread

it('tells those whom the record names of steps and of what is said, and nobody of what they did themselves', async () => {
  const { ada, ben, cleo, say, finish, lamp } = await workshop()
  await say(ada, { text: 'It is on my table.' })
  await finish(ben)
  // Her reply makes Ada a follower too.
  expect(await told(ada)).toEqual(['Ben: Finish'])
  expect((await ben.get(PATH)).body).toEqual({
    items: [
      {
        id: expect.any(String),
        message: '@followed',
        subject: 'Lamp',
        body: 'Ada: It is on my table.',
        at: expect.any(String),
        isRead: false,
        about: { entity: 'Repair', id: lamp, label: 'Lamp', address: '/repairs/Lamp' },
      },
    ],
    next: null,
    unread: 1,
  })
  expect(await told(cleo)).toEqual([])
})

it('follows from a mention on, and from a list of users of its own', async () => {
  const { ada, ben, cleo, dora, say, idOf } = await workshop()
  await say(ada, { text: 'Cleo?', mentions: [await idOf('Cleo')] })
  expect(await told(cleo)).toEqual(['Ada: Cleo?'])
  const change = await ben.patch('/api/repairs/Lamp', { helpers: [await idOf('Dora')] })
  expect(change.status).toBe(200)
  await say(ben, { text: 'Nearly.' })
  expect(await told(cleo)).toEqual(['Ben: Nearly.', 'Ada: Cleo?'])
  expect(await told(dora)).toEqual(['Ben: Nearly.'])
})

it('is told of one written by a standard call, too', async () => {
  const { ada, ben, lamp } = await workshop()
  expect((await ada.post('/api/replies', { repair: lamp, text: 'By a program.' })).status).toBe(201)
  expect(await told(ben)).toEqual(['Ada: By a program.'])
})

it('lets people follow and stop, for themselves alone', async () => {
  const { ada, ben, cleo, guest, say, follow, lamp } = await workshop()
  const asks = async (client: Client) => (await client.get(`/_ninefold/following/repair/${lamp}`)).body
  expect(await asks(ben)).toEqual({ isFollowing: true })
  expect(await asks(cleo)).toEqual({ isFollowing: false })
  await follow(cleo, true)
  await follow(ben, false)
  expect(await asks(ben)).toEqual({ isFollowing: false })
  expect(await asks(cleo)).toEqual({ isFollowing: true })
  await say(ada, { text: 'Done soon.' })
  expect([await told(ben), await told(cleo)]).toEqual([[], ['Ada: Done soon.']])
  await follow(ben, true)
  await say(cleo, { text: 'Really?' })
  expect([await told(ben), await told(cleo)]).toEqual([['Cleo: Really?'], ['Ada: Done soon.']])
  expect((await guest.get(`/_ninefold/following/repair/${lamp}`)).status).toBe(401)
  expect((await put(guest, `/_ninefold/following/repair/${lamp}`, { isFollowing: true })).status).toBe(401)
})

it('follows nothing that is not there, not seen, or of an entity without followers', async () => {
  const { ada, cleo, follow, lamp, rows, idOf } = await workshop()
  const status = async (path: string, body: unknown = { isFollowing: true }) =>
    (await put(ada, `/_ninefold/following/${path}`, body)).status
  expect(await status('repair/00000000-0000-4000-8000-000000000000')).toBe(404)
  expect(await status('repair/lamp')).toBe(404)
  expect(await status(`person/${await idOf('Ben')}`)).toBe(404)
  expect(await status('nothing/1')).toBe(404)
  expect(await status(`repair/${lamp}`, { isFollowing: 'yes' })).toBe(422)
  expect(await status(`repair/${lamp}`, { isFollowing: true, user: await idOf('Ben') })).toBe(422)
  await rows('UPDATE repair SET is_secret = true')
  await follow(cleo, true, 404)
  expect((await cleo.get(`/_ninefold/following/repair/${lamp}`)).status).toBe(404)
  expect(await rows('SELECT FROM ninefold.following')).toEqual([])
})

it('tells nothing of what its reader may not see now: the record, the reply, or the state', async () => {
  const { ada, ben, dora, say, finish, follow, rows } = await workshop()
  await follow(dora, true)
  await say(ada, { text: 'For us alone.', isInternal: true })
  await say(ada, { text: 'For everybody.' })
  await finish(ada)
  // Dora may see neither internal replies nor the status.
  expect(await told(dora)).toEqual(['Ada: For everybody.'])
  expect(await unread(dora)).toBe(1)
  // However many stand before it that she may not see.
  const copied = 'user_id, name, subject, body, entity, record, created_at, told_by, step, part_entity, part_record'
  const hidden = `step IS NOT NULL AND user_id = (SELECT id::text FROM person WHERE name = 'Dora')`
  await rows(
    `INSERT INTO ninefold.notification (${copied})
     SELECT ${copied} FROM ninefold.notification, generate_series(1, 120) WHERE ${hidden}`,
  )
  expect(await unread(dora)).toBe(1)
  await rows(`DELETE FROM ninefold.notification WHERE ${hidden}`)
  expect(await told(ben)).toEqual(['Ada: Finish', 'Ada: For everybody.', 'Ada: For us alone.'])
  expect(await unread(ben)).toBe(3)
  await rows('UPDATE repair SET is_secret = true')
  for (const each of [ben, dora]) expect((await each.get(PATH)).body).toEqual({ items: [], next: null, unread: 0 })
  for (const each of [ben, dora]) expect(await unread(each)).toBe(0)
  // No words are stored, because rights may be revoked later.
  expect(await rows(`SELECT DISTINCT subject, body FROM ninefold.notification`)).toEqual([{ subject: '', body: '' }])
})

it('tells nobody of what was undone', async () => {
  const { ada, ben, say, rows } = await workshop()
  await say(ada, { text: 'No.', isWrong: true }, 422)
  expect(await told(ben)).toEqual([])
  expect(await rows('SELECT FROM ninefold.notification')).toEqual([])
})

it('says once what a message of the text says already', async () => {
  const { ada, ben, cleo, follow, finish } = await workshop()
  await follow(cleo, true)
  await finish(ben)
  expect((await ada.post('/api/repairs/Lamp/reopen')).status).toBe(200)
  expect((await ben.get(PATH)).body.items.map(({ subject }: { subject: string }) => subject)).toEqual(['Lamp again'])
  expect(await told(cleo)).toEqual(['Ada: Reopen', 'Ben: Finish'])
})

it('is turned off as a whole by whoever wants none of it', async () => {
  const { ada, ben, say } = await workshop()
  expect((await ben.get(`${PATH}/settings`)).body.messages).toEqual([
    { message: 'Reopened', label: 'Reopened', isOn: true },
    { message: '@followed', label: 'Records that I follow', isOn: true },
  ])
  expect((await put(ben, `${PATH}/settings`, { off: ['@followed'] })).status).toBe(204)
  await say(ada, { text: 'Unheard.' })
  expect(await told(ben)).toEqual([])
})

it('tells a page that is open of what comes, and forgets what is gone', async () => {
  const { ada, ben, say, rows, follow, address } = await workshop()
  await using events = await readEvents(
    `${address}/_ninefold/live?read=${encodeURIComponent('notifications/unread')}`,
    ben,
  )
  expect((await events.next())?.data).toContain('"unread":0')
  await say(ada, { text: 'Hello' })
  expect((await events.next())?.data).toContain('"unread":1')
  await follow(ben, true)
  expect((await ada.delete('/api/repairs/Lamp')).status).toBe(204)
  expect(await told(ben)).toEqual([])
  expect(await rows('SELECT FROM ninefold.following')).toEqual([])
})

it('has no page for it where the text does not say it', async () => {
  const { ada, lamp } = await workshop(TEXT.replace(/- \*\*Followers:.*\n\n/, ''))
  expect((await ada.get(`/_ninefold/following/repair/${lamp}`)).status).toBe(404)
})
