import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, it } from 'vitest'
import { withSourcePositions } from './source-positions.ts'

it('says places of the sources in a stack trace, where there is a map', () => {
  const folder = mkdtempSync(join(tmpdir(), 'ninefold-maps-'))
  try {
    const bundle = join(folder, 'server.mjs')
    // Maps the first character of the second line to the third line of the source.
    writeFileSync(`${bundle}.map`, JSON.stringify({ version: 3, sources: ['gate.ts'], names: [], mappings: ';AAEA' }))
    const trace = (file: string) => `Error: Defect\n    at plan (${pathToFileURL(join(folder, file)).href}:2:1)\n`
    const source = relative(process.cwd(), join(folder, 'gate.ts'))
    expect(withSourcePositions(trace('server.mjs'))).toBe(`Error: Defect\n    at plan (${source}:3:1)\n`)
    expect(withSourcePositions(trace('main.mjs'))).toBe(trace('main.mjs'))
  } finally {
    rmSync(folder, { recursive: true })
  }
})
