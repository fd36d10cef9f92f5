// The same text gives the same bytes in Node and in a browser: every fence of the reference, the examples, and every
// planted mistake. The browser has another language and time zone than this computer, so that dependences on either
// would show.

import { join } from 'node:path'
import { runInThisContext } from 'node:vm'
import type { Browser } from 'playwright-core'
import { rolldown, type Plugin } from 'rolldown'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { PlantedMistake } from '@ninefold/core/check/planted/planted.ts'
import { startBrowser } from '../../packages/cli/src/journeys/browser.ts'
import { projectFiles, root, textOf } from '../project-files.ts'
import { completeFragment } from './reference-fragment.ts'
import { specFences } from './reference-page.ts'
import { referencePages } from './reference-pages.ts'
import { whatIsSaid } from './check-results.ts'

/** In Swedish Ä sorts after Z, elsewhere before B, so any language-dependent order shows here. */
const LANGUAGE = { locale: 'sv-SE', timezoneId: 'Pacific/Kiritimati' }
const WITH_LETTERS = `# Example\n\n## 6. Roles and permissions\n\n### Permissions\n
| Who | May | Entity | Only where | Fields |\n| --- | --- | --- | --- | --- |
| Zon | see | Äpple | | all |\n| Ägare | see | Zebra | | all |\n| İx | see | ßx | \`ı == "\u{1F600}"\` | all |\n`

let browser: Browser
beforeAll(async () => {
  browser = await startBrowser()
})
afterAll(() => browser.close())

it('says the same bytes in Node and in a browser', async () => {
  const planted = await plantedTexts()
  const fences = referenceTexts()
  expect(planted.length).toBeGreaterThan(150)
  expect(fences.length).toBeGreaterThan(200)
  const texts = [...examples(), ...planted, ...fences, WITH_LETTERS]
  expect(differing(texts, texts.map(saidInNode), await saidByBrowser(texts, await bundled('browser')))).toEqual([])
}, 600_000)

it('finds it when the order of what is said depends on the language of the computer', async () => {
  const bundle = await bundled('node', sortingByLanguage)
  const inNode = runInThisContext(`(() => { ${bundle}\nreturn ninefold.whatIsSaid })()`) as typeof whatIsSaid
  const texts = [WITH_LETTERS]
  const inBrowser = await saidByBrowser(texts, await bundled('browser', sortingByLanguage))
  expect(differing(texts, inNode(texts), inBrowser)).toHaveLength(1)
})

const sortingByLanguage: Plugin = {
  name: 'sorting by language',
  transform: (code, file) => {
    if (!file.endsWith('/core/src/compile.ts')) return null
    const sorting = code.replace('inOrder([', '((found) => found.sort((a, b) => a.message.localeCompare(b.message)))([')
    if (sorting === code)
      throw new Error('The fault was not planted: compile.ts orders its diagnostics in other words.')
    return sorting
  },
}

async function bundled(platform: 'browser' | 'node', ...plugins: Plugin[]): Promise<string> {
  const bundle = await rolldown({ input: join(root, 'scripts/reference/check-results.ts'), platform, plugins })
  const { output } = await bundle.generate({ format: 'iife', name: 'ninefold' })
  await bundle.close()
  return output[0].code
}

async function saidByBrowser(texts: readonly string[], bundle: string): Promise<string[]> {
  const context = await browser.newContext(LANGUAGE)
  const page = await context.newPage()
  await page.addScriptTag({ content: bundle })
  const said = await page.evaluate<string[]>(`ninefold.whatIsSaid(${JSON.stringify(texts)})`)
  await context.close()
  return said
}

/** For each text with different output: the text, and the first lines that differ. */
function differing(texts: readonly string[], inNode: readonly string[], inBrowser: readonly string[]): string[] {
  return texts.flatMap((text, index) => {
    const here = inNode[index]?.split('\n') ?? []
    const there = inBrowser[index]?.split('\n') ?? []
    const line = here.findIndex((words, at) => words !== there[at])
    if (line === -1 && here.length === there.length) return []
    return [`${text.slice(0, 200)} … in Node: ${here[line]}, in the browser: ${there[line]}`]
  })
}

function examples(): string[] {
  return projectFiles(['examples/*/app.md', 'packages/core/src/**/*.md']).map(textOf)
}

function referenceTexts(): string[] {
  return referencePages().flatMap(({ file, point }) =>
    specFences(textOf(file)).map((fragment) => completeFragment(fragment, point).text),
  )
}

/**
 * Every mistake of every corpus, in the first specification that contains the text to replace. Several mistakes share a
 * text, because reading it costs the same. A mistake that hides another one leaves it for the next text.
 */
async function plantedTexts(): Promise<string[]> {
  const grounds = examples()
  const mistakes = await plantedMistakes()
  const byGround = Map.groupBy(mistakes, (mistake) => grounds.find((text) => planted(text, mistake) !== null) ?? null)
  expect(byGround.get(null)?.length, 'nearly every mistake has a specification to be planted in').toBeLessThan(
    mistakes.length * 0.1,
  )
  return [...byGround].flatMap(([ground, found]) => (ground === null ? [] : withMistakes(ground, found)))
}

const MISTAKES_PER_TEXT = 16

/** Above this share of hidden mistakes, the rest hide each other, and each gets a text of its own. */
const HIDDEN_SHARE_MAX = 0.9

function withMistakes(ground: string, mistakes: readonly PlantedMistake[], perText = MISTAKES_PER_TEXT): string[] {
  const texts: string[] = []
  const hidden: PlantedMistake[] = []
  for (let first = 0; first < mistakes.length; first += perText) {
    const together = mistakes.slice(first, first + perText)
    const text = together.reduce((before, mistake) => planted(before, mistake) ?? before, ground)
    texts.push(text)
    if (perText > 1) hidden.push(...together.filter(([expected]) => !saidInNode(text).includes(expected.slice(0, 4))))
  }
  if (hidden.length === 0) return texts
  const isStuck = hidden.length > mistakes.length * HIDDEN_SHARE_MAX
  return [...texts, ...withMistakes(ground, hidden, isStuck ? 1 : perText)]
}

const knownInNode = new Map<string, string>()

function saidInNode(text: string): string {
  const known = knownInNode.get(text) ?? whatIsSaid([text])[0] ?? ''
  knownInNode.set(text, known)
  return known
}

function planted(ground: string, [, find, replace, ...more]: PlantedMistake): string | null {
  let text = ground
  for (const [before, after] of [[find, replace] as const, ...more]) {
    if (!text.includes(before)) return null
    text = text.replace(before, () => after.replace(/[⟪⟫]/g, ''))
  }
  return text
}

/** The contents of the corpus files: subjects, each with its mistakes. */
async function plantedMistakes(): Promise<PlantedMistake[]> {
  const files = projectFiles(['packages/core/src/check/planted/*.ts']).filter((file) => !file.endsWith('.test.ts'))
  const modules: object[] = await Promise.all(files.map((file) => import(join(root, file))))
  const values: unknown[] = modules.flatMap((module) => Object.values(module))
  const lists = values.flatMap((value) => (value !== null && typeof value === 'object' ? Object.values(value) : []))
  return lists.flatMap((list) => (Array.isArray(list) ? list.filter(isMistake) : []))
}

function isMistake(value: unknown): value is PlantedMistake {
  return Array.isArray(value) && /^N\d{3}/.test(String(value[0])) && value.length >= 3
}
