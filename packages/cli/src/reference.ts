// The pages of the installed manual: reference/ in the checkout, a copy of it in the published package.

import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const DIAGNOSTIC_PAGE = /\/N\d+-/
const PLACES = ['../reference', '../../../reference']

function referenceFolder(): string {
  const folder = PLACES.map((place) => fileURLToPath(new URL(place, import.meta.url))).find((path) =>
    existsSync(join(path, 'README.md')),
  )
  if (folder === undefined) throw new Error('Defect: the manual is not beside the program.')
  return folder
}

/** The page of a diagnostic, or null. */
export async function diagnosticPage(number: string): Promise<string | null> {
  const folder = referenceFolder()
  const name = (await readdir(folder, { recursive: true })).find(
    (path) => path.split(/[\\/]/).at(-1)?.startsWith(`${number}-`) === true,
  )
  return name === undefined ? null : readFile(join(folder, name), 'utf8')
}

/** The whole language on one page. */
export function languageInShort(): Promise<string> {
  return readFile(join(referenceFolder(), 'guide.md'), 'utf8')
}

/** The language part of each folder of the manual, in the order of the nine points. */
export async function languagePages(): Promise<string[]> {
  const folder = referenceFolder()
  const names = (await readdir(folder)).filter((name) => existsSync(join(folder, name, 'reference.md'))).sort()
  return Promise.all(names.map((name) => readFile(join(folder, name, 'reference.md'), 'utf8')))
}

export interface ManualPage {
  /** `6-roles`, `writing` */
  readonly name: string
  readonly title: string
  readonly text: string
}

/** Every page except for the guide and the pages of diagnostics, which `diagnosticPage` returns. */
export async function manualPages(): Promise<ManualPage[]> {
  const folder = referenceFolder()
  const names = (await readdir(folder, { recursive: true })).map((name) => name.replaceAll('\\', '/')).sort()
  const pages = names.filter(
    (name) => name.endsWith('.md') && !DIAGNOSTIC_PAGE.test(name) && name !== 'README.md' && name !== 'guide.md',
  )
  return Promise.all(
    pages.map(async (file) => {
      const text = await readFile(join(folder, file), 'utf8')
      const name = file
        .replace(/\/reference\.md$/, '')
        .replace(/\.md$/, '')
        .replaceAll('/', '-')
      return { name, title: /^# (.+)$/m.exec(text)?.[1] ?? name, text }
    }),
  )
}
