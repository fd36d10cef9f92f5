// The diagnostics' registry against their pages in reference/: a page for each number, a number for each page.
// A page is named by its number (`N601-unknown-role.md`), lies in the folder of its point, and
// opens with the title that the registry gives.

import { DIAGNOSTICS, RETIRED } from '@ninefold/core/diagnostic/registry.ts'
import { basename, dirname } from 'node:path'
import { projectFiles, report, textOf } from './project-files.ts'

const pages = projectFiles(['reference/**/N[0-9][0-9][0-9]-*.md'])
const numbers = Object.keys(DIAGNOSTICS)
report('Registry', [...retiredAndUsed(), ...withoutPage(), ...pages.flatMap(wrongPage)])

function retiredAndUsed(): string[] {
  return RETIRED.filter((number) => numbers.includes(number)).map(
    (number) => `${number} is retired and cannot be given to another meaning.`,
  )
}

function withoutPage(): string[] {
  const described = pages.map(numberOf)
  return numbers
    .filter((number) => !described.includes(number))
    .map((number) => `${number} has no page in reference/: \`npm run update -- pages\` begins one.`)
}

function wrongPage(page: string): string[] {
  const number = numberOf(page)
  const entry = Object.entries(DIAGNOSTICS).find(([known]) => known === number)?.[1]
  if (entry === undefined) return [`${page} is about ${number}, which the registry does not know.`]
  const wrong: string[] = []
  const heading = /^# (.*)$/m.exec(textOf(page))?.[1]
  if (heading !== `${number}: ${entry.title}`) wrong.push(`${page} must open with "# ${number}: ${entry.title}".`)
  if (pages.some((other) => other !== page && numberOf(other) === number))
    wrong.push(`${page}: ${number} has two pages.`)
  const point = number.startsWith('N0') ? /^(0-document|expression)$/ : new RegExp(`^${number[1]}-`)
  if (!point.test(basename(dirname(page)))) wrong.push(`${page} lies in the folder of another point.`)
  return wrong
}

function numberOf(page: string): string {
  return basename(page).slice(0, 4)
}
