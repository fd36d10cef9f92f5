// The bundle for tests is rebuilt if and only if one of its sources changes.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { expect, it } from 'vitest'
import { root } from '../project-files.ts'
import { isFresh, sayBuiltFrom } from './tested-program.ts'

it('finds that a source has changed or gone', () => {
  const folder = mkdtempSync(join(tmpdir(), 'ninefold-program-'))
  try {
    const [one, other] = [join(folder, 'one.ts'), join(folder, 'other.ts')]
    writeFileSync(one, 'export const one = 1')
    writeFileSync(other, 'export const other = 2')
    sayBuiltFrom(
      folder,
      [one, other].map((file) => relative(root, file)),
    )
    expect(isFresh(folder)).toBe(true)
    writeFileSync(other, 'export const other = 3')
    expect(isFresh(folder)).toBe(false)
    writeFileSync(other, 'export const other = 2')
    expect(isFresh(folder)).toBe(true)
    rmSync(one)
    expect(isFresh(folder)).toBe(false)
  } finally {
    rmSync(folder, { recursive: true })
  }
})
