// Markdown → the drawn elements. The kinds below are a closed union: anything else, above all HTML, becomes text. So no
// text can become an element, attribute or address of another kind (XSS).

import type { AlignType, PhrasingContent, Root, RootContent } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmAutolinkLiteralFromMarkdown } from 'mdast-util-gfm-autolink-literal'
import { gfmStrikethroughFromMarkdown } from 'mdast-util-gfm-strikethrough'
import { gfmTableFromMarkdown } from 'mdast-util-gfm-table'
import { gfmAutolinkLiteral } from 'micromark-extension-gfm-autolink-literal'
import { gfmStrikethrough } from 'micromark-extension-gfm-strikethrough'
import { gfmTable } from 'micromark-extension-gfm-table'

export type Drawn =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: Wrapping; readonly children: readonly Drawn[] }
  | { readonly kind: 'heading'; readonly level: number; readonly children: readonly Drawn[] }
  | { readonly kind: 'code' | 'code block'; readonly text: string }
  | { readonly kind: 'line break' | 'rule' }
  | { readonly kind: 'list'; readonly start: number | null; readonly children: readonly Drawn[] }
  | {
      readonly kind: 'link'
      readonly address: string
      /** A page of the application itself. */
      readonly isOwn?: true
      readonly children: readonly Drawn[]
    }
  | { readonly kind: 'picture'; readonly address: string; readonly text: string }
  | { readonly kind: 'table'; readonly align: readonly AlignType[]; readonly rows: readonly (readonly Cell[])[] }

type Wrapping = 'paragraph' | 'emphasis' | 'strong' | 'deleted' | 'quote' | 'item'
type Cell = readonly Drawn[]

/** A longer text, or one with excessive markup, would block the browser, so it is drawn unformatted. */
const LENGTH_MAX = 50_000
const MARKS_MAX = 4000
const MARKS = /[*_~[\]<>`!]/g
/** Deeper nesting becomes text. */
const DEPTH_MAX = 20

/** `isOfAuthor`: the words are those of the specification, and may lead to its own pages. */
export function formattedText(text: string, isOfAuthor = false): readonly Drawn[] {
  const root = parsed(text)
  if (root === null) return [{ kind: 'paragraph', children: [{ kind: 'text', text }] }]
  const addresses = new Map(
    root.children.flatMap((node) => (node.type === 'definition' ? [[node.identifier, node.url] as const] : [])),
  )
  return drawnAll(root.children, { addresses, depth: 0, isOfAuthor })
}

/** Without markup, for a line or two. */
export function plainText(text: string): string {
  return wordsOf(formattedText(text)).replace(/\s+/g, ' ').trim()
}

function parsed(text: string): Root | null {
  if (text.length > LENGTH_MAX || (text.match(MARKS) ?? []).length > MARKS_MAX) return null
  try {
    return fromMarkdown(text, {
      extensions: [gfmTable(), gfmStrikethrough(), gfmAutolinkLiteral()],
      mdastExtensions: [gfmTableFromMarkdown(), gfmStrikethroughFromMarkdown(), gfmAutolinkLiteralFromMarkdown()],
    })
  } catch (thrown) {
    // Nesting deeper than the parser's stack.
    if (thrown instanceof RangeError) return null
    throw thrown
  }
}

interface Surroundings {
  readonly isOfAuthor: boolean
  readonly addresses: ReadonlyMap<string, string>
  readonly depth: number
}

function drawnAll(nodes: readonly RootContent[], around: Surroundings): readonly Drawn[] {
  return nodes.flatMap((node) => drawn(node, around))
}

function drawn(node: RootContent, around: Surroundings): readonly Drawn[] {
  if (around.depth > DEPTH_MAX && 'children' in node) return drawnAll(node.children, around)
  const below = { ...around, depth: around.depth + 1 }
  switch (node.type) {
    case 'paragraph':
    case 'emphasis':
    case 'strong':
    case 'delete':
    case 'blockquote':
    case 'listItem':
      return [{ kind: WRAPPING[node.type], children: drawnAll(node.children, below) }]
    case 'heading':
      return [{ kind: 'heading', level: node.depth, children: drawnAll(node.children, below) }]
    case 'list': {
      const start = node.ordered === true ? (node.start ?? 1) : null
      return [{ kind: 'list', start, children: drawnAll(node.children, below) }]
    }
    case 'table': {
      const rows = node.children.map((row) => row.children.map((cell) => drawnAll(cell.children, below)))
      return [{ kind: 'table', align: node.align ?? [], rows }]
    }
    case 'inlineCode':
      return [{ kind: 'code', text: node.value }]
    case 'code':
      return [{ kind: 'code block', text: node.value }]
    case 'break':
      return [{ kind: 'line break' }]
    case 'thematicBreak':
      return [{ kind: 'rule' }]
    case 'link':
      return link(node.url, node.children, below)
    case 'linkReference':
      return link(around.addresses.get(node.identifier) ?? '', node.children, below)
    case 'image':
      return picture(node.url, node.alt ?? '')
    case 'imageReference':
      return picture(around.addresses.get(node.identifier) ?? '', node.alt ?? '')
    case 'definition':
      return []
    default:
      return 'value' in node ? [{ kind: 'text', text: node.value }] : []
  }
}

const WRAPPING = {
  paragraph: 'paragraph',
  emphasis: 'emphasis',
  strong: 'strong',
  delete: 'deleted',
  blockquote: 'quote',
  listItem: 'item',
} as const satisfies Record<string, Wrapping>

/** A link to an unsafe target becomes its text. */
function link(url: string, content: readonly PhrasingContent[], around: Surroundings): readonly Drawn[] {
  const children = drawnAll(content, around)
  if (around.isOfAuthor && OWN_PAGE.test(url)) return [{ kind: 'link', address: url, isOwn: true, children }]
  const address = safeAddress(url)
  return address === null ? children : [{ kind: 'link', address, children }]
}

/** Two slashes would lead to another site. */
const OWN_PAGE = /^\/(?![/\\_])[^\s\\]*$/

const SAFE_SCHEMES: readonly string[] = ['http:', 'https:', 'mailto:']

/** Parsed like a browser does, which ignores some characters and accepts spellings that a pattern would miss. */
function safeAddress(url: string): string | null {
  if (!URL.canParse(url)) return null
  const parsed = new URL(url)
  return SAFE_SCHEMES.includes(parsed.protocol) ? parsed.href : null
}

const OWN_FILE = /^\/_ninefold\/files\/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?:\/(?:small|medium))?$/

/** Pictures of other sites would reveal the reader, so they become links; the application's own are shown. */
function picture(url: string, text: string): readonly Drawn[] {
  if (OWN_FILE.test(url)) return [{ kind: 'picture', address: url, text }]
  const words: Drawn = { kind: 'text', text: text === '' ? url : text }
  const address = safeAddress(url)
  return address === null ? [words] : [{ kind: 'link', address, children: [words] }]
}

function wordsOf(nodes: readonly Drawn[]): string {
  return nodes.map(words).join('')
}

function words(node: Drawn): string {
  switch (node.kind) {
    case 'text':
    case 'code':
    case 'picture':
      return node.text
    case 'code block':
      return `${node.text}\n`
    case 'line break':
    case 'rule':
      return '\n'
    case 'table':
      return node.rows.map((row) => `${row.map(wordsOf).join(' ')}\n`).join('')
    case 'emphasis':
    case 'strong':
    case 'deleted':
    case 'link':
      return wordsOf(node.children)
    default:
      return `${wordsOf(node.children)}\n`
  }
}
