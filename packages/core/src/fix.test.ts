import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { compile } from './compile.ts'
import { hasErrors } from './diagnostic/diagnostic.ts'
import { fixText } from './fix.ts'
import { bound } from './text/chapters.ts'

const helpDesk = readFileSync(new URL('../../../examples/helpdesk/app.md', import.meta.url), 'utf8')

it('mends what has one remedy, and what that uncovers, until nothing is left', () => {
  const wrong = helpDesk
    .replace('`category.active`', 'category.actve')
    .replace('### Permissions', '### Permision')
    .replace('| Agent | see | Team |', '| Agnt | see | Team |')
  expect(hasErrors(compile(wrong).diagnostics)).toBe(true)
  const { text, applied, isUnfinished } = fixText({ file: 'app.md', text: wrong })
  expect(text).toBe(helpDesk)
  expect(isUnfinished).toBe(false)
  // The misspelt name is found only after backticks are added.
  expect(applied.map(({ number }) => number)).toEqual(['N010', 'N002', 'N601', 'N051'])
})

it('leaves a text alone in which there is nothing to mend', () => {
  expect(fixText({ file: 'app.md', text: helpDesk })).toEqual({ text: helpDesk, applied: [], isUnfinished: false })
  expect(fixText({ file: 'app.md', text: '' })).toEqual({ text: '', applied: [], isUnfinished: false })
})

it('mends each file of a specification, and says which', () => {
  const chapter = '# Rights\n\n## 6. Roles and permissions\n\n### Permision\n'
  const main = '# A\n\n**Ninefold:** 1\n\n**Chapters:**\n\n- rights.md\n'
  const { text, applied } = fixText({ file: 'b/app.md', text: bound(main, [{ path: 'rights.md', text: chapter }]) })
  expect(text).toBe(
    bound(main.replace('rights.md', '[Rights](rights.md)'), [
      { path: 'rights.md', text: chapter.replace('Permision', 'Permissions') },
    ]),
  )
  expect(applied.map(({ number, file, start }) => [number, file, start.line])).toEqual([
    ['N024', 'b/app.md', 7],
    ['N002', 'b/rights.md', 5],
  ])
})
