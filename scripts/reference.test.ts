// Every fence of reference/ is executed. `npm run update -- roles` rewrites the expectations of a point.

import { basename } from 'node:path'
import { expect, it } from 'vitest'
import { textOf } from './project-files.ts'
import { runPage } from './reference-page.ts'
import { referencePages } from './reference-pages.ts'

for (const { file, point } of referencePages()) {
  it(file, () => {
    const page = textOf(file)
    const { updated, wrong } = runPage(page, point)
    expect(wrong).toEqual([])
    expect(updated).toBe(page)
    const number = /^(N\d{3})-/.exec(basename(file))?.[1]
    if (number !== undefined)
      expect(page, `the page shows ${number}`).toMatch(new RegExp(`^\`\`\`diagnostics\\n[^\`]*${number}`, 'm'))
  })
}
