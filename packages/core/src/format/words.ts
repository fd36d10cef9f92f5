// The text of a paragraph → the same text with labels in canonical form and without trailing spaces. Everything else is
// unchanged.

import type { Nodes, Paragraph, PhrasingContent, Strong } from 'mdast'

interface Change {
  readonly start: number
  readonly end: number
  readonly text: string
}

/** The source of inline nodes, without white space around it. */
export function wordsOf(text: string, nodes: readonly PhrasingContent[]): string {
  const first = nodes[0]
  const last = nodes.at(-1)
  if (first === undefined || last === undefined) return ''
  return text.slice(startOf(first), endOf(last)).replace(/^[ \t]+|[ \t]+$/g, '')
}

/** A line ending within the text becomes `newline`. */
export function printWords(text: string, paragraph: Paragraph, newline: string): string {
  const nodes = paragraph.children
  const first = nodes[0]
  const last = nodes.at(-1)
  if (first === undefined || last === undefined) return ''
  const labels = nodes.flatMap((node, index) =>
    node.type === 'strong' ? labelChanges(text, node, nodes[index + 1], startOf(first)) : [],
  )
  const lineEnds = lineEndChanges(text, startOf(first), endOf(last), fixedPlaces(nodes), newline)
  const printed = changed(text, startOf(first), endOf(last), [...labels, ...lineEnds])
  return printed.replace(/^[ \t]+|[ \t]+$/g, '')
}

/**
 * `__Who__:  Reader` → `**Who:** Reader`. Only the first words of a line are a label: later in it, as in
 * `__a:____b:__`, the adjacent markers decide whether one opens or closes.
 */
function labelChanges(text: string, strong: Strong, next: PhrasingContent | undefined, first: number): Change[] {
  const [word, ...others] = strong.children
  if (word?.type !== 'text' || others.length > 0) return []
  const written = text.slice(startOf(word), endOf(word))
  if (/[*_\r\n]/.test(written)) return []
  if (!beginsLine(text, startOf(strong), first)) return []
  const isColonInside = written.endsWith(':')
  if (!isColonInside && !(next?.type === 'text' && text.charAt(endOf(strong)) === ':')) return []
  const end = isColonInside ? endOf(strong) : endOf(strong) + 1
  const gap = /^[ \t]*/.exec(text.slice(end))?.[0] ?? ''
  const following = text.charAt(end + gap.length)
  // A second colon is text, and would be taken for the label's own.
  if (following === ':') return []
  const isAlone = next === undefined || following === '' || following === '\n' || following === '\r'
  const label = `**${isColonInside ? written : `${written}:`}**`
  return [{ start: startOf(strong), end: isAlone ? end : end + gap.length, text: isAlone ? label : `${label} ` }]
}

/** `first`: the start of the paragraph's text. */
function beginsLine(text: string, place: number, first: number): boolean {
  return /(?:^|[\r\n])[ \t]*$/.test(text.slice(first, place))
}

/** Trailing spaces are removed, except two that mean a line break. */
function lineEndChanges(text: string, start: number, end: number, fixed: readonly Change[], newline: string): Change[] {
  const changes: Change[] = []
  for (const found of text.slice(start, end).matchAll(/[ \t]*(?:\r\n|\r|\n)/g)) {
    const change = { start: start + found.index, end: start + found.index + found[0].length, text: newline }
    if (!fixed.some((place) => place.start < change.end && change.start < place.end)) changes.push(change)
  }
  return changes
}

/** Code, HTML and line breaks, also within emphasis. */
function fixedPlaces(nodes: readonly PhrasingContent[]): Change[] {
  return nodes.flatMap((node) => {
    if (node.type === 'inlineCode' || node.type === 'html' || node.type === 'break')
      return [{ start: startOf(node), end: endOf(node), text: '' }]
    return 'children' in node ? fixedPlaces(node.children) : []
  })
}

/** The source between two offsets with non-overlapping changes. */
function changed(text: string, start: number, end: number, changes: readonly Change[]): string {
  let printed = ''
  let from = start
  for (const change of [...changes].sort((a, b) => a.start - b.start)) {
    printed += text.slice(from, change.start) + change.text
    from = change.end
  }
  return printed + text.slice(from, end)
}

function startOf(node: Nodes): number {
  return node.position?.start.offset ?? 0
}

function endOf(node: Nodes): number {
  return node.position?.end.offset ?? 0
}
