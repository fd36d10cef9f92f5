import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { randomBytes } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { weightOf } from './web-weight.ts'

const folders: string[] = []
afterEach(() => folders.splice(0).forEach((folder) => rmSync(folder, { recursive: true })))

/** A build of these scripts, the first of which the page names. */
function built(scripts: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'ninefold-weight-'))
  folders.push(folder)
  mkdirSync(join(folder, 'assets'))
  for (const [name, text] of Object.entries(scripts)) writeFileSync(join(folder, 'assets', name), text)
  writeFileSync(
    join(folder, 'index.html'),
    `<script type="module" crossorigin src="/assets/${Object.keys(scripts)[0]}"></script>`,
  )
  return folder
}

const heavy = `export const noise = "${randomBytes(200_000).toString('hex')}"`

test('what a page names and what that imports is its first load, however the imports are written', () => {
  const folder = built({
    'start.js': 'import{a}from"./a.js";import"./b.js"',
    'a.js': 'export*from"./c.js"',
    'b.js': '',
    'c.js': '',
  })
  expect(
    weightOf(folder)
      .files.map(({ file }) => file)
      .sort(),
  ).toEqual(['a', 'b', 'c', 'start'].map((name) => `assets/${name}.js`))
})

test('a build that grew too heavy is found', () => {
  expect(weightOf(built({ 'start.js': 'import{noise}from"./heavy.js"', 'heavy.js': heavy })).bytes).toBeGreaterThan(
    200_000,
  )
})

test('what is loaded when it is needed weighs nothing at first', () => {
  expect(weightOf(built({ 'start.js': 'import("./heavy.js")', 'heavy.js': heavy })).bytes).toBeLessThan(100)
})
