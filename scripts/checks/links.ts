// Checks that every relative link of a Markdown document leads to an existing file and heading.

import { existsSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import { projectFiles, report, root, textOf } from '../project-files.ts'

const documents = projectFiles(['*.md', 'docs/**/*.md', 'reference/**/*.md', '.changes/*.md', 'examples/**/*.md'])
report('Links', documents.flatMap(brokenLinks))

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
