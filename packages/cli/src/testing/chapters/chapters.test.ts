import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import { saveText } from '../../development/save-text.ts'
import { readSpecificationFile } from '../../specification-file.ts'
import { dev, ninefold, startNinefold, stop, workplace, workplaceWithDatabase } from '../program.ts'
import { listenTo, signIn, visitor } from '../visitor.ts'
import { change, copyGarden, GARDEN_FILES, gardenFile } from './garden-folder.ts'

vi.setConfig({ testTimeout: 90_000 })

async function garden(): Promise<string> {
  const place = await workplace()
  onTestFinished(async () => place[Symbol.asyncDispose]())
  await copyGarden(place.folder)
  return place.folder
}

const NOTE = '| note | text up to `noteLength` | | | |'

const textsIn = (folder: string): Promise<string[]> => Promise.all(GARDEN_FILES.map((file) => gardenFile(folder, file)))

it('checks all files as one text, and tells each place in its file', async () => {
  const folder = await garden()
  const good = await ninefold(folder, ['check', 'allotments.md'])
  expect([good.code, good.stdout.split('\n').at(-2)]).toEqual([
    0,
    'allotments.md: No errors; 13 of 13 questions answered.',
  ])
  await change(folder, 'garden/rights.md', '| Gardener | see | Plot |', '| Gardner | see | Plot |')
  const wrong = await ninefold(folder, ['check', 'allotments.md'])
  expect([wrong.code, wrong.stdout]).toEqual([
    1,
    expect.stringContaining('\n  garden/rights.md:25:3\n 25 | | Gardner |'),
  ])
  const { diagnostics } = JSON.parse((await ninefold(folder, ['check', 'allotments.md', '--format', 'json'])).stdout)
  expect(diagnostics).toHaveLength(1)
  const text = await gardenFile(folder, 'garden/rights.md')
  const place = { file: 'garden/rights.md', start: { line: 25, column: 3, offset: text.indexOf('Gardner') } }
  expect(diagnostics[0]).toMatchObject({
    number: 'N601',
    ...place,
    fixes: [{ edits: [{ ...place, text: 'Gardener' }] }],
  })
  const { stdout } = await ninefold(folder, ['check', 'allotments.md', '--format', 'github'])
  expect(stdout).toContain('::error file=garden/rights.md,line=25,')
  const sarif = await ninefold(folder, ['check', 'allotments.md', '--format', 'sarif'])
  expect(sarif.stdout).toContain('"uri": "garden/rights.md"')
})

it('finds one specification in a folder, and no chapter beside it', async () => {
  const folder = await garden()
  const { code, stdout } = await ninefold(folder, ['check', '.'])
  expect([code, stdout.match(/^.*\.md: .*$/gm)]).toEqual([
    0,
    ['allotments.md: No errors; 13 of 13 questions answered.'],
  ])
})

