import { fork } from 'node:child_process'
import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type BucketServer, startBucketServer } from '../../testing/servers/bucket-server.ts'
import { bucketOfFiles } from './bucket-of-files.ts'
import { type FileStore, FileStoreAway, FileTooBig } from './file-store.ts'
import { folderOfFiles } from './folder-of-files.ts'

const ID = '12345678-0000-4000-8000-000000000001'
const EVER = Number.POSITIVE_INFINITY

let folder: string
let server: BucketServer

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ninefold-file-store-'))
  // Other programs' objects in the same bucket are kept.
  vi.stubEnv('TMPDIR', folder)
  server = await startBucketServer()
})
afterEach(async () => {
  vi.unstubAllEnvs()
  await rm(folder, { recursive: true, force: true })
  await server[Symbol.asyncDispose]()
})

async function all(ids: AsyncIterable<string>): Promise<string[]> {
  const found: string[] = []
  for await (const id of ids) found.push(id)
  return found
}

async function keep(store: FileStore, content: string): Promise<void> {
  const received = await store.receive(ID, Readable.from([Buffer.from(content)]), content.length)
  await received.keep()
  await received.discard()
}

const incomingOfBuckets = async (): Promise<string[]> =>
  (await readdir(tmpdir())).filter((name) => name.startsWith('ninefold-incoming-'))

describe.each<[string, () => FileStore]>([
  ['a folder', () => folderOfFiles(folder)],
  ['a bucket', () => bucketOfFiles(server.bucket)],
])('%s', (kind, open) => {
  it('keeps a file once it is said so, gives it back, and removes it', async () => {
    const store = open()
    const received = await store.receive(ID, Readable.from([Buffer.from('ab'), Buffer.from('c')]), 3)
    expect(received.size).toBe(3)
    expect(await store.read(ID)).toBeNull()
    await received.keep()
    await received.discard()
    expect(await text((await store.read(ID)) ?? Readable.from([]))).toBe('abc')
    expect(await text((await store.read(ID, { start: 1, end: 2 })) ?? Readable.from([]))).toBe('bc')
    expect(await store.read(`${ID}.small`, { start: 0, end: 0 })).toBeNull()
    expect(await all(store.keptBefore(EVER))).toEqual([ID])
    expect(await all(store.keptBefore(Date.now() - 60_000))).toEqual([])
    await store.remove(ID)
    await store.remove(ID)
    expect(await store.read(ID)).toBeNull()
  })

  it('leaves nothing of what is too big, is cut, or is taken back', async () => {
    const store = open()
    await expect(store.receive(ID, Readable.from([Buffer.from('abcd')]), 3)).rejects.toThrow(FileTooBig)
    // The connection breaks before, while and after the file is opened.
    for (let attempt = 0; attempt < 300; attempt++) {
      const cut = new Readable({ read: () => {} })
      cut.push(Buffer.from('a'))
      const receiving = store.receive(ID, cut, 3)
      const refused = expect(receiving).rejects.toThrow('The line broke.')
      for (let turn = 0; turn < attempt % 8; turn++) await new Promise(setImmediate)
      cut.destroy(new Error('The line broke.'))
      await refused
    }
    const received = await store.receive(ID, Readable.from([Buffer.from('a')]), 3)
    await received.discard()
    if (kind === 'a folder') expect(await readdir(join(folder, 'incoming'))).toEqual([])
    else expect([await incomingOfBuckets(), server.objects.size]).toEqual([[], 0])
    expect(await all(store.keptBefore(EVER))).toEqual([])
  })

  it('removes what was made of a file with the file', async () => {
    const store = open()
    await keep(store, 'abc')
    await store.keep(`${ID}.small`, Buffer.from('a'))
    await store.keep(`${ID}.small`, Buffer.from('b'))
    await store.keep(`${ID}.medium`, Buffer.alloc(0))
    expect(await text((await store.read(`${ID}.small`)) ?? Readable.from([]))).toBe('b')
    expect(await text((await store.read(`${ID}.medium`)) ?? Readable.from(['none']))).toBe('')
    // More than one page of a bucket's listing.
    expect(await all(store.keptBefore(EVER))).toEqual([ID, ID, ID])
    await store.remove(ID)
    expect(await all(store.keptBefore(EVER))).toEqual([])
  })

  it('takes no name for an id', async () => {
    const store = open()
    for (const name of ['../x', 'x', '', `${ID}/../../x`, `${ID}.huge`, `${ID}.small/x`]) {
      await expect(store.read(name), name).rejects.toThrow('is its id')
      await expect(store.receive(name, Readable.from([]), 1), name).rejects.toThrow('is its id')
    }
  })

  it('is one owner’s, whoever of several comes first', async () => {
    const owners = await Promise.all(Array.from({ length: 8 }, (_, owner) => open().claim(`owner ${owner}`)))
    expect(new Set(owners).size).toBe(1)
    expect(await open().claim('another')).toBe(owners[0])
    expect(await all(open().keptBefore(EVER))).toEqual([])
  })
})

