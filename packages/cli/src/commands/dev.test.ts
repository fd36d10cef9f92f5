import { copyFile, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, expect, it, vi } from 'vitest'
import {
  dev,
  ninefold,
  type Running,
  startNinefold,
  stop,
  workplace,
  workplaceWithDatabase,
} from '../testing/program.ts'
import { listenTo, signIn, visitor } from '../testing/visitor.ts'

vi.setConfig({ testTimeout: 90_000 })

const HELP_DESK = fileURLToPath(new URL('../../../../examples/helpdesk/app.md', import.meta.url))

const NOTES = `# Notes

## 3. Entities and their fields

### Entity: Note

| Field | Type | Rules | Default | Meaning |
| --- | --- | --- | --- | --- |
| title | text up to 200 | required | | |
| phone | text up to 40 | | | |

### Sample data: Note

| title | phone |
| --- | --- |
| First | 123 |
| Second | |
`
const PHONE = '| phone | text up to 40 | | | |\n'
const WITHOUT_PHONE = NOTES.replace(PHONE, '').replace(
  '| title | phone |\n| --- | --- |\n| First | 123 |\n| Second | |',
  '| title |\n| --- |\n| First |\n| Second |',
)

const leftovers: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const clean of leftovers.splice(0).reverse()) await clean()
})

async function folderWith(text: string): Promise<string> {
  const place = await workplaceWithDatabase()
  leftovers.push(async () => place[Symbol.asyncDispose]())
  await writeFile(join(place.folder, 'app.md'), text)
  return place.folder
}

async function running(folder: string, ...words: readonly string[]): Promise<Running & { readonly address: string }> {
  const program = await dev(folder, 'app.md', ...words)
  leftovers.push(() => stop(program))
  return program
}

/** Like careful editors: a new file replaces the old one. */
async function saveByRename(folder: string, text: string): Promise<void> {
  await writeFile(join(folder, 'app.md~'), text)
  await rename(join(folder, 'app.md~'), join(folder, 'app.md'))
}

async function report(address: string): Promise<any> {
  return (await visitor(address).get('/_ninefold/specification')).body
}

function errorsIn({ diagnostics }: any): any[] {
  return diagnostics.filter(({ severity }: { severity: string }) => severity === 'error')
}

async function revision(address: string): Promise<string> {
  return (await visitor(address).get('/_ninefold/app')).body.revision.split(' ')[0]
}

it('serves the empty form: a page, thirteen open questions, and nothing provisional', async () => {
  const place = await workplace()
  leftovers.push(async () => place[Symbol.asyncDispose]())
  await ninefold(place.folder, ['new'])
  const program = await running(place.folder)
  expect((await visitor(program.address).get('/')).status).toBe(200)
  const { body } = await visitor(program.address).get('/_ninefold/app')
  expect(body).toMatchObject({ name: 'App', mode: 'development', screens: [], sampleUsers: [] })
  expect(body.questions.filter(({ answer }: { answer: string }) => answer === 'open')).toHaveLength(13)
  expect(program.printed()).toContain('0 of 13 questions answered, 13 open.')
})

it('serves one entity with screens and calls that are marked as provisional', async () => {
  const { address } = await running(await folderWith(NOTES))
  const { body } = await visitor(address).get('/_ninefold/app')
  expect(body.screens.length).toBeGreaterThan(0)
  expect(body.screens.every(({ isProvisional }: { isProvisional: boolean }) => isProvisional)).toBe(true)
  const { items } = (await visitor(address).get('/api/notes')).body
  expect(items.map(({ title }: { title: string }) => title).sort()).toEqual(['First', 'Second'])
})

it('prints a sign-in for each sample user, which works', async () => {
  const folder = await folderWith(await readFile(HELP_DESK, 'utf8'))
  const program = await running(folder)
  const [, identifier, password] = /^ {4}(ben\S+) +(\S+) +Agent$/m.exec(program.printed()) ?? []
  const cookie = await signIn(program.address, identifier ?? '', password ?? '')
  expect((await visitor(program.address, cookie).get('/_ninefold/app')).body.caller).toMatchObject({
    label: 'Ben Agent',
    roles: ['Agent'],
  })
})

