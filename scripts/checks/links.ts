// Checks that every relative link of a Markdown document leads to an existing file and heading, and that files which
// documents and sources name by their path exist.

import { existsSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import { projectFiles, report, root, textOf } from '../project-files.ts'

const documents = projectFiles(['*.md', 'docs/**/*.md', 'reference/**/*.md', '.changes/*.md', 'examples/**/*.md'])
/** Decisions and notes tell of their time. */
const living = documents.filter((file) => !/^(?:docs\/decisions|\.changes|examples)\//.test(file))
// The tests of the import rules make up their files.
const sources = projectFiles(['packages/*/src/**/*.{ts,tsx}', 'scripts/**/*.{ts,mjs}', 'bench/**/*.ts', '*.ts']).filter(
  (file) => file !== 'scripts/checks/import-rules.test.ts',
)
const all = projectFiles(['**/*.{ts,tsx,mjs,js,sql,md}'])

report('Links', [
  ...documents.flatMap(brokenLinks),
  ...living.flatMap((file) => missingFiles(file, /`([^`\s]+)`/g)),
  ...sources.flatMap((file) => missingFiles(file, /['"]([^'"\s]+)['"]/g)),
])

/** Paths from the root or from a package, and patterns for the tests of a name, in any folder. */
function missingFiles(file: string, named: RegExp): string[] {
  return [...textOf(file).matchAll(named)].flatMap(([, path = '']) => {
    const parts =
      /^(?:(packages|scripts|bench|docs|reference)\/|(core|server|web|cli|playground)\/|\*\*\/)[\w./-]+\.(?:tsx?|mjs|js|sql|md)$/.exec(
        path,
      )
    if (parts === null) return []
    const suffix = path.startsWith('**/') ? path.slice(2) : `/${path}`
    const isThere =
      parts[1] === undefined
        ? all.some((each) => `/${each.replace('/src/', '/')}`.endsWith(suffix.replace('/src/', '/')))
        : all.includes(path)
    return isThere ? [] : [`${file} names ${path}, which is not there.`]
  })
}

function brokenLinks(document: string): string[] {
  const prose = withoutCode(textOf(document))
  return [...prose.matchAll(/\[[^\]]*\]\(([^)\s]+)\)/g)].flatMap((link) => {
    const target = link[1] ?? ''
    if (/^[a-z][a-z0-9+.-]*:/.test(target)) return []
    const [path, heading] = target.split('#')
    const file = path === '' || path === undefined ? document : posix.join(dirname(document), path)
    if (!existsSync(join(root, file))) return [`${document}: the link "${target}" leads to nothing.`]
    if (heading === undefined || !file.endsWith('.md')) return []
    return headingsOf(file).has(heading) ? [] : [`${document}: "${file}" has no heading "#${heading}".`]
  })
}

function headingsOf(file: string): Set<string> {
  const titles = withoutCode(textOf(file)).matchAll(/^#+ (.*)$/gm)
  return new Set([...titles].map((title) => anchor(title[1] ?? '')))
}

/** The anchor as common forges generate it: lower case, no punctuation, a hyphen for each space. */
function anchor(title: string): string {
  return title
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-')
}

function withoutCode(text: string): string {
  return text.replace(/^(`{3,})[\s\S]*?^\1/gm, '').replace(/`[^`\n]*`/g, '')
}
