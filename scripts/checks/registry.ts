// Compares the registry of diagnostics with their pages in reference/: a page for each number, and a number for each
// page. A page is named by its number (`N601-unknown-role.md`), lies in the folder of its point, and starts with the
// title from the registry.

import { DIAGNOSTICS, RETIRED } from '@ninefold/core/diagnostic/registry.ts'
import { report, textOf } from '../project-files.ts'
import { folderOfNumber, numbersWithoutPage, referencePages, type PageFile } from '../reference/reference-pages.ts'

const pages = referencePages()
report('Registry', [...retiredAndUsed(), ...withoutPage(), ...pages.flatMap(wrongPage)])

function retiredAndUsed(): string[] {
  return RETIRED.filter((number) => number in DIAGNOSTICS).map(
    (number) => `${number} is retired and cannot be given to another meaning.`,
  )
}

function withoutPage(): string[] {
  return numbersWithoutPage().map(
    ({ number }) => `${number} has no page in reference/: \`npm run update -- pages\` begins one.`,
  )
}

function wrongPage({ file, folder, number }: PageFile): string[] {
  if (number === null) return []
  const entry = Object.entries(DIAGNOSTICS).find(([known]) => known === number)?.[1]
  if (entry === undefined) return [`${file} is about ${number}, which the registry does not know.`]
  const wrong: string[] = []
  const heading = /^# (.*)$/m.exec(textOf(file))?.[1]
  if (heading !== `${number}: ${entry.title}`) wrong.push(`${file} must open with "# ${number}: ${entry.title}".`)
  if (pages.some((other) => other.file !== file && other.number === number))
    wrong.push(`${file}: ${number} has two pages.`)
  if (folder !== folderOfNumber(number)) wrong.push(`${file} belongs in ${folderOfNumber(number)}.`)
  return wrong
}
