// A position → its context: the entity of its row or part, the call of its steps, and the names in scope of an
// expression there.

import { PUBLIC_ADDRESS } from '../expression/request-address.ts'
import { parametersIn } from '../model/addresses/call-path.ts'
import type { CallDraft } from '../draft/calls.ts'
import type { Scope, ScopeVariable } from '../expression/expression.ts'
import type { Span } from '../text/source.ts'
import type { Document, HeadingPlace } from './document.ts'
import type { Around } from './slots.ts'
import type { Place } from './where.ts'

export function aroundPlace(document: Document, place: Place, offset: number): Around {
  const call = callOf(document, place.heading)
  return {
    document,
    entity: entityOf(document, place, offset),
    field: fieldOf(place),
    scope: scopeAround(document, place, offset),
    inputs: call?.inputs.map(({ path }) => path.text) ?? [],
    parameters: parametersOf(document, place),
  }
}

/** The entity of the row, of the part, or of the block above the line. */
function entityOf(document: Document, place: Place, offset: number): string | null {
  const { entities } = document.compiled.names.catalogue
  if (place.kind === 'cell') {
    const written = place.row['Entity'] ?? place.row['Over'] ?? ''
    const own = written.split('.')[0] ?? ''
    if (entities.has(own)) return own
  }
  const { heading } = place
  const ofColumn = place.kind === 'cell' && heading?.part === 'Lookup' ? fieldOfColumn(place) : null
  if (ofColumn !== null) return ofColumn.entity
  if (heading?.part === 'Lookup') return entityOfLookup(document, heading)
  if (heading?.part === 'Document') return entityOfDocument(document, heading, offset)
  const name =
    heading?.part === 'Shape' ? (heading.name.split(' of ')[1] ?? '') : (heading?.name.split(/[. ]/)[0] ?? '')
  if (entities.has(name)) return name
  return heading?.part === 'Screen' ? entityOfScreen(document, heading, offset) : null
}

function entityOfLookup({ compiled }: Document, heading: HeadingPlace): string | null {
  const used = compiled.names.occurrences.find(
    ({ span, named }) => named.kind === 'field' && span.start > heading.span.start && span.end < heading.span.end,
  )
  return used?.named.of ?? null
}

function entityOfScreen({ compiled }: Document, heading: HeadingPlace, offset: number): string | null {
  const screen = compiled.draft.screens.screens.find(
    ({ name }) => name.span.start >= heading.span.start && name.span.end <= heading.span.end,
  )
  const { entities } = compiled.names.catalogue
  let entity: string | null = null
  let record: string | null = null
  for (const { shows, span } of screen?.blocks ?? []) {
    if (span.start > offset) break
    if (shows.kind === 'list' || shows.kind === 'record') entity = shows.entity.text
    if (shows.kind === 'record') record = shows.entity.text
    if (shows.kind === 'related') {
      const type = entities.get(record ?? '')?.fields.get(shows.relation.text)?.type
      if (type?.kind === 'list' && type.of.kind === 'record' && span.end < offset) entity = type.of.entity
    }
  }
  return entity
}

/** The entity of the table above the line, or of the document's record. */
function entityOfDocument({ compiled }: Document, heading: HeadingPlace, offset: number): string | null {
  const draft = compiled.draft.screens.documents.find(
    ({ span }) => span.start >= heading.span.start && span.end <= heading.span.end,
  )
  if (draft === undefined) return null
  const above = draft.blocks.findLast(({ span }) => span.end < offset)
  if (above?.kind !== 'list') return draft.entity.text
  const type = compiled.names.catalogue.entities.get(draft.entity.text)?.fields.get(above.relation.text)?.type
  return type?.kind === 'list' && type.of.kind === 'record' ? type.of.entity : draft.entity.text
}

function fieldOf(place: Place): string | null {
  if (place.kind !== 'cell') return null
  const { heading, columns, column, row } = place
  if (heading?.part === 'Lookup') return fieldOfColumn(place)?.field ?? columns[0] ?? null
  return heading?.part === 'Entity' ? (row['Field'] ?? null) : column
}

/** `Order.weight` of a column of conditions. */
function fieldOfColumn({ column }: Place & { kind: 'cell' }): { entity: string; field: string } | null {
  const [entity, field] = column.split('.')
  return entity === undefined || field === undefined ? null : { entity, field }
}

function callOf({ compiled }: Document, heading: HeadingPlace | null): CallDraft | null {
  if (heading?.part !== 'Call') return null
  return (
    compiled.draft.calls.calls.find(
      ({ path }) => path.span.start >= heading.span.start && path.span.end <= heading.words.end,
    ) ?? null
  )
}