it('mends and formats the files in which something is to change, and no others', async () => {
  const folder = await garden()
  const before = await textsIn(folder)
  await writeFile(
    join(folder, 'garden/rights.md'),
    `\uFEFF${before[2]}`.replace('| Gardener | see | Plot |', '| Gardner | see | Plot |'),
  )
  await change(folder, 'garden/words.md', '| pageSize | 20 |', '|pageSize|   20 |')
  const fixed = await ninefold(folder, ['check', '--fix', 'allotments.md'])
  expect(fixed.stdout).toMatch(
    /^fixed N601: Replace with "Gardener"\n {2}garden\/rights\.md:25:3\nallotments\.md: 1 fix/,
  )
  expect((await ninefold(folder, ['format', '--check', 'allotments.md'])).code).toBe(1)
  await ninefold(folder, ['format', 'allotments.md'])
  expect(await textsIn(folder)).toEqual([before[0], before[1], `\uFEFF${before[2]}`, before[3]])
  expect((await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.tmp'))).toEqual([])
})

it('says why a chapter cannot be read', async () => {
  const folder = await garden()
  const elsewhere = await mkdtemp(join(tmpdir(), 'ninefold-elsewhere-'))
  onTestFinished(() => rm(elsewhere, { recursive: true, force: true }))
  const chapter = join(folder, 'garden/rights.md')
  const right = await readFile(chapter, 'utf8')
  await writeFile(join(elsewhere, 'rights.md'), right)
  const cases: readonly (readonly [reason: string, make: () => Promise<unknown>])[] = [
    ['there is no such file', async () => {}],
    ['it is not UTF-8 text', () => writeFile(chapter, Buffer.from([0xff, 0xfe]))],
    ['its file is in another folder', () => symlink(join(elsewhere, 'rights.md'), chapter)],
    ['it is the file that lists it', () => symlink('../allotments.md', chapter)],
    ['it is not a file', () => mkdir(chapter)],
    [
      'its line 3 is the mark of a chapter, which has a file of its own',
      () => writeFile(chapter, right.replace('\n\n', '\n\n<!-- chapter: a.md -->\n')),
    ],
  ]
  for (const [reason, make] of cases) {
    await rm(chapter, { recursive: true, force: true })
    await make()
    const { code, stdout } = await ninefold(folder, ['check', 'allotments.md'])
    expect([code, stdout.match(/^error .*\n.*$/gm)]).toEqual([
      1,
      [`error N025: The chapter "garden/rights.md" cannot be read: ${reason}.\n  allotments.md:10:12`],
    ])
  }
  // A link within the folder is a file like any other.
  await rm(chapter, { recursive: true, force: true })
  await writeFile(join(folder, 'somewhere.md'), right)
  await symlink('../somewhere.md', chapter)
  expect((await ninefold(folder, ['check', 'allotments.md'])).code).toBe(0)
})

it('saves from the browser what changed in each file, and nothing over what others have saved', async () => {
  const folder = await garden()
  const file = join(folder, 'allotments.md')
  await writeFile(
    join(folder, 'garden/words.md'),
    `\uFEFF${(await gardenFile(folder, 'garden/words.md')).replaceAll('\n', '\r\n')}`,
  )
  const old = await textsIn(folder)
  const { text: before } = await readSpecificationFile(file)
  const text = before.replaceAll('noteLength', 'letters')
  expect(await saveText(file, { text, before })).toEqual({ kind: 'saved' })
  expect(await textsIn(folder)).toEqual(old.map((each) => each.replaceAll('noteLength', 'letters')))
  // One of the files was saved by somebody else.
  expect(await saveText(file, { text: before, before })).toEqual({ kind: 'changed meanwhile', text })
  // A text with other chapters names no other files to write.
  const other = text.replace('<!-- chapter: garden/rights.md -->', '<!-- chapter: README.md -->')
  expect(await saveText(file, { text: other, before: text })).toEqual({
    kind: 'refused',
    why: `${file} can't be written: its chapters are others.`,
  })
  expect(await readdir(folder)).toEqual(['allotments.md', 'garden'])
})

it('writes a chapter that is listed and not there as soon as it has a text', async () => {
  const folder = await garden()
  const file = join(folder, 'allotments.md')
  await change(folder, 'allotments.md', '- [Rights]', '- [Letters](garden/letters.md)\n- [Rights]')
  const { text: before } = await readSpecificationFile(file)
  const mark = '<!-- chapter: garden/letters.md cannot be read: there is no such file -->\n'
  expect(before).toContain(mark)
  const text = before.replace(mark, `${mark}# Letters\n`)
  expect(await saveText(file, { text, before })).toEqual({ kind: 'saved' })
  expect(await readFile(join(folder, 'garden/letters.md'), 'utf8')).toBe('# Letters\n')
  expect((await ninefold(folder, ['check', 'allotments.md'])).code).toBe(0)
})

it('takes a chapter that is named for the specification that lists it', async () => {
  const folder = await garden()
  const { code, stdout } = await ninefold(folder, ['check', 'garden/rights.md', 'garden/words.md'])
  expect([code, stdout.match(/^.*\.md: .*$/gm)]).toEqual([
    0,
    ['allotments.md: No errors; 13 of 13 questions answered.'],
  ])
  expect((await ninefold(join(folder, 'garden'), ['check', 'rights.md'])).stdout).toContain(
    '../allotments.md: No errors',
  )
  expect((await ninefold(folder, ['format', '--check', 'garden/rights.md'])).stdout).toBe(
    'allotments.md is formatted.\n',
  )
})

it('refuses a chapter where the specification has to be named', async () => {
  const folder = await garden()
  for (const command of ['dev', 'plan', 'test', 'questions'])
    expect(await ninefold(folder, [command, 'garden/rights.md'])).toMatchObject({
      code: 2,
      stderr: 'garden/rights.md is a chapter of allotments.md: name that file instead.\n',
    })
})

it('checks again with --watch when a chapter is saved', async () => {
  const folder = await garden()
  const program = startNinefold(folder, ['check', '--watch', 'allotments.md'])
  await program.prints(/allotments\.md: No errors[^]*Ctrl-C stops it/)
  const from = program.printed().length
  await change(folder, 'garden/rights.md', '| Gardener | see | Plot |', '| Gardner | see | Plot |')
  await program.prints(/allotments\.md: 1 error/, from)
  expect((await stop(program)).code).toBe(0)
})

it('follows every file in development, also one that comes later', async () => {
  const place = await workplaceWithDatabase()
  onTestFinished(async () => place[Symbol.asyncDispose]())
  const { folder } = place
  await copyGarden(folder)
  const program = await dev(folder, 'allotments.md')
  onTestFinished(async () => void (await stop(program)))
  const { address } = program
  const events = await listenTo(address)
  const greta = visitor(address, await signIn(address, 'greta@allotments.example', 'water-the-beans'))
  const plots = async () => (await greta.get('/api/plots')).body.items
  expect((await plots()).map(({ number }: { number: number }) => number)).toEqual([12, 13])

  await change(folder, 'garden/plots.md', NOTE, `${NOTE}\n| sunny | yes/no | | yes | |`)
  await events.next('applied')
  expect(Object.keys((await plots())[0])).toContain('sunny')

  await change(folder, 'garden/plots.md', '| sunny | yes/no | | yes | |', '| sunny | yes/noo | | yes | |')
  const { report } = await events.next('held back')
  expect(report.diagnostics.find(({ severity }: { severity: string }) => severity === 'error')).toMatchObject({
    file: expect.stringMatching(/garden\/plots\.md$/),
    line: 40,
    excerpt: '| sunny | yes/noo | | yes | |',
  })
  await change(folder, 'garden/plots.md', '| sunny | yes/noo | | yes | |', '| sunny | yes/no | | yes | |')
  await events.next('applied')

  await change(folder, 'allotments.md', '- [Rights]', '- [Letters](garden/letters.md)\n- [Rights]')
  expect((await events.next('held back')).report.diagnostics[0]).toMatchObject({ number: 'N025', line: 10 })
  const letters =
    '## 8. The error catalogue\n\n| Code | Status | About | Message |\n| --- | --- | --- | --- |\n| LATE | 422 | | Too late. |\n'
  await writeFile(join(folder, 'garden/letters.md'), letters)
  await events.next('applied')

  // Refusals name their line in its file.
  expect((await greta.post('/api/plots/99/readings', { litres: 3 })).status).toBe(404)
  const [refused] = (await greta.get('/_ninefold/requests.json')).body
  expect(refused).toMatchObject({
    line: expect.stringMatching(/^garden\/words\.md:\d+$/),
    refusals: [{ code: 'PLOT_NOT_FOUND', codeLine: 'garden/words.md:27' }],
  })
  const { things } = (await greta.get('/_ninefold/why?address=/')).body
  expect(things.find(({ kind }: any) => kind === 'screen')).toMatchObject({ line: expect.any(Number) })
  expect(things.flatMap(({ grounds }: any) => grounds.map(({ line }: any) => line))).toContain('garden/rights.md:25')
  events.close()
})

it('plans, applies and keeps the whole text, and a text that is only cut differently changes no table', async () => {
  const place = await workplaceWithDatabase()
  onTestFinished(async () => place[Symbol.asyncDispose]())
  const { folder } = place
  await copyGarden(folder)
  expect((await ninefold(folder, ['apply', 'allotments.md'])).code).toBe(0)
  const old = await textsIn(folder)
  expect((await ninefold(folder, ['backup', 'allotments.md', 'monday.zip'])).code).toBe(0)
  const back = await ninefold(folder, ['restore', 'monday.zip', 'copy/allotments.md'])
  expect([back.code, back.stdout.match(/^\S+\.md: /gm)]).toEqual([0, GARDEN_FILES.map((file) => `copy/${file}: `)])
  expect(await textsIn(join(folder, 'copy'))).toEqual(old)

  // All in one file: point by point, in the order of the chapters.
  const { text } = await readSpecificationFile(join(folder, 'allotments.md'))
  const [main = '', plots = '', rights = '', words = ''] = text.split(/\n<!-- chapter: .* -->\n/)
  const pointsOf = (file: string): string => file.slice(file.indexOf('## '))
  const screen = /### Screen: Plot\n[^]*?(?=\n## )/.exec(plots)?.[0] ?? ''
  const whole = main.replace(/\*\*Chapters:\*\*\n\n(?:- .*\n)+\n/, '')
  const rest = pointsOf(plots).replace(/^[^]*?(?=## 3\.)/, '')
  await writeFile(
    join(folder, 'allotments.md'),
    `${whole}\n${screen}\n${rest}\n${pointsOf(rights)}\n${pointsOf(words)}`,
  )
  await rm(join(folder, 'garden'), { recursive: true })
  expect((await ninefold(folder, ['check', 'allotments.md'])).code).toBe(0)
  const planned = await ninefold(folder, ['plan', 'allotments.md', '--json'])
  expect([planned.code, JSON.parse(planned.stdout)]).toEqual([
    0,
    expect.objectContaining({ isFirst: false, differences: [], losses: [], obstacles: [] }),
  ])
})
