// Each step of a tutorial applies to the text before it and leaves a text without errors and warnings. Each command and
// its options exist.

import { compile } from '@ninefold/core/compile.ts'
import { TITLED_EXAMPLES } from '../../packages/playground/src/page/example-titles.ts'
import { addressOf, textIn } from '../../packages/playground/src/page/text-in-address.ts'
import { describe, expect, it } from 'vitest'
import { projectFiles, textOf } from '../project-files.ts'
import { sidebarsOf, sitePages, withLinks } from '../builds/manual-pages.ts'
import { changed, readTutorials } from './tutorials.ts'

const DAY = '2026-01-31'
const SOURCE = ['main.ts', 'data-commands.ts'].map((file) => textOf(`packages/cli/src/${file}`)).join('\n')
/** Pages for operators, whose commands nothing else tries. */
const PAGES = ['docs/operation.md', 'docs/operation/shards.md'].map(textOf)
const tutorials = readTutorials()

for (const { file, steps } of tutorials)
  it(`${file} leads over texts that are whole`, () => {
    expect(steps.length).toBeGreaterThan(1)
    for (const { line, text } of steps) {
      const said = compile(text, DAY).diagnostics.filter(
        ({ severity }) => severity === 'error' || severity === 'warning',
      )
      expect(
        said.map(({ number, message }) => `${file}:${line} ${number} ${message}`),
        file,
      ).toEqual([])
    }
  })

it('names commands and options that there are', () => {
  const commands = tutorials.flatMap((tutorial) => tutorial.commands)
  const ofPages = PAGES.flatMap((page) => page.replaceAll(/ \\\n\s*/g, ' ').split('\n'))
  const own = [...commands, ...ofPages].flatMap((line) => /npx ninefold ([^`|]*)$/.exec(line)?.[1] ?? [])
  expect(own.length).toBeGreaterThan(8)
  for (const command of own) expect([command, unknownWords(command)]).toEqual([command, []])
  expect(unknownWords('serve tools.md --loudly')).toEqual(['serve', '--loudly'])
})

/** The command and options that the program lacks. */
function unknownWords(command: string): string[] {
  const [name = '', ...rest] = command.split(' ')
  const options = rest.filter((word) => word.startsWith('--'))
  return [
    ...(new RegExp(`command\\('${name}'\\)`).test(SOURCE) ? [] : [name]),
    ...options.filter((option) => !SOURCE.includes(`'${option}`)),
  ]
}

describe('a diff', () => {
  it('takes lines away and adds others where the lines around it stand', () =>
    expect(changed('# A\none\ntwo\nthree\n', ' one\n-two\n+2\n+and\n', 'here')).toBe('# A\none\n2\nand\nthree\n'))
  it('is refused where its lines are missing, or stand twice', () => {
    expect(() => changed('# A\none\n', '-two\n', 'page:3')).toThrow('page:3: the text has no such lines.')
    expect(() => changed('# A\none\none\none\n', '-one\n', 'page:3')).toThrow('more than once')
  })
})

describe('the site of the manual', async () => {
  const pages = await sitePages('/play/')
  it('opens each whole text and each step in the playground, as it stands there', async () => {
    const addresses = (path: string): string[] =>
      [
        ...(pages.find((page) => page.path === path)?.text ?? '').matchAll(/class="run-this" href="\/play\/(#[^"]+)"/g),
      ].map(([, address]) => address ?? '')
    for (const { file, steps } of tutorials)
      expect(await Promise.all(addresses(file).map(textIn))).toEqual(steps.map(({ text }) => text))
    const [whole] = addresses('reference/guide.md')
    expect(await textIn(whole ?? '')).toMatch(/^# Specification: Library\n[^]*\| loanTime \| 28 days \| loans \|$/)
    expect(await textIn((await addressOf('ä → ✓')).slice(0, -3))).toBeNull()
  })
  it('has a place in its menu for every page but the table of contents', () => {
    const linked = new Set(JSON.stringify(sidebarsOf(pages)).match(/(?<="link":")[^"]+/g))
    expect(pages.map(({ path }) => `/${path.replace('.md', '')}`).filter((link) => !linked.has(link))).toEqual([
      '/reference/index',
    ])
  })
  it('leads from each example that the manual names into the playground, which has all of them', () => {
    const named = new Set(
      projectFiles(['README.md', 'reference/**/*.md', 'docs/tutorials/*.md']).flatMap((file) =>
        [...textOf(file).matchAll(/\]\((?:\.\.\/)*examples\/([\w-]+)/g)].map(([, example]) => example),
      ),
    )
    expect(named.size).toBeGreaterThan(5)
    const led = pages.flatMap(({ text }) => [...text.matchAll(/href="\/play\/#example=([^"]+)"/g)].map(([, id]) => id))
    expect(new Set(led)).toEqual(named)
    const folders = projectFiles(['examples/*/app.md']).map((file) => file.split('/')[1])
    expect(TITLED_EXAMPLES.map(({ id }) => id).toSorted()).toEqual(folders.toSorted())
    expect(() => withLinks('README.md', 'See [it](examples/library/app.md).', new Set(), '/play/')).toThrow(
      'README.md links to the example "library", which the playground does not have.',
    )
  })
  it('links nowhere but to its own pages, the playground and other hosts', () => {
    const known = new Set(pages.map(({ path }) => path))
    const targets = pages.flatMap(({ path, text }) =>
      [...text.replace(/^(`{3,})[\s\S]*?^\1/gm, '').matchAll(/(?<!!)\]\((\.[^)#\s]+)/g)].map(([, target = '']) =>
        new URL(target, `site:/${path}`).pathname.slice(1),
      ),
    )
    expect(targets.length).toBeGreaterThan(100)
    expect(targets.filter((target) => target.endsWith('.md') && !known.has(target))).toEqual([])
  })
})
