// `npm run update` rewrites what derives from something else:
//
//   npm run update -- roles      the expectations of reference/6-roles
//   npm run update -- document   those of reference/0-document; `expression` likewise
//   npm run update -- versions   the root's dependencies, from the packages that are published
//   npm run update               all of these
//
// Look at the difference before you commit it: it is what changed for authors.

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root, textOf } from './project-files.ts'
import { referencePages } from './reference-pages.ts'
import { runPage } from './reference-page.ts'
import { neededDependencies } from './root-dependencies.ts'

const asked = process.argv[2]
const pages = referencePages().filter(({ folder }) => asked === undefined || folder.endsWith(asked))
if (asked === 'versions' || asked === undefined) updateVersions()
else if (pages.length === 0) fail(`No folder of reference/ is called "${asked}".`)

for (const { file, point } of pages) {
  const page = textOf(file)
  const { updated, wrong } = runPage(page, point)
  for (const line of wrong) console.error(`${file} ${line}`)
  if (updated === page) continue
  writeFileSync(join(root, file), updated)
  console.log(`updated ${file}`)
}

function updateVersions(): void {
  const current = JSON.parse(textOf('package.json'))
  const updated = { ...current, ...neededDependencies(current) }
  if (JSON.stringify(current) === JSON.stringify(updated)) return
  writeFileSync(join(root, 'package.json'), `${JSON.stringify(updated, null, 2)}\n`)
  console.log('updated package.json: run `npm install` now')
}

function fail(why: string): never {
  console.error(why)
  process.exit(1)
}
