// The protocol's own client with the real program: tools, resources, refusals, and the way from no text to a served
// address.

import { readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }
import { LAUNCHER, ninefold, workplace, type Workplace } from '../testing/program.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 })

const NOTES = `# Notes

**Ninefold:** 1

## 3. Entities and their fields

### Entity: Note

- **Label:** \`text\`

| Field | Type | Rules | Default | Meaning |
| --- | --- | --- | --- | --- |
| text | text up to 200 | required | | |
`

const BOOKS = `# Books

**Ninefold:** 1

## 3. Entities and their fields

### Entity: Book

| Field | Type | Rules | Default | Meaning |
| --- | --- | --- | --- | --- |
| title | text up to 20 | required | | |

## 6. Roles and permissions

### Roles

| Role | Includes | A user gets it |
| --- | --- | --- |
| Guest | | by not being signed in |

### Permissions

| Who | May | Entity | Only where | Fields |
| --- | --- | --- | --- | --- |
| Guest | see, create | Book | | all |

## 7. The calls it makes

### POST /api/books — Buy

- **Who:** Guest

| Input | Like | Needed |
| --- | --- | --- |
| title | Book.title | yes |

1. create Book as book with given title
2. respond 201 with \`{"title": book.title}\`

### Example: A book

1. as somebody: call \`POST /api/books\` with \`{"title": "Emma"}\` answers 201
2. as somebody: call \`POST /api/books\` answers 201
3. as somebody: call \`POST /api/books\` answers 422
`

let place: Workplace
let agent: Client

beforeAll(async () => {
  place = await workplace()
  agent = new Client({ name: 'test', version: '1' })
  await agent.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [LAUNCHER, 'mcp'],
      cwd: place.folder,
      stderr: 'inherit',
    }),
  )
})
afterAll(async () => {
  await agent.close()
  await place[Symbol.asyncDispose]()
})

interface Answered {
  readonly isError: boolean
  readonly text: string
  // oxlint-disable-next-line typescript/no-explicit-any: each tool has a form of its own, which the client has checked.
  readonly value: any
}

async function use(name: string, input: Record<string, unknown>): Promise<Answered> {
  const answer = await agent.callTool({ name, arguments: input }, undefined, { timeout: 90_000 })
  const [content] = answer.content as { readonly text: string }[]
  return { isError: answer.isError === true, text: content?.text ?? '', value: answer.structuredContent }
}

it('says who it is, how to work, and the types of all that its tools take and answer', async () => {
  expect(agent.getServerVersion()).toMatchObject({ name: 'ninefold', version: manifest.version })
  expect(agent.getInstructions()).toContain('ninefold://guide')
  const { tools } = await agent.listTools()
  expect(tools.map(({ name }) => name).sort()).toEqual([
    'check',
    'complete',
    'explain',
    'new',
    'plan',
    'questions',
    'read',
    'run',
    'status',
    'stop',
    'test',
    'write',
  ])
  for (const tool of tools) expect(tool.outputSchema, tool.name).toMatchObject({ type: 'object' })
})

it('has the guide and the manual of the same version', async () => {
  const guide = await agent.readResource({ uri: 'ninefold://guide' })
  expect(guide.contents[0]).toMatchObject({ text: (await ninefold(place.folder, ['guide'])).stdout })
  const { resources } = await agent.listResources()
  const names = resources.map(({ name }) => name)
  for (const name of ['0-document', '6-roles', 'evolution', 'expression']) expect(names).toContain(name)
  for (const { uri } of resources) expect((await agent.readResource({ uri })).contents).toHaveLength(1)
  const page = await agent.readResource({ uri: 'ninefold://diagnostics/N601' })
  expect(page.contents[0]).toMatchObject({ text: (await use('explain', { number: '601' })).value.page })
  const offered = await agent.complete({
    ref: { type: 'ref/resource', uri: 'ninefold://diagnostics/{number}' },
    argument: { name: 'number', value: 'N60' },
  })
  expect(offered.completion.values).toContain('N601')
  await expect(agent.readResource({ uri: 'ninefold://reference/6-rules' })).rejects.toThrow(
    /no page "6-rules".*6-roles/,
  )
})

it('refuses with a sentence that says what to do instead', async () => {
  expect(await use('explain', { number: 'N699' })).toMatchObject({
    isError: true,
    text: expect.stringContaining('The nearest are'),
  })
  expect(await use('read', { file: '../app.md' })).toMatchObject({
    isError: true,
    text: expect.stringContaining('Name a file in that folder'),
  })
  expect(await use('write', { file: 'package.json', text: '{}' })).toMatchObject({
    isError: true,
    text: expect.stringContaining('its name ends with .md'),
  })
  expect(await use('read', { file: 'missing.md' })).toMatchObject({
    isError: true,
    text: expect.stringContaining('there is no such file'),
  })
  expect(await use('check', {})).toMatchObject({ isError: true, text: expect.stringContaining('file') })
})

