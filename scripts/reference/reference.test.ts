// Every fence of the language in reference/ is executed. `npm run update -- roles` rewrites the expectations of a point.

import { expect, it } from 'vitest'
import { expressionTables, TABLES_PAGE } from './expression-tables.ts'
import { textOf } from '../project-files.ts'
import { runPage } from './reference-page.ts'
import { referencePages } from './reference-pages.ts'

it('operators and functions stand in the reference as the code has them', () =>
  expect(textOf(TABLES_PAGE)).toBe(expressionTables()))

for (const { file, point, number } of referencePages()) {
  it(file, () => {
    const page = textOf(file)
    const { updated, wrong } = runPage(page, point)
    expect(wrong).toEqual([])
    expect(updated).toBe(page)
    const shown = /^```diagnostics\n([\s\S]*?)^```/m.exec(page)?.[1] ?? ''
    if (number !== null) expect(shown, `the page shows ${number}`).toContain(` ${number}: `)
  })
}
