import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ninefold, workplace, type Workplace } from '../testing/program.ts'

const CANONICAL =
  '# A\n\n**Ninefold:** 1\n\n## 6. Roles and permissions\n\n### Roles\n\n| Role | Includes | A user gets it |\n| --- | --- | --- |\n| Guest | | by not being signed in |\n'
const OTHERWISE =
  '# A\n**Ninefold**: 1\n\n## 6. Roles and permissions\n### Roles\n|Role  |Includes|A user gets it|\n|-|-|-|\n|Guest||by not being signed in|'

let place: Workplace
beforeAll(async () => {
  place = await workplace()
})
afterAll(() => place[Symbol.asyncDispose]())

const write = (name: string, text: string): Promise<void> => writeFile(join(place.folder, name), text)
const read = (name: string): Promise<string> => readFile(join(place.folder, name), 'utf8')

it('writes a specification in its canonical form, and leaves one alone that is in it', async () => {
  await write('a.md', OTHERWISE)
  expect(await ninefold(place.folder, ['format', 'a.md'])).toEqual({
    code: 0,
    stdout: 'a.md was formatted.\n',
    stderr: '',
  })
  expect(await read('a.md')).toBe(CANONICAL)
  expect((await ninefold(place.folder, ['format', '.'])).stdout).toBe('a.md is formatted.\n')
})

it('only asks with --check, and ends with 1 when a file is not in the canonical form', async () => {
  await write('b.md', OTHERWISE)
  const { code, stdout } = await ninefold(place.folder, ['format', '--check', 'a.md', 'b.md'])
  expect([code, stdout]).toEqual([1, 'a.md is formatted.\nb.md is not formatted.\n'])
  expect(await read('b.md')).toBe(OTHERWISE)
  expect((await ninefold(place.folder, ['format', '--check', 'a.md'])).code).toBe(0)
})

it('keeps what cannot be read as it is, and says so', async () => {
  await write('c.md', OTHERWISE.replace('|by not being signed in|', '|'))
  const { code, stdout } = await ninefold(place.folder, ['format', 'c.md'])
  expect([code, stdout]).toEqual([
    0,
    "c.md was formatted.\n  Parts that can't be read stay as they are; `ninefold check c.md` says which.\n",
  ])
  expect(await read('c.md')).toBe(
    `${CANONICAL.slice(0, CANONICAL.indexOf('### Roles'))}${OTHERWISE.slice(OTHERWISE.indexOf('### Roles')).replace('|by not being signed in|', '|')}`,
  )
  expect((await ninefold(place.folder, ['format', 'absent.md', 'c.md'])).code).toBe(2)
})
