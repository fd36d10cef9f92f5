// reference/, the tutorials and pages of docs/ → the pages of the site. A link below each whole specification opens it
// in the playground, and a link to a file outside the site becomes plain text.

import { dirname, posix } from 'node:path'
import { TITLED_EXAMPLES } from '../../packages/playground/src/page/example-titles.ts'
import { addressOf } from '../../packages/playground/src/page/text-in-address.ts'
import { projectFiles, textOf } from '../project-files.ts'
import { readTutorials } from '../reference/tutorials.ts'

export interface SitePage {
  /** Relative to the root of the site. */
  readonly path: string
  readonly title: string
  readonly text: string
}

export interface SidebarItem {
  readonly text: string
  readonly link?: string
  readonly collapsed?: boolean
  readonly items?: readonly SidebarItem[]
}

const START = 'README.md'
const OPERATION = ['docs/operation.md', 'docs/promises.md', 'docs/performance.md']
/** In reading order. */
const AROUND = ['writing', 'editors', 'beside-the-application', 'evolution', 'postgresql']

/** `playground`: its address, with a trailing slash. */
export async function sitePages(playground: string): Promise<SitePage[]> {
  const files = [START, ...projectFiles(['reference/**/*.md', 'docs/tutorials/*.md']), ...OPERATION]
  const steps = new Map(readTutorials().map(({ file, steps: ofFile }) => [file, ofFile]))
  const runnable = (file: string, line: number, fence: string): string | null => {
    const ofTutorial = steps.get(file)
    if (ofTutorial !== undefined) return ofTutorial.find((step) => step.line === line)?.text ?? null
    return /^```spec\n(?:.*\n)*?# /.test(fence) && !fence.includes('\n````')
      ? fence.split('\n').slice(1, -1).join('\n')
      : null
  }
  return Promise.all(
    files.map(async (file) => {
      const page = textOf(file)
      const text = await withRunLinks(page, playground, (line, fence) => runnable(file, line, fence))
      return { path: pathOf(file), title: titleOf(page), text: withLinks(file, text, new Set(files), playground) }
    }),
  )
}

function pathOf(file: string): string {
  if (file === START) return 'start.md'
  return file.replace(/README\.md$/, 'index.md')
}

export function titleOf(page: string): string {
  return (/^# (.+)$/m.exec(page)?.[1] ?? '').replaceAll('`', '')
}

const FENCE = /^(`{3,})(\w*)\n[\s\S]*?^\1 *$/gm

async function withRunLinks(
  page: string,
  playground: string,
  textFor: (line: number, fence: string) => string | null,
): Promise<string> {
  let result = ''
  let from = 0
  for (const found of page.matchAll(FENCE)) {
    const [fence, , language = ''] = found
    const text = textFor(page.slice(0, found.index).split('\n').length, fence)
    const shown = fence.replace(/^(`{3,})spec\n/, '$1md\n').replace(/^(`{3,})diagnostics\n/, '$1txt\n')
    const link = text === null ? '' : `\n\n${await runLink(playground, text, language === 'diff')}`
    result += page.slice(from, found.index) + shown + link
    from = found.index + fence.length
  }
  return result + page.slice(from)
}

async function runLink(playground: string, text: string, isStep: boolean): Promise<string> {
  const words = isStep ? 'Run the text of this step' : 'Run this'
  return `<a class="run-this" href="${playground}${await addressOf(text)}" target="ninefold-playground" rel="opener">${words}</a>`
}

/**
 * Skips fences. Pages keep their paths, so that links between them stay valid. Throws if a link leads to an example
 * that the playground lacks.
 */
export function withLinks(file: string, text: string, files: ReadonlySet<string>, playground: string): string {
  const pieces = text.split(/(^`{3,}\w*\n[\s\S]*?^`{3,} *$)/m)
  return pieces
    .map((piece) => (piece.startsWith('```') ? piece : linked(file, piece, files, playground)))
    .join('')
    .replaceAll(/(srcset|src)="(?=docs\/)/g, '$1="./')
}

const CODE_OR_LINK = /`[^`\n]*`|(?<!!)\[((?:`[^`\n]*`|[^\]`])*)\]\(([^)\s]+)\)/g

function linked(file: string, piece: string, files: ReadonlySet<string>, playground: string): string {
  return piece.replaceAll(CODE_OR_LINK, (whole, words: string | undefined, target: string | undefined) => {
    if (words === undefined || target === undefined) return whole
    if (/^[a-z][a-z0-9+.-]*:/.test(target) || target.startsWith('#')) return whole
    const [path = '', heading] = target.split('#')
    const full = posix.normalize(posix.join(dirname(file), path))
    const example = /^examples\/([\w-]+)/.exec(full)?.[1]
    if (example !== undefined && !TITLED_EXAMPLES.some(({ id }) => id === example))
      throw new Error(`${file} links to the example "${example}", which the playground does not have.`)
    if (example !== undefined)
      return `<a href="${playground}#example=${example}" target="ninefold-playground">${words.replaceAll('`', '')}</a>`
    const page = [full, posix.join(full, 'README.md')].find((candidate) => files.has(candidate))
    if (page === undefined) return words
    const relative = posix.relative(dirname(pathOf(file)), pathOf(page))
    return `[${words}](${relative.startsWith('.') ? relative : `./${relative}`}${heading === undefined ? '' : `#${heading}`})`
  })
}

/**
 * Menus by folder: the diagnostics of a point stand in the menu of its own folder, so that no page carries all of them.
 */
export function sidebarsOf(pages: readonly SitePage[]): Readonly<Record<string, readonly SidebarItem[]>> {
  const points = pages.filter(({ path }) => /^reference\/[^/]+\/reference\.md$/.test(path))
  const ofPoints = points.map(({ path }) => [`/${dirname(path)}/`, sidebarOf(pages, points, path)] as const)
  return { ...Object.fromEntries(ofPoints), '/': sidebarOf(pages, points, null) }
}

function sidebarOf(pages: readonly SitePage[], points: readonly SitePage[], open: string | null): SidebarItem[] {
  const at = (path: string): SidebarItem => {
    const page = pages.find((each) => each.path === path)
    if (page === undefined) throw new Error(`The site has no page "${path}".`)
    return itemOf(page)
  }
  return [
    {
      text: 'Begin',
      items: [
        { ...at('start.md'), text: 'First steps' },
        ...pages.filter(({ path }) => path.startsWith('docs/tutorials/')).map(itemOf),
      ],
    },
    {
      text: 'The language',
      items: [
        at('reference/guide.md'),
        ...points.map((point) => (point.path === open ? withDiagnostics(point, pages) : itemOf(point))),
      ],
    },
    { text: 'Around it', items: AROUND.map((name) => at(`reference/${name}.md`)) },
    { text: 'Operation', items: OPERATION.map(at) },
  ]
}

function itemOf({ title, path }: SitePage): SidebarItem {
  return { text: title, link: `/${path.replace(/\.md$/, '')}` }
}

function withDiagnostics(point: SitePage, pages: readonly SitePage[]): SidebarItem {
  const beside = pages.filter(({ path }) => dirname(path) === dirname(point.path) && path !== point.path)
  return { ...itemOf(point), collapsed: false, items: beside.map(itemOf) }
}
