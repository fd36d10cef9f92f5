import { execFile } from 'node:child_process'
import { cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { findPostgresBinaries, libraryEnvironment } from './postgres-binaries.ts'

const run = promisify(execFile)

it('finds programs that run', async () => {
  const { postgres, environment } = await findPostgresBinaries('/nowhere')
  const { stdout } = await run(postgres, ['--version'], { env: { ...process.env, ...environment } })
  expect(stdout).toMatch(/^postgres \(PostgreSQL\) 18\./)
})

it('makes the links that an install script would have made, and leaves the package as it is', async () => {
  const installed = dirname(dirname((await findPostgresBinaries('/nowhere')).postgres))
  const folder = await mkdtemp(join(tmpdir(), 'ninefold-binaries-'))
  try {
    const native = join(folder, 'native')
    // As unpacked: the links are listed, but do not exist.
    const list = JSON.parse(await readFile(join(installed, 'pg-symlinks.json'), 'utf8')) as { target: string }[]
    const links = new Set(list.map(({ target }) => join(installed, '..', target)))
    await cp(installed, native, { recursive: true, filter: (path) => !links.has(path) && !path.includes('/share/') })
    await expect(run(join(native, 'bin', 'postgres'), ['--version'])).rejects.toThrow()
    const before = await readdir(join(native, 'lib'))

    for (const _ of ['first start', 'every later one']) {
      const environment = await libraryEnvironment(native, join(folder, 'links'))
      // Each loads other libraries: initdb loads those of the client, which load further ones.
      for (const program of ['postgres', 'initdb', 'pg_ctl']) {
        const { stdout } = await run(join(native, 'bin', program), ['--version'], {
          env: { ...process.env, ...environment },
        })
        expect(stdout).toContain('PostgreSQL')
      }
    }
    expect(await readdir(join(native, 'lib'))).toEqual(before)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})
