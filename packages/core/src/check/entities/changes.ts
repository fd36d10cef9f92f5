// `### Changes to version 7` → changes whose names are known: of what there is now, or is said to be gone.

import { diagnostic } from '../../diagnostic/diagnostic.ts'
import type { VersionChangeDraft } from '../../draft/entities.ts'
import type { ExistingRecords, VersionChange, VersionChanges } from '../../model/entities.ts'
import { report, type Checking } from '../checking.ts'
import type { FieldFacts } from '../entity-facts.ts'
import { resolveEntity, resolveField } from '../resolve.ts'

export function checkChanges(checking: Checking): VersionChanges[] {
  const first = new Map<string, { start: number; end: number }>()
  return checking.draft.entities.changes.map(({ version, rows }) => {
    const earlier = first.get(version.text)
    if (earlier === undefined) first.set(version.text, version.span)
    else {
      const found = diagnostic('N008', version.span, 'a version with changes', version.text)
      report(checking, found.because(earlier, 'Its changes are first written here.'))
    }
    return {
      version: Number(version.text),
      changes: rows.flatMap((row) => checkChange(checking, row) ?? []),
      span: version.span,
    }
  })
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
    existing: existingOf(draft),
    span: draft.span,
  }
}

function existingOf({ existing }: VersionChangeDraft): ExistingRecords | null {
  switch (existing?.kind) {
    case undefined:
      return null
    case 'expression':
      return { kind: 'expression', text: existing.expression.text }
    case 'value':
      return { kind: 'value', value: existing.value.text }
    default:
      return existing
  }
}

/** What was renamed, added or changed has its present name. */
function isThere(checking: Checking, { entity, field, word }: VersionChangeDraft): boolean {
  const facts = resolveEntity(checking, entity)
  if (facts === null || field === null) return facts !== null
  const found = resolveField(checking, facts, field)
  if (found === null || word === null) return found !== null
  const words = wordsOf(checking, entity.text, found)
  if (words.includes(word.text)) return true
  const message = `"${field.text}" has no "${word.text}".`
  report(checking, diagnostic('N330', word.span, message).suggesting(word.text, words))
  return false
}

/** What was removed is not there any more. */
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
  report(checking, diagnostic('N330', span, `"${name}" is still there.`).because(still, 'It is declared here.'))
  return false
}

function wordsOf(checking: Checking, entity: string, { field }: FieldFacts): readonly string[] {
  if (field.type.kind === 'choice' || field.type.kind === 'choices') return field.type.values
  return checking.names.machines.get(`${entity}.${field.name}`)?.states.map(({ name }) => name.text) ?? []
}
