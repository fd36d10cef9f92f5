import { fork } from 'node:child_process'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { FileTooBig, folderOfFiles } from './file-store.ts'

const ID = '12345678-0000-4000-8000-000000000001'
const EVER = Number.POSITIVE_INFINITY

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ninefold-file-store-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

it('keeps a file once it is said so, gives it back, and removes it', async () => {
  const store = folderOfFiles(folder)
  const received = await store.receive(ID, Readable.from([Buffer.from('ab'), Buffer.from('c')]), 3)
  expect(received.size).toBe(3)
  expect(await store.read(ID)).toBeNull()
  await received.keep()
  expect(await text((await store.read(ID)) ?? Readable.from([]))).toBe('abc')
  expect(await store.keptBefore(EVER)).toEqual([ID])
  await store.remove(ID)
  await store.remove(ID)
  expect(await store.read(ID)).toBeNull()
})

it('leaves nothing of what is too big, is cut, or is taken back', async () => {
  const store = folderOfFiles(folder)
  await expect(store.receive(ID, Readable.from([Buffer.from('abcd')]), 3)).rejects.toThrow(FileTooBig)
  const cut = new Readable({ read: () => {} })
  cut.push(Buffer.from('a'))
  const receiving = store.receive(ID, cut, 3)
  cut.destroy(new Error('The line broke.'))
  await expect(receiving).rejects.toThrow('The line broke.')
  const received = await store.receive(ID, Readable.from([Buffer.from('a')]), 3)
  await received.discard()
  expect(await readdir(join(folder, 'incoming'))).toEqual([])
  expect(await store.keptBefore(EVER)).toEqual([])
})

it('takes no name for an id', async () => {
  const store = folderOfFiles(folder)
  for (const name of ['../x', 'x', '', `${ID}/../../x`]) await expect(store.read(name)).rejects.toThrow('is its id')
})

it('a process that is killed while a file comes leaves nothing half-kept', async () => {
  const program = join(folder, 'receiver.mjs')
  const module = fileURLToPath(new URL('./file-store.ts', import.meta.url))
  await writeFile(
    program,
    `import { Readable } from 'node:stream'
     import { folderOfFiles } from ${JSON.stringify(module)}
     const endless = new Readable({ read() { this.push(Buffer.alloc(1024)); if (++this.parts === 100) process.send('begun') } })
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
  expect(await store.keptBefore(EVER)).toEqual([])
  expect(await readdir(join(folder, 'files', 'incoming'))).toEqual([])
})
