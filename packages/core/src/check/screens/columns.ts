// Paths → columns: each is a value of the record, through to-one fields, possibly ending in a field of the records of a
// to-many one (`members.name`).

import * as build from '../../expression/build.ts'
import { diagnostic } from '../../diagnostic/diagnostic.ts'
import type { ColumnDraft } from '../../draft/screens.ts'
import { EACH, eachOf } from '../../expression/check/each-of.ts'
import type { Expression } from '../../expression/expression.ts'
import type { CheckedFieldType, Field } from '../../model/entities.ts'
import type { FieldKind } from '../../model/field-types.ts'
import type { Column } from '../../model/screens.ts'
import type { Span, Written } from '../../text/source.ts'
import { report, type Checking } from '../checking.ts'
import type { EntityFacts } from '../entities/facts.ts'
import { resolveField } from '../names/resolve.ts'

export function checkColumns(checking: Checking, entity: EntityFacts, drafts: readonly ColumnDraft[]): Column[] {
  const first = new Map<string, Span>()
  return drafts.flatMap((draft) => {
    const span = spanOf(draft.path)
    const key = draft.path.map(({ text }) => text).join('.')
    const other = first.get(key)
    if (other !== undefined)
      return report(checking, diagnostic('N008', span, 'shown here', key).because(other, 'It is shown already.')) ?? []
    first.set(key, span)
    return checkColumn(checking, entity, draft, span) ?? []
  })
}

/** Columns of a list: as many as fit. The record's page shows all. */
const LIST_COLUMNS_MAX = 6

/** Lists have a block of their own, and a rank is seen as the order. */
const NEVER_DERIVED: readonly FieldKind[] = ['collection', 'rank']

type Named = Omit<Field, 'default' | 'computed'>

/** Default columns of a list or page: the author's own fields, in order. */
export function derivedColumns(checking: Checking, entity: EntityFacts, place: 'list' | 'record'): Column[] {
  const fields = [...entity.fields.values()].map(({ field }) => field)
  const own = fields.filter(
    ({ isHidden, isBuiltIn, type }) => !isHidden && !isBuiltIn && !NEVER_DERIVED.includes(type.kind),
  )
  return columnsOf(checking, entity, place === 'record' ? own : own.filter(isShort).slice(0, LIST_COLUMNS_MAX))
}

function isShort({ type }: Named): boolean {
  return type.kind !== 'long text' && type.kind !== 'formatted text'
}

/** All of these but a rank, which is never shown. */
export function columnsOf(checking: Checking, entity: EntityFacts, fields: readonly Named[]): Column[] {
  return checkColumns(
    checking,
    entity,
    fields
      .filter(({ type }) => type.kind !== 'rank')
      .map(({ name, span }) => ({ path: [{ text: name, span }], formatted: null, button: null, title: null })),
  )
}

/** The column is declared in point 3, and not on the screen. */
export function isDerived({ path, span }: Column, entity: EntityFacts | undefined): boolean {
  return entity?.fields.get(path[0] ?? '')?.field.span.start === span.start
}

function spanOf(path: readonly Written[]): Span {
  return { start: path[0]?.span.start ?? 0, end: path.at(-1)?.span.end ?? 0 }
}

interface Reached {
  readonly value: Expression
  readonly type: CheckedFieldType
}

function checkColumn(checking: Checking, entity: EntityFacts, draft: ColumnDraft, span: Span): Column | null {
  const self = build.recordVariable('this', entity.name, span)
  const reached = follow(checking, entity, self, draft.path, span, 'row')
  if (reached === null) return null
  const path = draft.path.map(({ text }) => text)
  if (reached.type.kind === 'rank') {
    const found = diagnostic('N011', span, 'rank in a column', path.join('.'))
    return report(checking, found.withHint('Leave it out: a list "sorted by … by hand" shows the order.'))
  }
  if (draft.formatted !== null && !isText(reached.type)) {
    const found = diagnostic('N011', draft.formatted, 'no format', path.join('.'))
    return report(checking, found.withHint('Leave out "as formatted text".'))
  }
  if (draft.button !== null && reached.type.kind !== 'url') return notAnAddress(checking, draft.button, path.join('.'))
  return {
    path,
    title: draft.title?.text ?? null,
    ...reached,
    isFormattedText: draft.formatted !== null || reached.type.kind === 'formatted text',
    ...(draft.button === null ? {} : { isButton: true }),
    span,
  }
}

export function notAnAddress(checking: Checking, button: Span, path: string): null {
  const found = diagnostic('N011', button, 'no web address', path)
  return report(checking, found.withHint('Leave out "button".'))
}

function isText({ kind }: CheckedFieldType): boolean {
  return kind === 'text' || kind === 'long text' || kind === 'formatted text'
}

function follow(
  checking: Checking,
  entity: EntityFacts,
  of: Expression,
  path: readonly Written[],
  span: Span,
  depth: 'row' | 'item',
): Reached | null {
  const [name, ...rest] = path
  const facts = name === undefined ? null : resolveField(checking, entity, name)
  if (name === undefined || facts === null) return null
  const known = checking.catalogue.entities.get(entity.name)?.fields.get(name.text)
  if (known === undefined) return null
  if (known.isHidden) return report(checking, diagnostic('N057', name.span, name.text))
  const isOptional = known.type.kind !== 'list' && known.isOptional
  const value = build.field(of, entity.name, name.text, { type: known.type, isOptional }, span)
  const { type } = facts.field
  if (rest.length === 0) return { value, type }
  const target =
    type.kind === 'reference' || type.kind === 'collection' ? checking.entities.get(type.entity) : undefined
  if (target === undefined) return report(checking, diagnostic('N011', name.span, 'no record before this', name.text))
  if (type.kind === 'reference') return follow(checking, target, value, rest, span, depth)
  if (depth === 'item') return report(checking, diagnostic('N011', name.span, 'list in a list', name.text))
  return ofEach(checking, target, value, rest, span)
}

/** `members.name` means `members.map(each, each.name)` without empty values, which lists never contain. */
function ofEach(
  checking: Checking,
  target: EntityFacts,
  list: Expression,
  path: readonly Written[],
  span: Span,
): Reached | null {
  const each = build.recordVariable(EACH, target.name, span)
  const reached = follow(checking, target, each, path, span, 'item')
  if (reached === null) return null
  return { value: eachOf(list, reached.value, span), type: reached.type }
}
