import { copyFile, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { emptyForm } from '../empty-form.ts'
import { ninefold, startNinefold, stop, workplace, type Workplace } from '../testing/program.ts'

const HELP_DESK = fileURLToPath(new URL('../../../../examples/helpdesk/app.md', import.meta.url))
const GIVEN_FORM = fileURLToPath(new URL('../../../core/src/read/fixtures/form.md', import.meta.url))

let place: Workplace
beforeAll(async () => {
  place = await workplace()
  await copyFile(HELP_DESK, join(place.folder, 'help desk.md'))
  await copyFile(GIVEN_FORM, join(place.folder, 'form.md'))
  const helpDesk = await readFile(HELP_DESK, 'utf8')
  await writeFile(join(place.folder, 'wrong.md'), helpDesk.replace('`category.active`', '`category.actve`'))
  await writeFile(join(place.folder, 'latin.md'), Buffer.from('# Caf\xe9\n', 'latin1'))
  await mkdir(join(place.folder, 'folder.md'))
})
afterAll(() => place[Symbol.asyncDispose]())

it('finds no error in the help desk, and all thirteen questions answered', async () => {
  const { code, stdout, stderr } = await ninefold(place.folder, ['check', 'help desk.md'])
  expect([code, stderr]).toEqual([0, ''])
  expect(stdout).toMatch(/^help desk\.md: No errors, .*13 of 13 questions answered\.$/m)
})

it('finds no error in the given form, and thirteen open questions', async () => {
  const { code, stdout } = await ninefold(place.folder, ['check', 'form.md', '--format', 'json'])
  const { diagnostics, questions } = JSON.parse(stdout)
  expect(code).toBe(0)
  expect(diagnostics.filter((found: { severity: string }) => found.severity === 'error')).toEqual([])
  expect(questions.map(({ answer }: { answer: string }) => answer)).toEqual(Array(13).fill('open'))
})

it('shows an error with its number, place, caret and suggestion, and ends with 1', async () => {
  const { code, stdout } = await ninefold(place.folder, ['check', 'wrong.md'])
  expect(code).toBe(1)
  expect(stdout).toMatch(
    /error N051: Nothing here is called "actve"\.\n {2}wrong\.md:\d+:79\n.*`category\.actve`.*\n.* \^{5}\n.*Did you mean "active"\?/,
  )
})

it('gives the same diagnostics as JSON, for GitHub and as SARIF', async () => {
  const json = JSON.parse((await ninefold(place.folder, ['check', 'wrong.md', '--format', 'json'])).stdout)
  const error = json.diagnostics.find((found: { severity: string }) => found.severity === 'error')
  expect(error).toMatchObject({
    number: 'N051',
    message: 'Nothing here is called "actve".',
    file: 'wrong.md',
    start: { column: 79 },
    end: { line: error.start.line, column: 84 },
    related: [],
    fixes: [{ title: 'Replace with "active"', edits: [{ text: 'active' }] }],
  })
  expect(json.questions[0]).toEqual({ point: 'purpose', question: 'Purpose', answer: 'stated' })
  const github = await ninefold(place.folder, ['check', 'wrong.md', '--format', 'github'])
  expect(github.stdout).toMatch(/^::error file=wrong\.md,line=\d+,endLine=\d+,col=79,endColumn=83,title=N051 /m)
  const sarif = JSON.parse((await ninefold(place.folder, ['check', 'wrong.md', 'form.md', '--format', 'sarif'])).stdout)
  expect(
    sarif.runs.map(({ results }: { results: { ruleId: string }[] }) => results.some(({ ruleId }) => ruleId === 'N051')),
  ).toEqual([true, false])
})

it('names a file that cannot be read, and why, and ends with 2', async () => {
  for (const [file, reason] of [
    ['absent.md', 'there is no such file'],
    ['latin.md', 'it is not UTF-8 text'],
  ] as const) {
    expect(await ninefold(place.folder, ['check', file])).toEqual({
      code: 2,
      stdout: '',
      stderr: `${file} can't be read: ${reason}.\n`,
    })
  }
})

it('checks several files, says each with its name, and ends with the worst of their codes', async () => {
  const good = await ninefold(place.folder, ['check', 'form.md', 'help desk.md'])
  expect([good.code, good.stdout.match(/^.*\.md: No errors/gm)?.length]).toEqual([0, 2])
  expect((await ninefold(place.folder, ['check', 'form.md', 'wrong.md'])).code).toBe(1)
  const unreadable = await ninefold(place.folder, ['check', 'wrong.md', 'absent.md', '--format', 'json'])
  expect(unreadable.code).toBe(2)
  expect(JSON.parse(unreadable.stdout).questions[0]).toMatchObject({ file: 'wrong.md' })
})

it('finds the specifications of a folder, and says when there is none', async () => {
  expect(await ninefold(place.folder, ['check', 'folder.md'])).toEqual({
    code: 2,
    stdout: '',
    stderr: 'There is no specification in folder.md: no file *.md with the heading of one of the nine points.\n',
  })
  await mkdir(join(place.folder, 'apps', 'b', 'node_modules'), { recursive: true })
  await writeFile(join(place.folder, 'apps', 'README.md'), '# Apps\n\n## Roles\n')
  await writeFile(join(place.folder, 'apps', 'picture.md'), Buffer.from([0xff, 0xfe, 0x00]))
  for (const file of ['b/one.md', 'b/node_modules/two.md', 'a.md'])
    await copyFile(GIVEN_FORM, join(place.folder, 'apps', file))
  const { code, stdout } = await ninefold(place.folder, ['check', 'apps', '--format', 'json'])
  const { diagnostics, questions } = JSON.parse(stdout) as Record<string, { file: string }[]>
  const files = [join('apps', 'a.md'), join('apps', 'b', 'one.md')]
  expect([
    code,
    [...new Set(diagnostics?.map(({ file }) => file))],
    [...new Set(questions?.map(({ file }) => file))],
  ]).toEqual([0, files, files])
})

it('applies with --fix what has one remedy, says what it did, and keeps a byte order mark and a link', async () => {
  const original = await readFile(HELP_DESK, 'utf8')
  await writeFile(join(place.folder, 'mend.md'), `\uFEFF${original.replace('`category.active`', 'category.actve')}`)
  await symlink('mend.md', join(place.folder, 'link.md'))
  const { code, stdout } = await ninefold(place.folder, ['check', '--fix', 'link.md'])
  expect(stdout).toMatch(
    /^fixed N010: Put backticks around it\n {2}link\.md:\d+:69\nfixed N051: Replace with "active"\n {2}link\.md:\d+:\d+\nlink\.md: 2 fixes applied\.\n/,
  )
  expect([code, await readFile(join(place.folder, 'mend.md'), 'utf8')]).toEqual([0, `\uFEFF${original}`])
  expect(
    (await readdir(place.folder, { withFileTypes: true }))
      .filter((each) => each.isSymbolicLink())
      .map(({ name }) => name),
  ).toEqual(['link.md'])
  const again = JSON.parse((await ninefold(place.folder, ['check', '--fix', 'mend.md', '--format', 'json'])).stdout)
  expect([again.fixed, await readdir(place.folder)]).toEqual([
    [],
    expect.not.arrayContaining([expect.stringMatching(/\.tmp$/)]),
  ])
})

it('checks again with --watch whenever the file is saved, and stops when told to', async () => {
  await writeFile(join(place.folder, 'watched.md'), emptyForm('Watched'))
  const program = startNinefold(place.folder, ['check', '--watch', 'watched.md'])
  await program.prints(/watched\.md: No errors[^]*Ctrl-C stops it/)
  const from = program.printed().length
  await writeFile(join(place.folder, 'watched.md'), '# A\n\n## 7. The rules\n')
  await program.prints(/watched\.md: 1 error/, from)
  expect((await stop(program)).code).toBe(0)
  expect((await ninefold(place.folder, ['check', '--watch', '--fix', 'watched.md'])).code).toBe(2)
})

it('sees with --watch what is added to a folder', async () => {
  const folder = join(place.folder, 'growing')
  await mkdir(folder)
  await writeFile(join(folder, 'one.md'), emptyForm('One'))
  const program = startNinefold(place.folder, ['check', '--watch', 'growing', 'form.md'])
  await program.prints(/one\.md: No errors[^]*form\.md: No errors[^]*Ctrl-C stops it/)
  const from = program.printed().length
  await writeFile(join(folder, 'two.md'), '# Two\n\n## 7. The calls it makes\n\n| Entty | Path |\n| --- | --- |\n')
  await program.prints(/two\.md: \d+ errors?/, from)
  expect((await stop(program)).code).toBe(0)
})

it('uses colours only where they are wanted', async () => {
  const colour = '\u001B['
  expect((await ninefold(place.folder, ['check', 'wrong.md'])).stdout).not.toContain(colour)
  expect((await ninefold(place.folder, ['check', 'wrong.md'], { NO_COLOR: '', FORCE_COLOR: '1' })).stdout).toContain(
    colour,
  )
  expect(
    (await ninefold(place.folder, ['check', 'wrong.md'], { NO_COLOR: '1', FORCE_COLOR: '1' })).stdout,
  ).not.toContain(colour)
})

it('refuses a command line that it does not understand with 2, and says what it understands', async () => {
  const unknown = await ninefold(place.folder, ['chekc', 'form.md'])
  expect([unknown.code, unknown.stderr]).toEqual([2, expect.stringContaining('Did you mean check?')])
  expect((await ninefold(place.folder, ['check', 'form.md', '--format', 'yaml'])).code).toBe(2)
  expect((await ninefold(place.folder, ['--version'])).stdout).toBe('0.1.0\n')
  expect((await ninefold(place.folder, ['--help'])).code).toBe(0)
})

it('writes the empty form, ready to run, and never over a file that is there', async () => {
  const first = await ninefold(place.folder, ['new'])
  expect([first.code, first.stdout]).toEqual([0, expect.stringContaining('npx ninefold dev app.md')])
  expect(await readFile(join(place.folder, 'app.md'), 'utf8')).toBe(emptyForm('App'))
  const checked = JSON.parse((await ninefold(place.folder, ['check', 'app.md', '--format', 'json'])).stdout)
  expect(checked.questions.map(({ answer }: { answer: string }) => answer)).toEqual(Array(13).fill('open'))

  await writeFile(join(place.folder, 'app.md'), 'mine')
  const second = await ninefold(place.folder, ['new'])
  expect([second.code, second.stderr]).toEqual([
    2,
    "app.md can't be written: it is there already, and nothing is overwritten.\n",
  ])
  expect(await readFile(join(place.folder, 'app.md'), 'utf8')).toBe('mine')
  expect((await ninefold(place.folder, ['new', 'bookings'])).code).toBe(0)
  expect(await readFile(join(place.folder, 'bookings.md'), 'utf8')).toMatch(/^# Bookings\n/)
})

it('begins with a copy of each example, under its own name or the one that is given', async () => {
  const examples = fileURLToPath(new URL('../../../../examples/', import.meta.url))
  const textOf = (name: string) => readFile(join(examples, name, 'app.md'), 'utf8')
  const help = await ninefold(place.folder, ['new', '--help'])
  const names = (await readdir(examples)).sort()
  for (const name of names) expect(help.stdout).toContain(name)

  expect((await ninefold(place.folder, ['new', '--like', 'stock'])).stdout).toContain('npx ninefold dev stock.md')
  expect(await readFile(join(place.folder, 'stock.md'), 'utf8')).toBe(await textOf('stock'))
  expect((await ninefold(place.folder, ['new', 'sales', '--like', 'crm'])).code).toBe(0)
  const [title, ...lines] = (await readFile(join(place.folder, 'sales.md'), 'utf8')).split('\n')
  expect([title, lines]).toEqual(['# Sales', (await textOf('crm')).split('\n').slice(1)])
  expect((await ninefold(place.folder, ['check', 'sales.md'])).code).toBe(0)

  const unknown = await ninefold(place.folder, ['new', '--like', 'sales'])
  expect([unknown.code, unknown.stderr]).toEqual([
    2,
    `There is no starter "sales". Take one of these: ${names.join(', ')}.\n`,
  ])
  const again = await ninefold(place.folder, ['new', '--like', 'stock'])
  expect([again.code, again.stderr]).toEqual([2, expect.stringContaining('nothing is overwritten')])
})
