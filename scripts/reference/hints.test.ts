// Hints with instructions are executed: the instructed text is written into the wrong example of the number's page, and
// the diagnostic must disappear without a new error. Fixes are already edits. For hints in prose, the edits stand here
// beside the words that they follow, so that a changed hint fails.

import { compile } from '@ninefold/core/compile.ts'
import { applyFixes } from '@ninefold/core/diagnostic/apply-fixes.ts'
import type { Diagnostic } from '@ninefold/core/diagnostic/diagnostic.ts'
import { DIAGNOSTICS, type DiagnosticNumber } from '@ninefold/core/diagnostic/registry.ts'
import { expect, it } from 'vitest'
import { textOf } from '../project-files.ts'
import { completeFragment } from './reference-fragment.ts'
import { specFences } from './reference-page.ts'
import { referencePages } from './reference-pages.ts'
import { REMEDIES, type Remedy } from './hint-remedies.ts'

const DAY = '2026-01-31'
const PAGES = referencePages().flatMap(({ file, point, number }) => {
  const [wrong, ...right] = specFences(textOf(file))
  if (number === null || wrong === undefined) return []
  return [{ number, text: completeFragment(wrong, point).text, right }]
})
const said = (text: string): readonly Diagnostic[] => compile(text, DAY).diagnostics
const errorsOf = (found: readonly Diagnostic[]): string[] =>
  found.flatMap(({ severity, number, message }) => (severity === 'error' ? [`${number} ${message}`] : []))

function expectSettled(number: string, before: string, after: string): void {
  expect(after, 'the remedy changes the text').not.toBe(before)
  const [old, now] = [said(before), said(after)]
  const count = (found: readonly Diagnostic[]): number => found.filter((each) => each.number === number).length
  expect(count(now), `${number} is gone`).toBeLessThan(count(old))
  const known = errorsOf(old)
  expect(errorsOf(now).filter((error) => !known.includes(error))).toEqual([])
}

it('every number has its page, and so a hint that can be tried', () =>
  expect(PAGES.map(({ number }) => number).sort()).toEqual(Object.keys(DIAGNOSTICS).sort()))

for (const { number, text, right } of PAGES) {
  const found = said(text).filter((each) => each.number === number)
  const hints = found.flatMap(({ hint }) => hint ?? [])
  const fixes = found.flatMap((each) => each.fixes)
  const remedies = REMEDIES[number as DiagnosticNumber] ?? []
  const forms = remedies.length > 0 || fixes.length > 0 ? [] : hints.flatMap(formsIn)
  if (fixes.length + remedies.length + forms.length > 0)
    it(`${number}: what its hint says to write settles it`, () => {
      for (const fix of fixes) expectSettled(number, text, applyFixes(text, [fix]))
      for (const remedy of remedies) tryRemedy(number, remedy, text, hints)
      for (const form of forms) expect(right.join('\n'), `the page shows how to write ${form}`).toContain(form)
    })
}

/** Quoted words that a hint tells the author to write: `Write "20 per page"`. */
function formsIn(hint: string): string[] {
  if (!/^(?:Write|Say|Add|Name|Make|Take)\b/.test(hint)) return []
  const written = hint.replace(/\b(?:under|behind|in|of|out of|to) "[^"]*"|Take "[^"]*" out/g, '')
  return [...written.matchAll(/"([^"]+)"/g)].map((found) => (found[1] ?? '').split(/ ?(?:…|\b[A-Z]{3,}\b)/)[0] ?? '')
}

function tryRemedy(number: string, { words, text, edits }: Remedy, page: string, onPage: readonly string[]): void {
  const before = text ?? page
  const hints =
    text === undefined ? onPage : said(text).flatMap((each) => (each.number === number ? (each.hint ?? []) : []))
  expect(
    hints.some((hint) => hint.includes(words)),
    `a hint says: ${words}; said: ${hints.join(' // ')}`,
  ).toBe(true)
  let after = before
  for (const [find, replace] of edits) {
    expect(after).toContain(find)
    after = after.replace(find, () => replace)
  }
  expectSettled(number, before, after)
}
