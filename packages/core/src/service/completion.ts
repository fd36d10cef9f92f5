// A document and an offset → completions: names, words, and the constructs of the place.

import { LABELS } from '../grammar/labels.ts'
import { TABLES } from '../grammar/tables.ts'
import { FREE, OPENNESS, one, several, type Values } from '../grammar/values.ts'
import { partsAt } from './complete-block.ts'
import { completeExpression } from './complete-expression.ts'
import type { Document } from './document.ts'
import { nextOf } from './match-form.ts'
import { completionOf, completionsOf, type Completion } from './offers.ts'
import { everydayNames, TYPES } from '../read/synonyms.ts'
import { aroundPlace, scopeAround } from './cursor-context.ts'
import { expressionAt, openCode, placeAt, type Place } from './where.ts'
import { completeStep } from './complete-step.ts'

export function completionsAt(document: Document, offset: number): Completion[] {
  const place = placeAt(document, offset)
  const inCode = codeAt(document, place, offset)
  if (inCode !== null) return distinct(inCode)
  switch (place.kind) {
    case 'heading':
    case 'line':
      return distinct(partsAt(document, place, offset))
    case 'label':
      return distinct(byForms(document, place, offset, valuesOfLabel(document, place)))
    case 'cell':
      return distinct([
        ...byForms(document, place, offset, valuesOfCell(document, place)),
        ...everydayTypesAt(place, offset),
      ])
    case 'step':
      return distinct(completeStep(aroundPlace(document, place, offset), place, offset))
  }
}

/** Inside backticks: names of the scope that the checker uses here. */
function codeAt(document: Document, place: Place, offset: number): Completion[] | null {
  const known = expressionAt(document, offset)
  const open = openCode(place.typed)
  const isQuoted = known !== null && document.text[known.written.span.start - 1] === '`'
  if (place.kind === 'heading' || (!isQuoted && open === null)) return null
  if (open !== null && isCallCode(place)) return null
  const start = isQuoted ? known.written.span.start : place.start + (open ?? 0)
  const typed = document.text.slice(start, offset).replaceAll('\\|', '|')
  const scope = known?.scope ?? scopeAround(document, place, offset)
  const { candidates, typedLength } = completeExpression(typed, scope, known?.expected ?? null)
  return candidates.map((candidate) => completionOf(candidate, { start: offset - typedLength, end: offset }))
}

/** `pri` in a column of types suggests money, because people call it a price. */
function everydayTypesAt({ heading, column, typed }: Place & { kind: 'cell' }, offset: number): Completion[] {
  if (heading?.part !== 'Entity' || column !== 'Type') return []
  const span = { start: offset - typed.length, end: offset }
  return everydayNames(TYPES, typed).map(({ name, means }) => ({
    label: means,
    kind: 'keyword',
    detail: name,
    words: null,
    insert: means,
    span,
  }))
}

/** `call \`POST …` names a call, and the address of a limit or of a standard call is not an expression either. */
function isCallCode(place: Place): boolean {
  if (/call `[^`]*$/.test(place.typed) || /from `[^`]*$/.test(place.typed)) return true
  return (
    place.kind === 'cell' &&
    ['On', 'At most', 'Runs', 'Route', 'Path'].includes(place.column) &&
    /^`[^`]*$/.test(place.typed)
  )
}

function valuesOfLabel({ compiled }: Document, { heading, label }: Place & { kind: 'label' }): Values {
  if (heading === null) return label === 'Ninefold' ? LABELS.preamble.Ninefold.values : FREE
  return compiled.expected.get(heading.blocks)?.labels?.[label]?.values ?? FREE
}

function valuesOfCell({ compiled }: Document, { heading, columns, column }: Place & { kind: 'cell' }): Values {
  if (heading?.part === 'Reference data' || heading?.part === 'Sample data')
    return column === 'roles' ? several('BASE') : one('VALUE')
  if (heading?.part === 'Lookup' && column.includes('.')) return TABLES.decisions.columns['ENTITY.FIELD'].values
  if (heading?.part === 'Lookup' && column === columns[0]) return one('VALUE')
  const tables = heading === null ? [] : (compiled.expected.get(heading.blocks)?.tables ?? [])
  const own = tables.find(
    (table) => table.columns[0] === columns[0] && columns.every((each) => each in table.grammar.columns),
  )
  return (own ?? tables.find((table) => table.columns[0] === columns[0]))?.grammar.columns[column]?.values ?? FREE
}

function byForms(
  document: Document,
  place: Place & { kind: 'cell' | 'label' },
  offset: number,
  known: Values,
): Completion[] {
  const { typed } = segmentOf(place.typed, known.between)
  const label = place.kind === 'label' && place.label === 'Can' ? /^[^:`]*:\s*/.exec(typed)?.[0] : undefined
  const words = label === undefined ? typed : typed.slice(label.length)
  const around = aroundPlace(document, place, offset)
  const found = nextOf(words, known.forms).flatMap((next) => completionsOf(next, around, offset))
  const isBeginning = place.typed.trim() === words.trim()
  const open = isBeginning ? nextOf(words, OPENNESS).flatMap((next) => completionsOf(next, around, offset)) : []
  return [...found, ...open]
}

/** The text since the last separator outside of backticks. */
function segmentOf(typed: string, between: Values['between']): { typed: string } {
  if (between === undefined) return { typed }
  let isCode = false
  let from = 0
  for (let index = 0; index < typed.length; index++) {
    if (typed[index] === '`') isCode = !isCode
    else if (typed[index] === between && !isCode) from = index + 1
  }
  return { typed: typed.slice(from).trimStart() }
}

function distinct(completions: readonly Completion[]): Completion[] {
  const seen = new Set<string>()
  return completions.filter(({ label, kind }) => {
    const key = `${kind} ${label}`
    if (seen.has(key)) return false
    seen.add(key)
    return true
  })
}
