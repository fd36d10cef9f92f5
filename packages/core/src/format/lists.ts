// A list of one-paragraph entries → its lines, without empty ones between: "-" for bullets, the author's own numbers
// for steps. A list with other content has no canonical form.

import type { List, ListItem } from 'mdast'
import { printWords } from './words.ts'

/** Maximum depth of nested lists; nobody nests steps deeper by hand. */
const DEPTH_MAX = 20

/** Null if it is to be kept unchanged. */
export function printList(text: string, list: List, depth = 0): string[] | null {
  if (depth > DEPTH_MAX) return null
  const lines: string[] = []
  for (const item of list.children) {
    const printed = printItem(text, item, list.ordered === true, depth)
    if (printed === null) return null
    lines.push(...printed)
  }
  return lines
}

/**
 * A line that starts so would begin something new, were it not for the place where the author put it.
 *
 *   1. respond `201`
 *          - with the number
 *          ^
 */
const BEGINS_SOMETHING = /^(?:[-+*=:|>#<~]|```|\d{1,9}[.)])/

function printItem(text: string, item: ListItem, isOrdered: boolean, depth: number): string[] | null {
  const [first, nested, ...rest] = item.children
  const mark = isOrdered ? numberOf(text, item) : '-'
  if (first?.type !== 'paragraph' || mark === null || rest.length > 0) return null
  if (nested !== undefined && nested.type !== 'list') return null
  const [head = '', ...more] = printWords(text, first, '\n').split('\n')
  const continued = more.map((line) => line.replace(/^[ \t]+/, ''))
  // A line of dashes after a dash would become a thematic break.
  if (
    /^[-\s]*$/.test(head) ||
    head.includes('\r') ||
    continued.some((line) => line.includes('\r') || BEGINS_SOMETHING.test(line))
  ) {
    return null
  }
  const below = nested === undefined ? [] : printList(text, nested, depth + 1)
  if (below === null) return null
  const indentation = ' '.repeat(mark.length + 1)
  return [`${mark} ${head}`, ...[...continued, ...below].map((line) => indentation + line)]
}

/** `1.` of `1. find …`. A parenthesis is kept, because it may be all that separates two lists. */
function numberOf(text: string, item: ListItem): string | null {
  const start = item.position?.start.offset ?? 0
  return /^\d{1,9}[.)]/.exec(text.slice(start, start + 10))?.[0] ?? null
}