it('a process that is killed while a file comes leaves nothing half-kept', async () => {
  const program = join(folder, 'receiver.mjs')
  const module = fileURLToPath(new URL('./folder-of-files.ts', import.meta.url))
  await writeFile(
    program,
    `import { Readable } from 'node:stream'
     import { folderOfFiles } from ${JSON.stringify(module)}
     const endless = new Readable({ read() { this.push(Buffer.alloc(1024)); if (++this.parts === 1000) process.send('begun') } })
     endless.parts = 0
     await folderOfFiles(process.argv[2]).receive('${ID}', endless, Infinity)`,
  )
  const child = fork(program, [join(folder, 'files')], { execArgv: [] })
  const ended = new Promise((resolve) => child.once('exit', resolve))
  await new Promise((resolve) => child.once('message', resolve))
  child.kill('SIGKILL')
  await ended
  const store = folderOfFiles(join(folder, 'files'))
  expect(await readdir(join(folder, 'files', 'incoming'))).toEqual([ID])
  expect(await store.read(ID)).toBeNull()
  expect(await all(store.keptBefore(EVER))).toEqual([])
  expect(await readdir(join(folder, 'files', 'incoming'))).toEqual([])
})

it('what was on its way to a bucket when its process ended goes after a while', async () => {
  const left = await mkdtemp(join(tmpdir(), 'ninefold-incoming-'))
  await writeFile(join(left, ID), 'half')
  await utimes(left, 1, 1)
  await all(bucketOfFiles(server.bucket).keptBefore(Date.now() - 3_600_000))
  expect(await incomingOfBuckets()).not.toContain(left.split('/').at(-1))
})

it('asks again when a bucket is busy, and says in its words what it refuses', async () => {
  const store = bucketOfFiles(server.bucket)
  await keep(store, 'abc')
  server.fail(503, 2)
  expect(await text((await store.read(ID)) ?? Readable.from([]))).toBe('abc')
  const stranger = bucketOfFiles({ ...server.bucket, secretAccessKey: 'guessed' })
  await expect(stranger.claim('x')).rejects.toThrow(/answers 403, SignatureDoesNotMatch: The signature is not/)
  await expect(stranger.read(ID)).rejects.toThrow(FileStoreAway)
  const elsewhere = bucketOfFiles({ ...server.bucket, address: server.bucket.address.replace('pictures', 'nowhere') })
  await expect(elsewhere.claim('x')).rejects.toThrow(/404, NoSuchBucket/)
  await expect(elsewhere.read(ID)).rejects.toThrow(/NoSuchBucket/)
  const silent = bucketOfFiles({ ...server.bucket, address: 'http://127.0.0.1:1/pictures/' })
  await expect(silent.claim('x')).rejects.toThrow(/127\.0\.0\.1:1\/pictures\/ does not answer/)
})

it('follows nobody who sends it somewhere else', async () => {
  server.fail(307, 1)
  await expect(bucketOfFiles(server.bucket).read(ID)).rejects.toThrow(/answers 307/)
})