it('follows no link out of its folder', async () => {
  await using elsewhere = await workplace()
  await writeFile(join(elsewhere.folder, 'other.md'), NOTES)
  await symlink(elsewhere.folder, join(place.folder, 'link'))
  await symlink(join(elsewhere.folder, 'other.md'), join(place.folder, 'linked.md'))
  for (const file of ['link/other.md', 'linked.md', join(elsewhere.folder, 'other.md')])
    expect(await use('write', { file, text: '# Gone\n' })).toMatchObject({ isError: true })
  expect(await readFile(join(elsewhere.folder, 'other.md'), 'utf8')).toBe(NOTES)
})

it('checks, mends, completes and asks as the commands do', async () => {
  expect((await use('new', { file: 'app.md' })).value.text).toContain('**Purpose:** not shown')
  expect(await use('new', { file: 'app.md' })).toMatchObject({
    isError: true,
    text: expect.stringContaining('nothing is overwritten'),
  })
  const wrong = await use('write', { file: 'app.md', text: NOTES.replace('`text`', '`txt`') })
  expect(wrong.value).toMatchObject({ runs: false, summary: expect.stringContaining('1 error') })
  const told = JSON.parse((await ninefold(place.folder, ['check', 'app.md', '--format', 'json'])).stdout)
  const checked = await use('check', { file: 'app.md' })
  expect(checked.value).toMatchObject(told)
  expect(JSON.parse(checked.text)).toEqual(checked.value)
  const fixed = await use('check', { file: 'app.md', fix: true })
  expect(fixed.value).toMatchObject({ runs: true, fixed: [{ number: 'N051' }] })
  expect((await use('read', { file: 'app.md' })).value.text).toBe(NOTES)
  const { line } = { line: NOTES.split('\n').findIndex((each) => each.startsWith('| text |')) + 1 }
  const offered = await use('complete', { file: 'app.md', line, column: '| text | te'.length + 1 })
  expect(offered.value.completions.map(({ label }: { label: string }) => label)).toContain('text up to 80')
  expect(await use('complete', { file: 'app.md', line: 999, column: 1 })).toMatchObject({ isError: true })
  const asked = JSON.parse((await ninefold(place.folder, ['questions', 'app.md', '--format', 'json'])).stdout)
  expect((await use('questions', { file: 'app.md' })).value).toEqual(asked)
})

it('plays examples, and says what came instead', async () => {
  await use('write', { file: 'app.md', text: NOTES })
  expect(await use('test', { file: 'app.md' })).toMatchObject({
    isError: true,
    text: expect.stringContaining('has no examples'),
  })
  await use('write', { file: 'app.md', text: BOOKS })
  const played = await use('test', { file: 'app.md' })
  expect(played.value).toMatchObject({ isPassed: false, examples: [{ name: 'A book', stepsNotTried: 1 }] })
  expect(played.value.examples[0].steps).toMatchObject([
    { isAsExpected: true, came: '201' },
    { isAsExpected: false, came: expect.stringContaining('422') },
  ])
})

it('runs a text, takes what is written meanwhile, plans, and ends what it runs', async () => {
  await use('write', { file: 'app.md', text: NOTES })
  const { value } = await use('run', { file: 'app.md' })
  expect(value).toMatchObject({ file: 'app.md', address: expect.stringMatching(/^http:\/\/localhost:\d+$/) })
  expect((await fetch(`${value.address}/api/notes`)).status).toBe(200)
  expect((await use('run', { file: 'app.md' })).value.address).toBe(value.address)
  expect((await use('plan', { file: 'app.md' })).value).toMatchObject({ isFirst: false, asksFor: [] })
  expect((await use('stop', {})).value).toMatchObject({ file: null, address: null })
  await expect(fetch(`${value.address}/api/notes`)).rejects.toThrow()
})

it('takes the application that it runs with it', async () => {
  const other = new Client({ name: 'test', version: '1' })
  const transport = new StdioClientTransport({ command: process.execPath, args: [LAUNCHER, 'mcp'], cwd: place.folder })
  await other.connect(transport)
  const answer = await other.callTool({ name: 'run', arguments: { file: 'app.md' } })
  const { address } = answer.structuredContent as { address: string }
  process.kill(transport.pid ?? 0, 'SIGKILL')
  await expect
    .poll(
      () =>
        fetch(address).then(
          () => 'serves',
          () => 'gone',
        ),
      { timeout: 90_000 },
    )
    .toBe('gone')
})
