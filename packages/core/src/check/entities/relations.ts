// Draft relations → relations whose other side exists and refers back.

import { diagnostic, type Sentence } from '../../diagnostic/diagnostic.ts'
import type { EntityDraft, FieldDraft, FieldTypeDraft } from '../../draft/entities.ts'
import type { CheckedFieldType } from '../../model/entities.ts'
import type { Through } from '../../model/field-types.ts'
import type { Written } from '../../text/source.ts'
import type { Resolving } from './facts.ts'
import { present } from './generated-types.ts'

/** `list of Comment via ticket`: Comment must have a field `ticket` that refers back. */
export function resolveCollection(
  draft: FieldDraft,
  type: FieldTypeDraft & { kind: 'collection' },
  entity: EntityDraft,
  resolving: Resolving,
): CheckedFieldType | null {
  if (!isKnownEntity(type.entity, resolving)) return null
  const target = resolving.names.entities.get(type.entity.text)
  if (target === undefined) return null
  const { via, sortedBy } = type
  const middle = via === null ? undefined : middleEntity(target, via, resolving)
  const through = via === null || middle === undefined ? null : throughOf(entity, target, middle, via, resolving)
  if (middle !== undefined && through === null) return null
  if (via !== null && middle === undefined && !leadsBack(draft, target, via, entity, resolving)) return null
  if (sortedBy !== null && !namesField(target, sortedBy.field, resolving)) return null
  return {
    kind: 'collection',
    entity: type.entity.text,
    via: through === null ? (via?.text ?? null) : null,
    through,
    sortedBy: sortedBy === null ? null : { field: sortedBy.field.text, direction: sortedBy.direction },
  }
}

function leadsBack(
  draft: FieldDraft,
  target: EntityDraft,
  via: Written,
  entity: EntityDraft,
  resolving: Resolving,
): boolean {
  const other = target.fields.find((field) => field.name.text === via.text)
  const names = target.fields.map((field) => field.name.text)
  if (other === undefined) {
    resolving.found.push(
      diagnostic('N302', via.span, 'no field', target.name.text, via.text).suggesting(via.text, names),
    )
    return false
  }
  resolving.names.recorder.use('field', via, target.name.text)
  if (present(target, other, via, resolving) === null || other.type === null) return false
  const pointsHere =
    (other.type.kind === 'reference' || other.type.kind === 'collection') && other.type.entity.text === entity.name.text
  if (pointsHere && other !== draft) {
    if (other.type.kind === 'reference' || (other.type.kind === 'collection' && other.type.via === null)) return true
    resolving.found.push(
      diagnostic('N302', via.span, 'both sides', via.text).because(other.name.span, 'It is declared here.'),
    )
    return false
  }
  resolving.found.push(
    diagnostic('N302', via.span, 'points elsewhere', via.text, target.name.text, entity.name.text).because(
      other.name.span,
      'It is declared here.',
    ),
  )
  return false
}

function namesField(target: EntityDraft, field: Written, resolving: Resolving): boolean {
  const every = resolving.names.everyEntityHas
  const names = [...target.fields.map(({ name }) => name.text), 'id', ...every]
  if (names.includes(field.text) || target.unsupportedFields.some(({ text }) => text === field.text)) {
    resolving.names.recorder.use('field', field, target.name.text)
    return true
  }
  resolving.found.push(diagnostic('N320', field.span, target.name.text, field.text).suggesting(field.text, names))
  return false
}

/** `list of User via Membership`: a linking entity, unless the target has a field of that name. */
function middleEntity(target: EntityDraft, via: Written, resolving: Resolving): EntityDraft | undefined {
  return target.fields.some(({ name }) => name.text === via.text) ? undefined : resolving.names.entities.get(via.text)
}

function throughOf(
  entity: EntityDraft,
  target: EntityDraft,
  middle: EntityDraft,
  via: Written,
  resolving: Resolving,
): Through<string> | null {
  const pointingTo = (to: EntityDraft) =>
    middle.fields.filter(({ type }) => type?.kind === 'reference' && type.entity.text === to.name.text)
  const [own, other] = [pointingTo(entity), pointingTo(target)]
  const [first, second] = [own[0], other[0]]
  if (first !== undefined && second !== undefined && own.length === 1 && other.length === 1 && first !== second)
    return { entity: middle.name.text, own: first.name.text, other: second.name.text }
  // An absent reference may be the one.
  if (middle.fields.some(({ type }) => type === null)) return null
  const missing = own.length === 0 ? entity : other.length === 0 ? target : null
  const message: Sentence<'N302'> =
    missing === null
      ? ['several references', middle.name.text, entity.name.text, target.name.text]
      : ['no reference', middle.name.text, missing.name.text]
  resolving.found.push(diagnostic('N302', via.span, ...message).because(middle.name.span, 'It is declared here.'))
  return null
}

/** `one Profile via user`: Profile must have a unique reference `user` that refers back. */
export function resolveInverse(
  type: FieldTypeDraft & { kind: 'inverse' },
  entity: EntityDraft,
  resolving: Resolving,
): CheckedFieldType | null {
  if (!isKnownEntity(type.entity, resolving)) return null
  const target = resolving.names.entities.get(type.entity.text)
  const back = target?.fields.find(({ name }) => name.text === type.via.text)
  if (target === undefined) return null
  if (back !== undefined && back.type === null) {
    present(target, back, type.via, resolving)
    return null
  }
  if (back === undefined) {
    resolving.found.push(
      diagnostic('N302', type.via.span, 'no field', target.name.text, type.via.text).suggesting(
        type.via.text,
        target.fields.map(({ name }) => name.text),
      ),
    )
    return null
  }
  const pointsHere = back.type?.kind === 'reference' && back.type.entity.text === entity.name.text
  const isUnique = back.rules.some((rule) => rule.kind === 'unique' && rule.within.length === 0)
  if (pointsHere && isUnique) return { kind: 'inverse', entity: target.name.text, via: type.via.text }
  const message: Sentence<'N302'> = pointsHere
    ? ['several records', target.name.text, entity.name.text, type.via.text]
    : ['points elsewhere', type.via.text, target.name.text, entity.name.text]
  resolving.found.push(
    diagnostic('N302', type.via.span, ...message)
      .because(back.name.span, 'It is declared here.')
      .withHint(pointsHere ? `Make it unique, or write list of ${target.name.text} via ${type.via.text}.` : null),
  )
  return null
}

export function isKnownEntity(written: Written, resolving: Pick<Resolving, 'names' | 'found'>): boolean {
  if (resolving.names.entities.has(written.text)) {
    resolving.names.recorder.use('entity', written)
    return true
  }
  resolving.found.push(
    diagnostic('N301', written.span, written.text).suggesting(written.text, resolving.names.entities.keys()),
  )
  return false
}
