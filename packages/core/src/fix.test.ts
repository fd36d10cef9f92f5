import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { compile } from './compile.ts'
import { hasErrors } from './diagnostic/diagnostic.ts'
import { fixText } from './fix.ts'

const helpDesk = readFileSync(new URL('../../../examples/helpdesk/app.md', import.meta.url), 'utf8')

it('mends what has one remedy, and what that uncovers, until nothing is left', () => {
  const wrong = helpDesk
    .replace('`category.active`', 'category.actve')
    .replace('### Permissions', '### Permision')
    .replace('| Agent | see | Team |', '| Agnt | see | Team |')
  expect(hasErrors(compile(wrong).diagnostics)).toBe(true)
  const { text, applied, isUnfinished } = fixText(wrong)
  expect(text).toBe(helpDesk)
  expect(isUnfinished).toBe(false)
  // The misspelt name is found only after backticks are added.
  expect(applied.map(({ number }) => number)).toEqual(['N010', 'N002', 'N601', 'N051'])
})

it('leaves a text alone in which there is nothing to mend', () => {
  expect(fixText(helpDesk)).toEqual({ text: helpDesk, applied: [], isUnfinished: false })
  expect(fixText('')).toEqual({ text: '', applied: [], isUnfinished: false })
})
