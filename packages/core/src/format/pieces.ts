// The Markdown nodes of a section → printed pieces. A node without a canonical form, such as a fenced block, or one
// that formatting would change, is kept unchanged.

import type { Heading, Nodes, RootContent, Table } from 'mdast'
import { printRow } from '../outline/print-row.ts'
import { printList } from './lists.ts'
import { printWords, wordsOf } from './words.ts'

export interface Piece {
  readonly kind: 'heading' | 'table' | 'bullets' | 'steps' | 'words' | 'kept'
  readonly text: string
  /** Its offset in the source. */
  readonly start: number
  readonly end: number
}

/** `isNextIndented`: after the last node follows unchanged text that a shorter list marker would absorb. */
export function piecesOf(
  text: string,
  nodes: readonly RootContent[],
  newline: string,
  isNextIndented: boolean,
): Piece[] {
  const pieces = nodes.map((node): Piece => pieceOf(text, node, newline))
  keepLists(text, nodes, pieces, isNextIndented)
  return pieces
}

function pieceOf(text: string, node: RootContent, newline: string): Piece {
  const { start, end } = placeOf(node)
  const as = (kind: Piece['kind'], printed: string | null): Piece =>
    printed === null ? keptPiece(text, node) : { kind, text: printed, start, end }
  switch (node.type) {
    case 'heading':
      return as('heading', printHeading(text, node))
    case 'table':
      return as('table', printTable(text, node, newline))
    case 'list':
      return as(node.ordered === true ? 'steps' : 'bullets', printList(text, node)?.join(newline) ?? null)
    case 'paragraph':
      return as('words', printWords(text, node, newline))
    default:
      return keptPiece(text, node)
  }
}

/** Byte for byte with its indentation, because later lines may depend on it. */
function keptPiece(text: string, node: RootContent): Piece {
  const start = lineStart(text, node)
  // An unclosed fence extends over the empty lines below it.
  const kept = text.slice(start, placeOf(node).end).replace(/[ \t\r\n]+$/, '')
  return { kind: 'kept', text: kept, start, end: start + kept.length }
}

/**
 * Lists that must stay unchanged: indented text after a list would become part of its last entry if that started
 * further left, and of two adjacent lists that only their markers separate, neither can change alone.
 */
function keepLists(text: string, nodes: readonly RootContent[], pieces: Piece[], isNextIndented: boolean): void {
  for (let index = nodes.length - 1; index >= 0; index--) {
    const node = nodes[index]
    if (node?.type !== 'list') continue
    const next = nodes[index + 1]
    const isKeptBelow = pieces[index + 1]?.kind === 'kept'
    const isLeaning = next === undefined ? isNextIndented : isKeptBelow && isIndented(text, next)
    if (isLeaning || (isKeptBelow && isBullets(next) && isBullets(node))) pieces[index] = keptPiece(text, node)
  }
  for (const [index, node] of nodes.entries()) {
    const isKeptAbove = pieces[index - 1]?.kind === 'kept'
    if (isKeptAbove && isBullets(nodes[index - 1]) && isBullets(node)) pieces[index] = keptPiece(text, node)
  }
}

function isBullets(node: RootContent | undefined): boolean {
  return node?.type === 'list' && node.ordered !== true
}

/** ATX style: number signs in front, one space, none behind. */
function printHeading(text: string, heading: Heading): string | null {
  const words = wordsOf(text, heading.children)
  const marks = '#'.repeat(heading.depth)
  if (words === '') return marks
  // Trailing number signs of a setext heading are text; in ATX style they would not be.
  return /[\r\n]/.test(words) || /(?:^|[ \t])#+$/.test(words) ? null : `${marks} ${words}`
}

const RULES = { left: ':---', center: ':---:', right: '---:', unstated: '---' } as const

function printTable(text: string, table: Table, newline: string): string | null {
  const [header, ...rows] = table.children.map((row) =>
    printRow(row.children.map((cell) => wordsOf(text, cell.children))),
  )
  if (header === undefined || /[\r\n]/.test(header)) return null
  const width = table.children[0]?.children.length ?? 0
  const rules = Array.from({ length: width }, (_, column) => RULES[table.align?.[column] ?? 'unstated'])
  return [header, printRow(rules), ...rows].join(newline)
}

export function placeOf(node: Nodes): { readonly start: number; readonly end: number } {
  return { start: node.position?.start.offset ?? 0, end: node.position?.end.offset ?? 0 }
}

export function lineStart(text: string, node: Nodes | undefined): number {
  const { start } = node === undefined ? { start: 0 } : placeOf(node)
  return Math.max(text.lastIndexOf('\n', start - 1), text.lastIndexOf('\r', start - 1)) + 1
}

export function isIndented(text: string, node: Nodes | undefined): boolean {
  return node !== undefined && lineStart(text, node) < placeOf(node).start
}
