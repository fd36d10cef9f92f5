// A document and an offset → hover text: a name's meaning, type and declaring row; the description of a function or
// construct; the diagnostics there. In Markdown, as editors show it.

import type { Named, Occurrence } from '../check/names/occurrences.ts'
import { DIAGNOSTICS } from '../diagnostic/registry.ts'
import { PARTS } from '../grammar/parts.ts'
import type { Block, Table } from '../outline/outline.ts'
import { spanOf, type Phrase } from '../outline/phrase.ts'
import type { Expected } from '../read/expected.ts'
import type { Span } from '../text/source.ts'
import { wordsOf } from './construct-words.ts'
import { contains, occurrencesAt, type Document } from './document.ts'
import { FUNCTION_WORDS, signatureOf } from './function-words.ts'
import { namedAt, occurrencesOf } from './names.ts'
import { variableInWords } from './slots.ts'
import { placeAt } from './where.ts'

export interface Hover {
  readonly span: Span
  readonly markdown: string
}

export function hoverAt(document: Document, offset: number): Hover | null {
  const [occurrence] = occurrencesAt(document, offset)
  const words = occurrence === undefined ? constructAt(document, offset) : null
  const span = occurrence?.span ?? words?.span ?? diagnosticsAt(document, offset)[0]?.span
  if (span === undefined) return null
  const parts = [
    ...namedAt(document, offset).map((named) => describe(document, named, occurrence)),
    ...(words === null ? [] : [words.markdown]),
    ...diagnosticsAt(document, offset).map(({ number }) => `${number}: ${DIAGNOSTICS[number].title}.`),
  ]
  return parts.length === 0 ? null : { span, markdown: [...new Set(parts)].join('\n\n') }
}

function diagnosticsAt({ compiled }: Document, offset: number) {
  return compiled.diagnostics.filter(({ span }) => contains(span, offset))
}

function describe(document: Document, named: Named, occurrence: Occurrence | undefined): string {
  const { kind, name, of } = named
  if (kind === 'function') return `**${name}** ${signatureOf(name) ?? ''}\n\n${FUNCTION_WORDS[name] ?? ''}`.trim()
  const places = occurrencesOf(document, named)
  const declaration = places.find(({ isDeclaration }) => isDeclaration)
  const typed = occurrence?.type == null ? declaration : occurrence
  const isOf = of === null || kind === 'item' || kind === 'variable' ? '' : ` of ${of}`
  const type =
    typed?.type == null || kind === 'entity' || kind === 'shape'
      ? ''
      : `: ${variableInWords({ type: typed.type, isOptional: typed.isOptional })}`
  const title =
    BUILT_IN[name] !== undefined && kind === 'variable' ? BUILT_IN[name] : `${KINDS[kind] ?? kind}${isOf}${type}`
  const row = declaration === undefined ? null : declaringRow(document, declaration.span)
  const uses = places.filter(({ isDeclaration }) => !isDeclaration).length
  const count = declaration === undefined ? null : uses === 1 ? 'Used once.' : `Used ${uses} times.`
  return [`**${name}** — ${title}`, row, count].filter((part) => part !== null).join('\n\n')
}

const KINDS: Partial<Readonly<Record<Named['kind'], string>>> = {
  'contextual role': 'role for a record',
  parameter: 'parameter of the path',
  query: 'query parameter',
  item: 'each item of the list',
  variable: 'bound by a step',
}

/** Names that are in scope everywhere. */
const BUILT_IN: Readonly<Record<string, string>> = {
  me: 'whoever is signed in',
  now: 'the present moment, the same for the whole call',
  today: 'the present day, in the time zone of point 9',
  this: 'the record itself',
  old: 'the record before the change',
  item: 'what is added or removed',
}

/** The table row that declares a name, with its header; null for headings and steps. */
function declaringRow({ text }: Document, span: Span): string | null {
  const start = text.lastIndexOf('\n', span.start - 1) + 1
  const line = lineAt(text, start)
  if (!line.trimStart().startsWith('|')) return null
  let header = line
  for (let at = start; at > 0;) {
    const before = text.lastIndexOf('\n', at - 2) + 1
    const above = lineAt(text, before)
    if (!above.trimStart().startsWith('|')) break
    header = above
    at = before
  }
  const rule = header.trim().replace(/[^|]+/g, ' --- ')
  return header === line ? null : [header.trim(), rule, line.trim()].join('\n')
}

function lineAt(text: string, start: number): string {
  const end = text.indexOf('\n', start)
  return text.slice(start, end < 0 ? text.length : end).replace(/\r$/, '')
}

/** A label, a column's header, a setting, the kind of a part, the verb of a step. */
function constructAt(document: Document, offset: number): Hover | null {
  for (const { words: span, part } of document.headings) {
    const words = part === null || part === 'Call' ? null : PARTS[part].about
    if (contains(span, offset) && words !== null) return { span, markdown: `**${part}** — ${words}` }
  }
  const blocks = document.headings.map((heading) => heading.blocks).find((each) => each.some(isThere))
  const block = blocks?.find(isThere)
  const expected = blocks === undefined ? undefined : document.compiled.expected.get(blocks)
  if (block?.kind === 'label')
    return constructIn(block.label, expected?.labels?.[block.label.text]?.about ?? null, offset)
  if (block?.kind === 'table') {
    const settings = block.header.cells[0]?.text === 'Setting' ? block.rows.flatMap((row) => row.cells.slice(0, 1)) : []
    const setting = settings.find((cell) => contains(spanOf(cell), offset))
    if (setting !== undefined) return constructIn(setting, wordsOf(setting.text), offset)
    const cell = block.header.cells.find((each) => contains(spanOf(each), offset))
    return cell === undefined ? null : constructIn(cell, aboutColumn(block, cell.text, expected), offset)
  }
  return placeAt(document, offset).kind === 'step' ? verbAt(document, offset) : null

  function isThere({ span }: Block): boolean {
    return contains(span, offset)
  }
}

function aboutColumn({ header }: Table, column: string, expected: Expected | undefined): string | null {
  const [first] = header.cells
  const table = expected?.tables?.find(({ columns }) => columns[0] === first?.text && columns.includes(column))
  return table?.grammar.columns[column]?.about ?? null
}

function constructIn(words: Phrase, about: string | null, offset: number): Hover | null {
  const span = spanOf(words)
  return about === null || !contains(span, offset) ? null : { span, markdown: `**${words.text}** — ${about}` }
}

const VERBS = [
  'find',
  'list',
  'require',
  'let',
  'create',
  'record',
  'change',
  'set',
  'delete',
  'discard',
  'add',
  'remove',
  'do',
  'send',
  'issue',
  'respond',
  'when',
  'given',
]

function verbAt({ text }: Document, offset: number): Hover | null {
  const start = offset - (/\w*$/.exec(text.slice(Math.max(0, offset - 40), offset))?.[0].length ?? 0)
  const word = /^\w*/.exec(text.slice(start, start + 40))?.[0] ?? ''
  const words = VERBS.includes(word) ? wordsOf(word) : null
  return words === null ? null : { span: { start, end: start + word.length }, markdown: `**${word}** — ${words}` }
}
