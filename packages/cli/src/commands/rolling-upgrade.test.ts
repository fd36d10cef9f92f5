// Two real processes behind a proxy without retries, under load, during a change of the specification.

import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type {} from '@ninefold/server/testing/servers/postgres-server.ts'
import { createTestDatabase } from '@ninefold/server/testing/test-database.ts'
import { expect, it, vi } from 'vitest'
import { ninefold, type Running, startNinefold, stop, workplace } from '../testing/program.ts'
import { type Proxy, startProxy } from '../testing/failures/proxy.ts'

vi.setConfig({ testTimeout: 90_000 })

const WORDS = ['--host', '127.0.0.1', '--port', '0', '--allow-provisional']

const text = (more: string): string => `# Shelf

## 3. Entities and their fields

### Entity: Book

| Field | Type | Rules | Default | Meaning |
| --- | --- | --- | --- | --- |
| title | text up to 80 | required | | |
${more}
## 6. Roles and permissions

### Roles

| Role | Includes | A user gets it |
| --- | --- | --- |
| Guest | | by not being signed in |

### Permissions

| Who | May | Entity | Only where | Fields |
| --- | --- | --- | --- | --- |
| Guest | see, create, change | Book | | all |

## 7. The calls it makes

### Standard calls

| Entity | Path | Calls | Found by | Answers with |
| --- | --- | --- | --- | --- |
| Book | \`/books\` | list, get, create, change | id | everything visible |
`

const AUTHOR = '| author | text up to 80 | | | |\n'

interface Load {
  readonly answers: Map<string, number>
  readonly last: { body: unknown }
  end(): Promise<void>
}

/** Several clients that write and read as fast as they get answers. */
function load(address: string): Load {
  const answers = new Map<string, number>()
  const last: { body: unknown } = { body: null }
  let isOver = false
  const count = (what: string): void => void answers.set(what, (answers.get(what) ?? 0) + 1)
  const client = async (number: number): Promise<void> => {
    for (let turn = 0; !isOver; turn++) {
      try {
        const body = JSON.stringify({ title: `book ${number} ${turn}` })
        const made = await fetch(`${address}/books`, {
          method: 'POST',
          body,
          headers: { 'content-type': 'application/json' },
        })
        count(`POST ${made.status}`)
        const text = await made.text()
        if (!made.ok) continue
        const { id } = JSON.parse(text) as { id: string }
        const read = await fetch(`${address}/books/${id}`)
        const found = await read.text()
        if (read.ok) last.body = JSON.parse(found)
        count(`GET ${read.status}`)
      } catch (cause) {
        count(`failed: ${(cause as Error).message} ${String((cause as Error).cause)}`)
      }
    }
  }
  const clients = Array.from({ length: 4 }, (_, number) => client(number))
  return {
    answers,
    last,
    end: async () => {
      isOver = true
      await Promise.all(clients)
    },
  }
}

/** Starts a process, which the proxy polls from then on. */
function starting(folder: string, environment: NodeJS.ProcessEnv, proxy: Proxy, running: Running[]) {
  return async (words: readonly string[]): Promise<Running> => {
    const program = startNinefold(folder, ['start', ...words, ...WORDS], environment)
    running.push(program)
    const [, port] = await program.prints(/is served on port (\d+)\./)
    proxy.add(`http://127.0.0.1:${port}`)
    return program
  }
}

