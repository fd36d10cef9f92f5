// Draft sequences and slugs → types with resolved fields.

import { diagnostic } from '../../diagnostic/diagnostic.ts'
import type { EntityDraft, FieldDraft, FieldTypeDraft } from '../../draft/entities.ts'
import type { CheckedFieldType } from '../../model/entities.ts'
import { TEXT_KINDS } from '../../model/field-types.ts'
import type { Written } from '../../text/source.ts'
import type { Resolving } from './facts.ts'

/** `sequence per project`: numbered separately per value of a field, which must be required. */
export function resolveSequence(
  draft: FieldDraft,
  type: FieldTypeDraft & { kind: 'sequence' },
  entity: EntityDraft,
  resolving: Resolving,
): CheckedFieldType | null {
  const resolved = { ...type, per: type.per?.text ?? null }
  if (type.isPerYear && type.format !== null && !type.format.includes('{year}'))
    resolving.found.push(diagnostic('N326', draft.typeSpan, 'year not in the form').withHint('Add {year} to the form.'))
  if (type.per === null) return resolved
  const found = fieldOf(entity, type.per, resolving)
  if (found === null) return null
  const { type: perType, rules } = found
  const isCounted = perType !== null && PER_KINDS.has(perType.kind) && !rules.some(({ kind }) => kind === 'computed')
  if (!isCounted) {
    resolving.found.push(
      diagnostic('N326', type.per.span, 'not counted for each', type.per.text)
        .because(found.name.span, 'It is declared here.')
        .withHint('Name a stored field with one value, such as a reference or a choice.'),
    )
    return null
  }
  for (const rule of ['required', 'set once'] as const) {
    if (rules.some(({ kind }) => kind === rule)) continue
    resolving.found.push(
      diagnostic('N326', type.per.span, WHY_NOT[rule], type.per.text)
        .because(found.name.span, 'It is declared here.')
        .withHint(`Add the rule "${rule}" to "${type.per.text}".`),
    )
    break
  }
  return resolved
}

const WHY_NOT = { required: 'counted for an empty value', 'set once': 'counted for a changing value' } as const

const PER_KINDS: ReadonlySet<string> = new Set([
  ...TEXT_KINDS,
  'reference',
  'shared choice',
  'choice',
  'date',
  'whole number',
  'yes/no',
])

export function resolveSlug(
  type: FieldTypeDraft & { kind: 'slug' },
  entity: EntityDraft,
  resolving: Resolving,
): CheckedFieldType | null {
  const found = fieldOf(entity, type.from, resolving)
  if (found === null) return null
  const isText = found.type !== null && TEXT_KINDS.some((kind) => kind === found.type?.kind)
  if (isText && !found.rules.some(({ kind }) => kind === 'computed')) return { ...type, from: type.from.text }
  resolving.found.push(
    diagnostic('N326', type.from.span, 'slug of no text', type.from.text).because(
      found.name.span,
      'It is declared here.',
    ),
  )
  return null
}

/** Null: the field does not exist, or is absent. Only the former is a mistake here. */
function fieldOf(entity: EntityDraft, name: Written, resolving: Resolving): FieldDraft | null {
  const field = entity.fields.find((other) => other.name.text === name.text)
  if (field !== undefined) {
    resolving.names.recorder.use('field', name, entity.name.text)
    return present(entity, field, name, resolving)
  }
  const names = entity.fields.map((other) => other.name.text)
  resolving.found.push(diagnostic('N320', name.span, entity.name.text, name.text).suggesting(name.text, names))
  return null
}

/** Null: the field is absent, which is reported here once unless its own place has a diagnostic. */
export function present(
  entity: EntityDraft,
  field: FieldDraft,
  name: Written,
  resolving: Resolving,
): FieldDraft | null {
  if (field.type !== null) return field
  const isTold =
    resolving.isReportedAsError(field.typeSpan) || entity.unsupportedFields.some(({ text }) => text === field.name.text)
  if (!isTold) resolving.found.push(diagnostic('N019', name.span, name.text))
  return null
}