it('follows the text, constants, messages and fields, however the file is saved', async () => {
  const text = await readFile(HELP_DESK, 'utf8')
  const folder = await folderWith(text)
  const { address, ...program } = await running(folder)
  const events = await listenTo(address)
  let now = text
  const edit = async (save: (text: string) => Promise<void>, before: string, after: string): Promise<void> => {
    now = now.replace(before, after)
    const old = await revision(address)
    await save(now)
    const applied = await events.next('applied')
    expect(applied.revision).not.toBe(old)
    expect(await revision(address)).toBe(applied.revision)
  }
  const write = (text: string): Promise<void> => writeFile(join(folder, 'app.md'), text)
  await edit(write, '| pageSize | 20', '| pageSize | 10')
  const ada = visitor(address, await signIn(address, 'ada@example.test', 'correct-horse-1'))
  const pageSizes = (await ada.get('/_ninefold/app')).body.screens.flatMap(({ blocks }: any) =>
    blocks.map(({ pageSize }: any) => pageSize),
  )
  expect(pageSizes).toContain(10)
  await edit(
    (text) => saveByRename(folder, text),
    'There is no ticket {path.number}.',
    'Ticket {path.number} is nowhere.',
  )
  expect((await ada.post('/api/tickets/999999/comments', { body: 'Hello?' })).body.error.message).toBe(
    'Ticket 999999 is nowhere.',
  )
  const from = program.printed().length
  await edit(write, '| active | yes/no', '| colour | text up to 40 | | | |\n| active | yes/no')
  await program.prints(/Category\.colour is new\./, from)
  // A signed-in person stays signed in.
  expect((await ada.get('/_ninefold/app')).body.caller.label).toBe('Ada Admin')
  events.close()
})

it('goes on serving the last good version while the text is wrong, and says what is wrong', async () => {
  const folder = await folderWith(NOTES)
  const { address, ...program } = await running(folder)
  const good = await revision(address)
  const events = await listenTo(address)
  const from = program.printed().length
  await writeFile(join(folder, 'app.md'), NOTES.replace('text up to 40', 'txt up to 40'))
  const held = await events.next('held back')
  expect(errorsIn(held.report)[0]).toMatchObject({
    severity: 'error',
    line: 10,
    excerpt: '| phone | txt up to 40 | | | |',
  })
  expect(await report(address)).toEqual(held.report)
  await program.prints(/Held back: 1 error\.[^]*\^/, from)
  expect((await visitor(address).get('/')).status).toBe(200)
  expect(await revision(address)).toBe(good)
  // The former text is applied again, so that the page learns that nothing is wrong any more.
  await writeFile(join(folder, 'app.md'), NOTES)
  expect((await events.next('applied')).revision).toBe(good)
  expect(errorsIn(await report(address))).toEqual([])
  events.close()
})

it('lets a change that loses data wait for a yes, from the terminal or from the browser', async () => {
  const folder = await folderWith(NOTES)
  const { address, ...program } = await running(folder)
  const events = await listenTo(address)
  const savedAt = program.printed().length
  await writeFile(join(folder, 'app.md'), WITHOUT_PHONE)
  const held = await events.next('held back')
  expect(held.report.waiting).toEqual([{ sentence: expect.stringContaining('Note.phone'), rows: 1, losesValues: true }])
  await program.prints(/Note\.phone .*\(1 row\)\n.*Type yes/, savedAt)
  const phones = async (): Promise<unknown[]> =>
    (await visitor(address).get('/api/notes')).body.items.map(({ phone }: { phone: unknown }) => phone)
  expect((await phones()).sort()).toEqual(['123', null])

  program.type('no')
  program.type('yes')
  await events.next('applied')
  expect(await phones()).toEqual([undefined, undefined])
  expect((await report(address)).waiting).toEqual([])

  await writeFile(
    join(folder, 'app.md'),
    WITHOUT_PHONE.replace('### Entity: Note', '### Entity: Memo').replace('data: Note', 'data: Memo'),
  )
  expect((await events.next('held back')).report.waiting).toMatchObject([{ rows: 2 }])
  expect((await visitor(address).post('/_ninefold/consent')).status).toBe(204)
  await events.next('applied')
  expect((await visitor(address).get('/api/memos')).body.items).toHaveLength(2)
  events.close()
})

