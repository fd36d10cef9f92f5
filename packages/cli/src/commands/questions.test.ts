import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { emptyForm } from '../empty-form.ts'
import { ninefold, workplace, type Workplace } from '../testing/program.ts'

const FIELDS =
  '### Entity: Note\n\n| Field | Type | Rules | Default | Meaning |\n| --- | --- | --- | --- | --- |\n| colour | not shown | | | |\n| isRed | yes/no | computed `colour == "red"` | | |\n'

let place: Workplace
beforeAll(async () => {
  place = await workplace()
  await writeFile(
    join(place.folder, 'notes.md'),
    emptyForm('Notes').replace(/^.*Entities and fields.*not shown.*\n/m, FIELDS),
  )
})
afterAll(() => place[Symbol.asyncDispose]())

it('says each open question with its place, what waits for it and the possible answers', async () => {
  const { code, stdout } = await ninefold(place.folder, ['questions', 'notes.md'])
  expect(code).toBe(0)
  expect(stdout).toMatch(
    /^\d+\. colour: Type \(Entity: Note\)\n {3}notes\.md:\d+:12 {2}open\n {3}1 place waits for it:\n {5}notes\.md:\d+:30 {2}"colour" is used here\.\n {7}\| isRed .*\n {3}Possible: text up to 80 · .* · list of Note\n/m,
  )
  expect(stdout).toMatch(/\nnotes\.md: 13 open questions\.\n$/)
})

it('says the same as JSON, with lines and columns counted from 1', async () => {
  const { questions } = JSON.parse((await ninefold(place.folder, ['questions', 'notes.md', '--format', 'json'])).stdout)
  const found = questions.find(({ question }: { question: string }) => question.startsWith('colour'))
  expect(found).toMatchObject({
    point: 'entities',
    standing: 'open',
    file: 'notes.md',
    start: { column: 12 },
    waiting: [{ why: '"colour" is used here.', start: { column: 30 }, end: { column: 36 } }],
  })
})

it('has a neighbour that writes the words that are not translated, as a table', async () => {
  const { code, stdout } = await ninefold(place.folder, ['words', 'notes.md', '--language', 'de'])
  expect(code).toBe(0)
  expect(stdout).toMatch(/^### Translation: de\n\n\| Words \| Translation \|\n\| --- \| --- \|\n(?:\| [^|]+ \| \|\n)+$/)
  expect(stdout).toContain('| Notes | |')
  expect(await ninefold(place.folder, ['words', 'notes.md', '--language', 'German'])).toMatchObject({
    code: 2,
    stderr: '"German" is not a language tag. Write one such as de.\n',
  })
})

it('names a file that cannot be read, and ends with 2', async () => {
  expect(await ninefold(place.folder, ['questions', 'absent.md'])).toEqual({
    code: 2,
    stdout: '',
    stderr: "absent.md can't be read: there is no such file.\n",
  })
})
