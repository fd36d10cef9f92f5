// An agent that knows only the output of `check --format json` corrects a text: it applies every diagnostic's single
// fix and checks again, as the reference describes.

import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ninefold, workplace, type Workplace } from '../testing/program.ts'

const HELP_DESK = fileURLToPath(new URL('../../../../examples/helpdesk/app.md', import.meta.url))

let place: Workplace
beforeAll(async () => {
  place = await workplace()
})
afterAll(() => place[Symbol.asyncDispose]())

interface Place {
  readonly line: number
  readonly column: number
  readonly offset: number
}

interface Edit {
  readonly start: Place
  readonly end: Place
  readonly text: string
}

interface Answer {
  readonly diagnostics: readonly {
    readonly number: string
    readonly severity: string
    readonly message: string
    readonly fixes: readonly { readonly edits: readonly Edit[] }[]
  }[]
}

async function checked(file: string): Promise<Answer> {
  return JSON.parse((await ninefold(place.folder, ['check', file, '--format', 'json'])).stdout)
}

/** Applies edits from last to first; of two overlapping ones, the later one waits for the next round. */
function edited(text: string, answer: Answer, change: (text: string, edit: Edit) => string): string {
  const edits = answer.diagnostics
    .flatMap(({ fixes }) => (fixes.length === 1 ? (fixes[0]?.edits ?? []) : []))
    .toSorted((a, b) => b.start.offset - a.start.offset)
  let current = text
  let from = Number.POSITIVE_INFINITY
  for (const edit of edits) {
    if (edit.end.offset > from || edit.start.offset === from) continue
    current = change(current, edit)
    from = edit.start.offset
  }
  return current
}

function byOffset(text: string, { start, end, text: inserted }: Edit): string {
  return text.slice(0, start.offset) + inserted + text.slice(end.offset)
}

function byLineAndColumn(text: string, edit: Edit): string {
  const lines = text.split('\n')
  const offsetOf = ({ line, column }: Place): number =>
    lines.slice(0, line - 1).reduce((sum, each) => sum + each.length + 1, 0) + column - 1
  return text.slice(0, offsetOf(edit.start)) + edit.text + text.slice(offsetOf(edit.end))
}

/** Typing mistakes: each has a single fix. */
const MISTYPED: readonly (readonly [right: string, wrong: string])[] = [
  ['## 4. States and transitions', '## 4. State and transition'],
  ['| Field | Type | Rules | Default | Meaning |', '| Field | Type | Rule | Default | Meaning |'],
  ['- **Filter by:** status\n', '- **Filter on:** status\n'],
  ['- **Columns:** number, subject, status, updatedAt', '- **Columns:** number, subjct, status, updatedAt'],
  ['Take: do take; Ask for details', 'Take: do tkae; Ask for details'],
  ['list of Category,', 'list of Categroy,'],
  ['| Support agent | Agent |', '| Support agent | Agnet |'],
  ['`category.active`', 'category.actve'],
  ['- **Refreshes:** live', '- **Refeshes:** live'],
  ['- **Columns:** name, team.name, active', '- **As:** crads\n- **Columns:** name, team.name, active'],
]

async function mistyped(): Promise<string> {
  let text = await readFile(HELP_DESK, 'utf8')
  for (const [right, wrong] of MISTYPED) {
    expect(text).toContain(right)
    text = text.replace(right, wrong)
  }
  return text
}

async function mend(name: string, change: (text: string, edit: Edit) => string): Promise<number[]> {
  const file = join(place.folder, name)
  let text = await mistyped()
  await writeFile(file, text)
  const errors: number[] = []
  for (let round = 0; round < 10; round++) {
    const answer = await checked(name)
    errors.push(answer.diagnostics.filter(({ severity }) => severity === 'error').length)
    const next = edited(text, answer, change)
    if (next === text) break
    text = next
    await writeFile(file, text)
  }
  return errors
}

it('ends without errors, by offsets and by lines and columns, with the text that --fix comes to', async () => {
  const texts: string[] = []
  for (const [name, change] of [
    ['offsets.md', byOffset],
    ['lines.md', byLineAndColumn],
  ] as const) {
    const errors = await mend(name, change)
    expect(errors[0]).toBeGreaterThanOrEqual(MISTYPED.length - 1)
    expect(errors.at(-1)).toBe(0)
    texts.push(await readFile(join(place.folder, name), 'utf8'))
  }
  await writeFile(join(place.folder, 'fixed.md'), await mistyped())
  expect((await ninefold(place.folder, ['check', '--fix', 'fixed.md'])).code).toBe(0)
  const fixed = await readFile(join(place.folder, 'fixed.md'), 'utf8')
  expect(texts).toEqual([fixed, fixed])
})