it('starts with the version whose data is there when the text has errors or would lose some', async () => {
  const folder = await folderWith(NOTES)
  await stop(await dev(folder, 'app.md'))
  await writeFile(join(folder, 'app.md'), WITHOUT_PHONE)
  const program = await running(folder)
  expect((await visitor(program.address).get('/api/notes')).body.items.length).toBe(2)
  expect((await report(program.address)).waiting).toHaveLength(1)
  const from = program.printed().length
  program.type('yes')
  await program.prints(/Applied/, from)
  await stop(program)
  await writeFile(join(folder, 'app.md'), NOTES.replace('text up to 40', 'txt'))
  const { address, printed } = await running(folder)
  expect(printed()).toContain('The version that fits the data is served.')
  expect((await visitor(address).get('/api/notes')).body.items.length).toBe(2)
})

it('shows what is wrong in a browser even when nothing was ever good', async () => {
  const folder = await folderWith(NOTES.replace('text up to 40', 'txt'))
  const { address, printed } = await running(folder)
  expect(printed()).toContain('No version was without errors yet, so an empty application is served.')
  expect((await visitor(address).get('/')).status).toBe(200)
  expect(errorsIn(await report(address))[0]).toMatchObject({ severity: 'error', line: 10 })
  const events = await listenTo(address)
  await writeFile(join(folder, 'app.md'), NOTES)
  await events.next('applied')
  expect((await visitor(address).get('/api/notes')).body.items).toHaveLength(2)
  events.close()
})

it('serves the rest when a row of sample data cannot be loaded, and says which', async () => {
  const text = NOTES.replace('text up to 40 |', 'text up to 40 | unique')
  const folder = await folderWith(text)
  const { address, ...program } = await running(folder)
  const events = await listenTo(address)
  const from = program.printed().length
  expect((await visitor(address).post('/api/notes', { title: 'Entered', phone: '456' })).status).toBe(201)
  await writeFile(join(folder, 'app.md'), `${text.trimEnd()}\n| Third | 456 |\n`)
  const { report } = await events.next('held back')
  expect(report.diagnostics[0]).toMatchObject({
    number: 'N315',
    line: 18,
    message: expect.stringMatching(/^Sample data: Note, row 3 .*"phone": another record has it already/),
  })
  await program.prints(/error N315/, from)
  events.close()
})

