// `### Changes to version 7` → changes with valid names: of present parts, or of removed ones.

import { diagnostic } from '../../diagnostic/diagnostic.ts'
import type { VersionChangeDraft } from '../../draft/entities.ts'
import type { Expression } from '../../expression/expression.ts'
import type { ExistingRecords, VersionChange, VersionChanges } from '../../model/entities.ts'
import type { FieldKind } from '../../model/field-types.ts'
import { valueTypeOfField } from '../../model/value-type-of-field.ts'
import type { Written } from '../../text/source.ts'
import { report, type Checking } from '../checking.ts'
import type { FieldFacts } from './facts.ts'
import { literalOf, readLiteral } from '../expressions/literals.ts'
import { resolveEntity, resolveField } from '../names/resolve.ts'

export function checkChanges(checking: Checking): VersionChanges[] {
  const first = new Map<string, { start: number; end: number }>()
  return checking.draft.entities.changes.map(({ version, rows }) => {
    const earlier = first.get(version.text)
    if (earlier === undefined) first.set(version.text, version.span)
    else {
      const found = diagnostic('N008', version.span, 'a version with changes', version.text)
      report(checking, found.because(earlier, 'Its changes are first written here.'))
    }
    refuseTwice(checking, rows)
    return {
      version: Number(version.text),
      changes: rows.flatMap((row) => checkChange(checking, row) ?? []),
      span: version.span,
    }
  })
}

/** A repeated row would be applied twice. */
function refuseTwice(checking: Checking, rows: readonly VersionChangeDraft[]): void {
  const first = new Map<string, VersionChangeDraft>()
  for (const row of rows) {
    const { entity, field, word, was } = row
    const named = [entity, field, word].flatMap((part) => (part === null ? [] : [part.text]))
    const key = JSON.stringify([...named, was.kind, was.kind === 'known' ? (was.name?.text ?? null) : null])
    const earlier = first.get(key)
    first.set(key, earlier ?? row)
    if (earlier === undefined) continue
    const found = diagnostic('N008', row.entity.span, 'a change', named.slice(0, 2).join('.'))
    report(checking, found.because(earlier.entity.span, 'First written here.'))
  }
}

function checkChange(checking: Checking, draft: VersionChangeDraft): VersionChange | null {
  const { entity, field, word, was } = draft
  if (was.kind === 'removed' ? !isGone(checking, draft) : !isThere(checking, draft)) return null
  return {
    entity: entity.text,
    field: field?.text ?? null,
    word: word?.text ?? null,
    was: was.kind === 'known' ? { kind: 'known', name: was.name?.text ?? null } : { ...was },
    becomes: draft.becomes?.text ?? null,
    existing: existingOf(checking, draft),
    span: draft.span,
  }
}

function existingOf(checking: Checking, draft: VersionChangeDraft): ExistingRecords | null {
  const { existing } = draft
  switch (existing?.kind) {
    case undefined:
      return null
    case 'expression':
      return { kind: 'expression', text: existing.expression.text }
    case 'value':
      return { kind: 'value', value: existing.value.text, literal: literalIn(checking, draft, existing.value) }
    default:
      return existing
  }
}

const AS_WRITTEN: readonly FieldKind[] = ['money', 'date', 'time', 'date and time', 'duration', 'decimal', 'percent']

/** An amount, day or time, in the form of the field. */
function literalIn(checking: Checking, { entity, field, word }: VersionChangeDraft, value: Written): Expression | null {
  const facts = checking.entities.get(entity.text)?.fields.get(field?.text ?? '')
  if (facts === undefined || word !== null || !AS_WRITTEN.includes(facts.field.type.kind)) return null
  const { type } = facts.field
  const read = readLiteral(value.text, type, [])
  if (read.problem === null) return literalOf(read.value, type, valueTypeOfField(type), value.span)
  return report(checking, diagnostic('N330', value.span, ...read.problem).suggesting(value.text, read.known))
}

/** A renamed, added or changed part is named by its present name. */
function isThere(checking: Checking, { entity, field, word }: VersionChangeDraft): boolean {
  const facts = resolveEntity(checking, entity)
  if (facts === null || field === null) return facts !== null
  const found = resolveField(checking, facts, field)
  if (found === null || word === null) return found !== null
  const words = wordsOf(checking, entity.text, found)
  if (words.includes(word.text)) return true
  report(checking, diagnostic('N330', word.span, 'no such word', field.text, word.text).suggesting(word.text, words))
  return false
}

/** A removed part must no longer exist. */
function isGone(checking: Checking, { entity, field, word, was }: VersionChangeDraft): boolean {
  const facts = checking.entities.get(entity.text)
  const still = field === null ? facts?.draft.name.span : facts?.fields.get(field.text)?.field.span
  if (word !== null) {
    const found = facts?.fields.get(field?.text ?? '')
    if (found === undefined || !wordsOf(checking, entity.text, found).includes(word.text)) return true
  }
  if (still === undefined) return true
  const name = word?.text ?? field?.text ?? entity.text
  const span = was.kind === 'removed' ? was.span : entity.span
  report(checking, diagnostic('N330', span, 'still there', name).because(still, 'It is declared here.'))
  return false
}

function wordsOf(checking: Checking, entity: string, { field }: FieldFacts): readonly string[] {
  if (field.type.kind === 'choice' || field.type.kind === 'choices') return field.type.values
  return checking.names.machines.get(`${entity}.${field.name}`)?.states.map(({ name }) => name.text) ?? []
}
