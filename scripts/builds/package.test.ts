// The package as it would be published, in an empty folder, with the machine's own Node: it installs, checks and runs.

import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { lstat, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { root } from '../project-files.ts'

const run = promisify(execFile)
const INSTALL_MS_MAX = 300_000
const INSTALLED_BYTES_MAX = 200_000_000

const SPECIFICATION = `# Notes

## 2. Screens and routes

### Document: Sheet of Note

- **Title:** "{text}"
- **Fields:** text

## 3. Entities and their fields

### Entity: Note

| Field | Type | Rules | Default | Meaning |
| --- | --- | --- | --- | --- |
| text | text up to 200 | required | | |
`

/** Without the checkout's tools, like on a user's machine, and with a separate cache for downloads. */
const environment: NodeJS.ProcessEnv = {
  ...process.env,
  PATH: (process.env['PATH'] ?? '')
    .split(delimiter)
    .filter((folder) => !folder.includes('node_modules'))
    .join(delimiter),
}

let folder: string
let project: string
let installed: { readonly stdout: string; readonly stderr: string }

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ninefold-package-'))
  project = join(folder, 'project')
  Object.assign(environment, { XDG_CACHE_HOME: join(folder, 'fetched'), LOCALAPPDATA: join(folder, 'fetched') })
  await mkdir(project)
  await run('npm', ['pack', '--pack-destination', folder, '--silent'], { cwd: root, env: environment })
  await writeFile(join(project, 'package.json'), '{ "private": true }')
  // Many machines disable install scripts, and npm asks before running them.
  const installing = ['install', '--no-audit', '--no-fund', '--ignore-scripts', join(folder, 'ninefold-0.1.0.tgz')]
  installed = await run('npm', installing, { cwd: project, env: environment })
  await writeFile(join(project, 'my.md'), SPECIFICATION)
}, INSTALL_MS_MAX)

afterAll(() => rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 }))

it('is installed without a warning, and brings native packages only', async () => {
  expect(installed.stderr).toBe('')
  const folders = await readdir(join(project, 'node_modules'))
  const bundled = ['commander', 'fastify', 'pg', 'pino']
  expect(folders.filter((name) => bundled.includes(name))).toEqual([])
})

it('takes no more room than is promised', async () => {
  const entries = await readdir(join(project, 'node_modules'), { recursive: true, withFileTypes: true })
  const sizes = await Promise.all(
    entries
      .filter((entry) => entry.isFile())
      .map(async (entry) => (await lstat(join(entry.parentPath, entry.name))).size),
  )
  expect(sizes.length).toBeGreaterThan(100)
  expect(sizes.reduce((whole, size) => whole + size, 0)).toBeLessThan(INSTALLED_BYTES_MAX)
})

it('names the licences of what is bundled', async () => {
  const licences = await readFile(join(project, 'node_modules/ninefold/dist/third-party-licences.md'), 'utf8')
  expect(licences).toMatch(/^## fastify [\d.]+: MIT$/m)
})

it(
  'checks a specification',
  async () => {
    const { stdout } = await run(ninefold(), ['check', 'my.md'], { cwd: project, env: environment })
    expect(stdout).toContain('Entities and fields')
    const machine = await run('node', ['--version'], { env: environment })
    // A downloaded Node is cached, without the files that only compilers need.
    if (Number(/\d+/.exec(machine.stdout)?.[0]) >= 24) return
    const fetched = await readdir(join(folder, 'fetched', 'ninefold'))
    expect(fetched).toEqual(['node-24'])
    expect(await readdir(join(folder, 'fetched', 'ninefold', 'node-24'))).not.toContain('include')
  },
  INSTALL_MS_MAX,
)

it('has the manual with it', async () => {
  const { stdout } = await run(ninefold(), ['explain', 'N601'], { cwd: project, env: environment })
  expect(stdout).toMatch(/^# N601: /)
  expect((await run(ninefold(), ['guide'], { cwd: project, env: environment })).stdout).toContain('## 9. ')
})

it('has the examples with it, to begin with', async () => {
  await run(ninefold(), ['new', '--like', 'helpdesk'], { cwd: project, env: environment })
  expect(await readFile(join(project, 'helpdesk.md'), 'utf8')).toBe(
    await readFile(join(root, 'examples/helpdesk/app.md'), 'utf8'),
  )
})

it('refuses a specification with an error, with exit code 1', async () => {
  await writeFile(join(project, 'wrong.md'), SPECIFICATION.replace('text up to 200', 'txt'))
  await expect(run(ninefold(), ['check', 'wrong.md'], { cwd: project, env: environment })).rejects.toMatchObject({
    code: 1,
  })
})

it('runs a specification with a database and pages, and stops when told to', async () => {
  const child = spawn(ninefold(), ['dev', 'my.md', '--no-open', '--port', '0'], { cwd: project, env: environment })
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  try {
    const address = await addressOf(child)
    const page = await fetch(address, { headers: { accept: 'text/html' } })
    expect([page.status, page.headers.get('content-type')]).toEqual([200, expect.stringContaining('text/html')])
    const app = (await (await fetch(`${address}/_ninefold/app`)).json()) as { name: string }
    expect(app.name).toBe('Notes')
    await laysOutDocument(address)
  } finally {
    // The process has ended before its folder is deleted.
    child.kill('SIGTERM')
    await ended
  }
  expect(await ended).toBe(0)
})

/** The package includes the rendering thread and its fonts. */
async function laysOutDocument(address: string): Promise<void> {
  const made = await fetch(`${address}/api/notes`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"text":"Grüße"}',
  })
  const { id } = (await made.json()) as { id: string }
  const document = await fetch(`${address}/_ninefold/documents/sheet/${id}`)
  expect(document.status).toBe(200)
  expect(
    Buffer.from(await document.arrayBuffer())
      .subarray(0, 5)
      .toString(),
  ).toBe('%PDF-')
}

function ninefold(): string {
  return join(project, 'node_modules', '.bin', process.platform === 'win32' ? 'ninefold.cmd' : 'ninefold')
}

function addressOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let printed = ''
    const look = (chunk: Buffer): void => {
      printed += chunk.toString()
      const found = /http:\/\/[\w.]+:\d+/.exec(printed)
      if (found) resolve(found[0])
    }
    child.stdout?.on('data', look)
    child.stderr?.on('data', look)
    child.once('exit', (code) => reject(new Error(`ninefold dev ended with ${code}:\n${printed}`)))
  })
}
