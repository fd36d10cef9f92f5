// `npm run update` rewrites what derives from something else:
//
//   npm run update -- roles      the expectations of reference/6-roles
//   npm run update -- document   those of reference/0-document; `expression` likewise
//   npm run update -- pages      begins a page for every number that has none
//   npm run update -- versions   the root's dependencies, from the packages that are published
//   npm run update               all of these
//
// Look at the difference before you commit it: it is what changed for authors.

import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expressionTables, TABLES_PAGE } from './reference/expression-tables.ts'
import { root, textOf } from './project-files.ts'
import { folderOfNumber, numbersWithoutPage, referencePages } from './reference/reference-pages.ts'
import { runPage } from './reference/reference-page.ts'
import { neededDependencies } from './builds/root-dependencies.ts'

const asked = process.argv[2]
const pages = referencePages().filter(({ folder }) => asked === undefined || folder.endsWith(asked))
if (asked === 'versions' || asked === undefined) updateVersions()
if (asked === 'pages' || asked === undefined) beginPages()
if (asked === 'expression' || asked === undefined) updateTables()
if (asked !== 'versions' && asked !== 'pages' && pages.length === 0)
  fail(`No folder of reference/ is called "${asked}".`)

for (const { file, point } of pages) {
  const page = textOf(file)
  const { updated, wrong } = runPage(page, point)
  for (const line of wrong) console.error(`${file} ${line}`)
  if (updated === page) continue
  writeFileSync(join(root, file), updated)
  console.log(`updated ${file}`)
}

/** The library of expressions, from the code. */
function updateTables(): void {
  const tables = expressionTables()
  if (existsSync(join(root, TABLES_PAGE)) && textOf(TABLES_PAGE) === tables) return
  writeFileSync(join(root, TABLES_PAGE), tables)
  console.log(`updated ${TABLES_PAGE}`)
}

function updateVersions(): void {
  const current = JSON.parse(textOf('package.json'))
  const updated = { ...current, ...neededDependencies() }
  if (JSON.stringify(current) === JSON.stringify(updated)) return
  writeFileSync(join(root, 'package.json'), `${JSON.stringify(updated, null, 2)}\n`)
  console.log('updated package.json: run `npm install` now')
}

/** A page with only a title fails the checks until somebody adds an example. */
function beginPages(): void {
  for (const { number, title } of numbersWithoutPage()) {
    const folder = folderOfNumber(number)
    const slug = title
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-|-$/g, '')
    const file = `${folder}/${number}-${slug}.md`
    const fences = '```spec\n```\n\n```diagnostics\n```\n\nRight:\n\n```spec\n```\n'
    writeFileSync(join(root, file), `# ${number}: ${title}\n\nSay what is wrong, and why.\n\n${fences}`)
    console.log(`began ${file}`)
  }
}

function fail(why: string): never {
  console.error(why)
  process.exit(1)
}