it('no request fails while a process with a new specification takes the place of the old one', async () => {
  await using place = await workplace()
  await using database = await createTestDatabase()
  await using proxy = await startProxy()
  const environment = { DATABASE_URL: database.connectionString, NINEFOLD_STOP_DELAY: '0.5', NINEFOLD_METRICS: '0' }
  const running: Running[] = []
  const started = starting(place.folder, environment, proxy, running)
  await writeFile(join(place.folder, 'one.md'), text(''))
  await writeFile(join(place.folder, 'two.md'), text(AUTHOR))
  try {
    const old = await started(['one.md'])
    await vi.waitUntil(() => proxy.ready() === 1, { timeout: 60_000 })
    const { answers, last, end } = load(proxy.address)
    await vi.waitUntil(() => (answers.get('GET 200') ?? 0) >= 20, { timeout: 60_000 })

    const next = await started(['two.md'])
    await vi.waitUntil(() => proxy.ready() === 2, { timeout: 60_000 })
    expect(await stop(old)).toMatchObject({ code: 0, stderr: '' })
    const before = answers.get('GET 200') ?? 0
    await vi.waitUntil(() => (answers.get('GET 200') ?? 0) >= before + 20, { timeout: 60_000 })
    await end()
    expect(last.body).toMatchObject({ author: null })
    expect([...answers.keys()].toSorted()).toEqual(['GET 200', 'POST 201'])
    const { rows } = await database.pool.query<{ count: number }>('SELECT count(*)::int AS count FROM book')
    expect(rows[0]?.count).toBe(answers.get('POST 201'))

    const [, metrics] = await next.prints(/Metrics are served on port (\d+)\./)
    const numbers = await (await fetch(`http://127.0.0.1:${metrics}/metrics`)).text()
    expect(numbers).toMatch(/ninefold_requests_total\{call="POST \/books",status="201",code=""\} \d+/)

    // The same check detects a process without a grace period: it is killed while it serves.
    const second = load(proxy.address)
    await vi.waitUntil(() => (second.answers.get('GET 200') ?? 0) >= 20, { timeout: 60_000 })
    next.kill('SIGKILL')
    const { stdout } = await next.ended
    await second.end()
    expect([...second.answers.keys()].toSorted()).not.toEqual(['GET 200', 'POST 201'])

    const audit = await ninefold(place.folder, ['audit', 'two.md', '--json'], environment)
    const first = JSON.parse(audit.stdout.split('\n')[0] ?? '') as unknown
    expect(first).toMatchObject({ action: 'create', entity: 'Book', call: 'POST /books', caller: null })

    const callLine = text(AUTHOR).slice(0, text(AUTHOR).indexOf('| Book | `/books`')).split('\n').length
    expect(stdout.split('\n').find((line) => line.includes('"call":"POST /books"'))).toContain(
      `"callLine":${callLine},"status":201`,
    )
  } finally {
    await Promise.all(running.map(stop))
  }
})

it('a process whose columns are gone says that it is worth asking again, and is asked no more', async () => {
  await using place = await workplace()
  await using database = await createTestDatabase()
  await using proxy = await startProxy()
  const environment = { DATABASE_URL: database.connectionString, NINEFOLD_STOP_DELAY: '0.2' }
  const running: Running[] = []
  const started = starting(place.folder, environment, proxy, running)
  await writeFile(join(place.folder, 'one.md'), text(AUTHOR))
  await writeFile(join(place.folder, 'two.md'), text(''))
  try {
    const old = await started(['one.md'])
    await vi.waitUntil(() => proxy.ready() === 1, { timeout: 60_000 })
    const { answers, last, end } = load(proxy.address)
    await vi.waitUntil(() => (answers.get('GET 200') ?? 0) >= 20, { timeout: 60_000 })

    await started(['two.md', '--consent-to-data-loss'])
    // The proxy uses both processes until a request of either kind shows that the old one's columns are gone, and then
    // only the new one.
    const refused = (): number => (answers.get('GET 503') ?? 0) + (answers.get('POST 503') ?? 0)
    await vi.waitUntil(() => refused() > 0 && proxy.ready() === 1, { timeout: 60_000 })
    const before = answers.get('POST 201') ?? 0
    await vi.waitUntil(() => (answers.get('POST 201') ?? 0) >= before + 20, { timeout: 60_000 })
    await end()
    expect(last.body).not.toHaveProperty('author')
    expect([...answers.keys()].filter((what) => !/^(GET 200|POST 201|(GET|POST) 503)$/.test(what))).toEqual([])
    const { rows } = await database.pool.query<{ count: number }>('SELECT count(*)::int AS count FROM book')
    expect(rows[0]?.count).toBe(answers.get('POST 201'))
    expect(await stop(old)).toMatchObject({ code: 0, stderr: '' })
  } finally {
    await Promise.all(running.map(stop))
  }
})