/** `:number` of a route, for its row and for its screen. */
function parametersOf({ compiled }: Document, place: Place): string[] {
  const isRow = place.kind === 'cell' && place.column === 'Parameter'
  if (isRow) return parametersIn(place.row['Route'] ?? '')
  return compiled.draft.screens.routes.flatMap(({ path, screen }) =>
    screen.text === place.heading?.name ? parametersIn(path.text) : [],
  )
}

/**
 * The scope at a position without an expression: that of the nearest expression before it in the same part, and all
 * bindings of the steps above; else one record of the position's entity.
 */
export function scopeAround(document: Document, place: Place, offset: number): Scope {
  const { catalogue } = document.compiled.names
  const variables = new Map<string, ScopeVariable>([
    ['now', { type: { kind: 'timestamp' }, isOptional: false }],
    ['today', { type: { kind: 'date' }, isOptional: false }],
  ])
  const users = document.compiled.draft.roles.signIn?.usersAre?.text
  if (users !== undefined && catalogue.entities.has(users))
    variables.set('me', { type: { kind: 'record', entity: users }, isOptional: false })
  const isStep = place.kind === 'step'
  const entity = inStep(place, document) ?? (isStep ? null : entityOf(document, place, offset))
  if (entity !== null) variables.set('this', { type: { kind: 'record', entity }, isOptional: false })
  if (isStep && place.heading !== null)
    for (const [name, variable] of stepVariables(document, place.heading, offset))
      if (name !== 'this') variables.set(name, variable)
  const scope = { variables, implicit: variables.has('this') ? 'this' : null, catalogue }
  if (!isAnswer(place)) return scope
  variables.set(PUBLIC_ADDRESS, { type: { kind: 'text' }, isOptional: false })
  const queries = place.heading === null ? [] : (callOf(document, place.heading)?.queries ?? [])
  return {
    ...scope,
    parameters: new Map(queries.map(({ name, sentAs }) => [sentAs ?? name.text, `query.${name.text}`])),
  }
}

/** Tells whether a caller gets the value: in a shape, or behind `respond`. */
function isAnswer(place: Place): boolean {
  return (place.kind === 'step' && /\brespond\b/.test(place.typed)) || place.heading?.part === 'Shape'
}

/** The scope of a call's, schedule's or transition's steps before an offset. */
function stepVariables(document: Document, heading: HeadingPlace, offset: number): Map<string, ScopeVariable> {
  const { expressions, occurrences } = document.compiled.names
  const call = callOf(document, heading)
  const isAbove = ({ start, end }: Span): boolean => start >= heading.span.start && end < offset
  const known = expressions.filter(({ written, scope }) => isAbove(written.span) && scope.owner !== undefined)
  const variables = new Map(known.at(-1)?.scope.variables)
  for (const { named, isDeclaration, type, isOptional, span } of occurrences)
    if (isDeclaration && named.kind === 'variable' && type !== null && isAbove(span))
      variables.set(named.name, { type, isOptional })
  const more: readonly (readonly [string, ScopeVariable['type'], boolean])[] = [
    ...(call?.inputs ?? []).map(({ path }) => [`input.${path.text}`, { kind: 'unknown' }, true] as const),
    ...(call?.queries ?? []).map(({ name }) => [`query.${name.text}`, { kind: 'unknown' }, true] as const),
    ...parametersIn(call?.path.text ?? '').map((name) => [`path.${name}`, { kind: 'text' }, false] as const),
  ]
  for (const [name, type, isOptional] of more) if (!variables.has(name)) variables.set(name, { type, isOptional })
  return variables
}

/** The entity whose fields are bare after `find ticket in Ticket where`, or `list of Ticket where`. */
function inStep(place: Place, { compiled }: Document): string | null {
  if (place.kind === 'label') {
    const listed = /\blist of (\w+) where `[^`]*$/.exec(place.typed)?.[1] ?? ''
    return compiled.names.catalogue.entities.has(listed) ? listed : null
  }
  if (place.kind !== 'step') return null
  const source = /\b(?:in|from|of)\s+(\S+)(?:\s+as\s+\S+)?\s+where\s+`[^`]*$/.exec(place.typed)?.[1] ?? ''
  if (compiled.names.catalogue.entities.has(source)) return source
  const [name = '', relation = ''] = source.split('.')
  const owner = compiled.names.occurrences.find(
    ({ named, span }) => named.kind === 'variable' && named.name === name && span.end <= place.start,
  )
  const type =
    owner?.type?.kind === 'record'
      ? compiled.names.catalogue.entities.get(owner.type.entity)?.fields.get(relation)?.type
      : undefined
  return type?.kind === 'list' && type.of.kind === 'record' ? type.of.entity : null
}
