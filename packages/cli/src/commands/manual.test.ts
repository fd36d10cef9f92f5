import { readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { expect, it } from 'vitest'
import { ninefold } from '../testing/program.ts'

function headingsOf(text: string): string[] {
  return text.replace(/^```[^]*?^```/gm, '').match(/^##? .*$/gm) ?? []
}

const run = (...words: string[]) => ninefold(tmpdir(), words)

it('explains a number with its page of the manual, however it is written', async () => {
  const page = readFileSync(new URL('../../../../reference/6-roles/N601-unknown-role.md', import.meta.url), 'utf8')
  for (const number of ['N601', 'n601', '601'])
    expect(await run('explain', number)).toEqual({ code: 0, stdout: page, stderr: '' })
})

it('names the nearest numbers of the same point for one that there is not, and ends with 2', async () => {
  const { code, stdout, stderr } = await run('explain', 'N699')
  expect([code, stdout]).toEqual([2, ''])
  expect(stderr).toMatch(/^No diagnostic has the number "N699"\.\nThe nearest are\n(?: {2}N6\d\d {2}.+\n){3}$/)
  expect((await run('explain', '../N601')).code).toBe(2)
})

it('prints the language in short', async () => {
  const { code, stdout } = await run('guide')
  const headings = headingsOf(stdout)
  expect(code).toBe(0)
  expect(headings).toEqual([
    expect.stringMatching(/^# How to write a specification for Ninefold \d/),
    '## How to work',
    '## The language in short',
  ])
  expect(stdout).toContain('\n### 7. Calls\n')
})

it('prints the whole manual with a part for the document, each of the nine points and expressions', async () => {
  const { code, stdout } = await run('guide', '--full')
  const headings = headingsOf(stdout)
  expect(code).toBe(0)
  expect(headings).toEqual([
    expect.stringMatching(/^# How to write a specification for Ninefold \d/),
    '## How to work',
    '## The document',
    ...[1, 2, 3, 4, 5, 6, 7, 8, 9].map((point) => expect.stringMatching(`^## ${point}\\. `)),
    expect.stringMatching(/^## .*xpression/),
  ])
})