it('goes on serving when the file is deleted, and follows it when it is back', async () => {
  const folder = await folderWith(NOTES)
  const { address, ...program } = await running(folder)
  const from = program.printed().length
  await rm(join(folder, 'app.md'))
  await program.prints(/app\.md can't be read: there is no such file\. The last version is still served\./, from)
  expect((await visitor(address).get('/api/notes')).status).toBe(200)
  const events = await listenTo(address)
  await writeFile(join(folder, 'app.md'), NOTES.replace('# Notes', '# Memos'))
  await events.next('applied')
  expect((await visitor(address).get('/_ninefold/app')).body.name).toBe('Memos')
  events.close()
})

it('shows the picture beside the text as it is now, also when it was missing or is no picture', async () => {
  const folder = await folderWith(
    `${NOTES}\n## 9. Business constants and limits\n\n| Setting | Value |\n| --- | --- |\n| Logo | logo.svg |\n`,
  )
  const { address } = await running(folder)
  const events = await listenTo(address)
  const logo = async () => (await visitor(address).get('/_ninefold/app')).body.brand.logo
  const said = async () =>
    (await report(address)).diagnostics.flatMap((each: any) => (each.number === 'N910' ? [each.message] : []))
  const save = async (content: string): Promise<void> => {
    await writeFile(join(folder, 'logo.svg'), content)
    await events.next('applied')
  }
  expect([await logo(), ...(await said())]).toEqual([null, expect.stringContaining('There is no file "logo.svg"')])
  await save('<svg xmlns="http://www.w3.org/2000/svg"><circle r="9"/></svg>')
  const first = await logo()
  expect([first.light, ...(await said())]).toEqual([expect.stringContaining('/_ninefold/logo/light?version=')])
  await save('<svg xmlns="http://www.w3.org/2000/svg"><circle r="7"/></svg>')
  expect((await logo()).light).not.toBe(first.light)
  await save('no picture')
  expect([await logo(), ...(await said())]).toEqual([null, expect.stringContaining('holds no picture')])
  events.close()
})

it('takes the last of many quick saves', async () => {
  const folder = await folderWith(NOTES)
  const { address } = await running(folder)
  const events = await listenTo(address)
  for (let name = 1; name <= 25; name++)
    await writeFile(join(folder, 'app.md'), NOTES.replace('# Notes', `# Notes ${name}`))
  for (;;) {
    await events.next('applied')
    if ((await visitor(address).get('/_ninefold/app')).body.name === 'Notes 25') break
  }
  events.close()
})

it('takes the next free port when one is taken, and says so', async () => {
  const other = createServer()
  await new Promise<void>((listening) => other.listen(0, '127.0.0.1', listening))
  leftovers.push(() => new Promise((closed) => other.close(closed)))
  const { port } = other.address() as AddressInfo
  const program = startNinefold(await folderWith(NOTES), ['dev', 'app.md', '--no-open', '--port', String(port)])
  leftovers.push(() => stop(program))
  const [, taken, used] = await program.prints(/Port (\d+) is taken, so this is (\d+)\./)
  expect(taken).toBe(String(port))
  expect(Number(used)).toBeGreaterThan(port)
  expect((await visitor(`http://localhost:${used}`).get('/')).status).toBe(200)
})

it('has one owner of its data at a time, keeps it where --data says, and gives each file its own', async () => {
  const folder = await folderWith(NOTES)
  await copyFile(HELP_DESK, join(folder, 'desk.md'))
  const program = await running(folder)
  const second = await ninefold(folder, ['dev', 'desk.md', '--no-open', '--port', '0'])
  expect([second.code, second.stderr]).toEqual([
    2,
    expect.stringMatching(
      /^The data folder \S+\.ninefold is in use by process \d+, .*Stop that process, or choose another folder\.\n$/,
    ),
  ])
  expect((await visitor(program.address).get('/api/notes')).status).toBe(200)
  const planned = await ninefold(folder, ['plan', 'app.md'])
  expect([planned.code, planned.stderr]).toEqual([0, ''])
  expect((await visitor(program.address).get('/api/notes')).status).toBe(200)
  await stop(program)
  const other = await dev(folder, 'desk.md')
  leftovers.push(() => stop(other))
  expect((await visitor(other.address).get('/_ninefold/app')).body.name).toBe('Helpdesk')
  await stop(other)
  const again = await dev(folder, 'desk.md', '--data', join(folder, 'elsewhere'))
  leftovers.push(() => stop(again))
  expect(await readFile(join(folder, 'elsewhere', '.gitignore'), 'utf8')).toBe('*\n')
})

it('stops on a signal, with one line, with its database, and leaves nothing behind', async () => {
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    const folder = await folderWith(NOTES)
    const program = await dev(folder, 'app.md')
    const postgres = Number((await readFile(join(folder, '.ninefold/cluster/postmaster.pid'), 'utf8')).split('\n')[0])
    const events = await listenTo(program.address)
    const from = program.printed().length
    program.kill(signal)
    expect((await program.ended).code).toBe(0)
    expect(program.printed().slice(from)).toBe('Stopped.\n')
    expect(() => process.kill(postgres, 0)).toThrow('ESRCH')
    events.close()
  }
})

it('says which file it cannot read, with exit code 2', async () => {
  const folder = await folderWith(NOTES)
  expect(await ninefold(folder, ['dev', 'absent.md'])).toMatchObject({
    code: 2,
    stderr: "absent.md can't be read: there is no such file.\n",
  })
})

it('refuses no request while the tables change under it', async () => {
  const folder = await folderWith(NOTES)
  const { address } = await running(folder)
  const me = visitor(address)
  const before = await revision(address)
  const answers: number[] = []
  let isOver = false
  const asking = Array.from({ length: 6 }, async (_, number) => {
    while (!isOver)
      answers.push(
        (await (number % 2 === 0 ? me.post('/api/notes', { title: 'Another' }) : me.get('/api/notes'))).status,
      )
  })
  let fields = PHONE
  try {
    for (let change = 1; change <= 3; change++) {
      const seen = await revision(address)
      fields += `| extra${change} | whole number | required | ${change} | |\n`
      await saveByRename(folder, NOTES.replace(PHONE, fields))
      await vi.waitFor(async () => expect(await revision(address)).not.toBe(seen), { timeout: 60_000, interval: 20 })
    }
  } finally {
    isOver = true
    await Promise.all(asking)
  }
  expect(await revision(address)).not.toBe(before)
  expect(answers.length).toBeGreaterThan(20)
  expect(answers.filter((status) => status !== 200 && status !== 201)).toEqual([])
})
