// A text → its Markdown trees: cut at its headings, each part parsed separately. Together they equal the tree of the
// whole text, at less cost: parsing is superlinear, and a part that is unchanged since the last parse is cached, so
// that a keystroke costs one part.

import type { RootContent } from 'mdast'
import { parseMarkdown } from './parse-markdown.ts'

export interface MarkdownPart {
  readonly nodes: readonly RootContent[]
  /** Offset of the nodes relative to the text. */
  readonly shift: number
}

/** Only these two characters end a Markdown line. */
const HEADING_START = /(?<=[\r\n])#{1,6}(?=[ \t\r\n]|$)/g
const HEADING = '#'

/** A tree takes about forty bytes per character of its text. */
const REMEMBERED_CHARACTERS_MAX = 1_000_000

/** Trees by text, most recently used last. The cache changes no result. */
const remembered = new Map<string, MarkdownPart>()
let rememberedCharacters = 0

export function markdownParts(text: string): MarkdownPart[] {
  const starts = [0, ...Array.from(text.matchAll(HEADING_START), ({ index }) => index)]
  const parts: MarkdownPart[] = []
  for (const [index, start] of starts.entries()) {
    const end = starts[index + 1]
    const part = end === undefined ? null : partBeforeHeading(text.slice(start, end))
    const { nodes, shift } = part ?? partOf(text.slice(start))
    parts.push({ nodes, shift: start + shift })
    if (part === null) break
  }
  return parts
}

/** Null if the next line is not a heading, because an open code fence or HTML block absorbs it. */
function partBeforeHeading(content: string): MarkdownPart | null {
  const { nodes, shift } = partOf(content + HEADING)
  const last = nodes.at(-1)
  const isHeading = last?.type === 'heading' && last.position?.start.offset === content.length - shift
  return isHeading ? { nodes: nodes.slice(0, -1), shift } : null
}

function partOf(content: string): MarkdownPart {
  const known = remembered.get(content)
  if (known !== undefined) {
    remembered.delete(content)
    remembered.set(content, known)
    return known
  }
  const { root, shift } = parseMarkdown(content)
  const part = { nodes: root.children, shift }
  remember(content, part)
  return part
}

function remember(content: string, part: MarkdownPart): void {
  remembered.set(content, part)
  rememberedCharacters += content.length
  for (const oldest of remembered.keys()) {
    if (rememberedCharacters <= REMEMBERED_CHARACTERS_MAX) return
    remembered.delete(oldest)
    rememberedCharacters -= oldest.length
  }
}
