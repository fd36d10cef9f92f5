// Types of fields as written → types whose entities and limits are resolved.

import { diagnostic } from '../diagnostic/diagnostic.ts'
import type { BoundDraft, EntityDraft, FieldDraft, FieldRuleDraft } from '../draft/entities.ts'
import type { CheckedFieldType } from '../model/entities.ts'
import { type FieldType, TEXT_KINDS } from '../model/field-types.ts'
import type { Written } from '../text/source.ts'
import { amountOf } from './amounts.ts'
import type { Resolving } from './entity-facts.ts'

/** Null: a name in it is unknown, and that has been said. */
export function resolveFieldType(
  draft: FieldDraft,
  type: FieldType<Written, BoundDraft>,
  entity: EntityDraft,
  resolving: Resolving,
): CheckedFieldType | null {
  switch (type.kind) {
    case 'whole number':
      return { kind: type.kind, min: resolveBound(type.min, resolving), max: resolveBound(type.max, resolving) }
    case 'choice':
      return { kind: 'choice', values: distinctChoices(type.values, resolving) }
    case 'reference':
      return isKnownEntity(type.entity, resolving) ? { kind: 'reference', entity: type.entity.text } : null
    case 'collection':
      return resolveCollection(draft, type, entity, resolving)
    case 'state':
      return hasStates(draft, entity, resolving) ? type : null
    default:
      if (!('lengthMin' in type)) return type
      return {
        kind: type.kind,
        lengthMin: resolveBound(type.lengthMin, resolving),
        lengthMax: resolveBound(type.lengthMax, resolving),
      }
  }
}

/** A number, a size, or the name of a constant that is one. */
export function resolveBound(
  bound: BoundDraft | null,
  resolving: Pick<Resolving, 'constants' | 'names' | 'found'>,
): number | null {
  if (bound === null) return null
  const text = bound.text.replaceAll('`', '').trim()
  const amount = amountOf(text)
  if (amount !== null) {
    if (amount.type.kind === 'integer' || amount.type.kind === 'decimal' || amount.type.kind === 'duration')
      return Number(amount.value)
  } else if (/^[A-Za-z_][A-Za-z0-9_]*$/.test(text)) {
    const constant = resolving.constants.get(text)
    // A constant that is not shown, or could not be read, limits nothing; that has been said where it stands.
    if (constant === undefined) {
      if (!resolving.names.constants.has(text))
        resolving.found.push(diagnostic('N908', bound.span, text).suggesting(text, resolving.names.constants.keys()))
      return null
    }
    if (typeof constant.value !== 'boolean' && !Number.isNaN(Number(constant.value)) && constant.type.kind !== 'text')
      return Number(constant.value)
  }
  resolving.found.push(diagnostic('N011', bound.span, `"${text}" is not a number.`))
  return null
}

function distinctChoices(values: readonly Written[], resolving: Resolving): string[] {
  const first = new Map<string, Written>()
  for (const value of values) {
    const other = first.get(value.text)
    if (other === undefined) first.set(value.text, value)
    else
      resolving.found.push(
        diagnostic('N008', value.span, 'one of these choices', value.text).because(other.span, 'First written here.'),
      )
  }
  return [...first.keys()]
}

export function isKnownEntity(written: Written, resolving: Pick<Resolving, 'names' | 'found'>): boolean {
  if (resolving.names.entities.has(written.text)) return true
  resolving.found.push(
    diagnostic('N301', written.span, written.text).suggesting(written.text, resolving.names.entities.keys()),
  )
  return false
}

/** `list of Comment via ticket`: Comment must have a field `ticket` that leads back here. */
function resolveCollection(
  draft: FieldDraft,
  type: FieldType<Written, BoundDraft> & { kind: 'collection' },
  entity: EntityDraft,
  resolving: Resolving,
): CheckedFieldType | null {
  if (!isKnownEntity(type.entity, resolving)) return null
  const target = resolving.names.entities.get(type.entity.text)
  if (target === undefined) return null
  const { via, sortedBy } = type
  if (via !== null && !leadsBack(draft, target, via, entity, resolving)) return null
  if (sortedBy !== null && !namesField(target, sortedBy.field, resolving)) return null
  return {
    kind: 'collection',
    entity: type.entity.text,
    via: via?.text ?? null,
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
      diagnostic('N302', via.span, `${target.name.text} has no field "${via.text}".`).suggesting(via.text, names),
    )
    return false
  }
  if (other.type === null) return false
  const pointsHere =
    (other.type.kind === 'reference' || other.type.kind === 'collection') && other.type.entity.text === entity.name.text
  if (pointsHere && other !== draft) {
    if (other.type.kind === 'reference' || (other.type.kind === 'collection' && other.type.via === null)) return true
    resolving.found.push(
      diagnostic(
        'N302',
        via.span,
        `"${via.text}" is itself the other side of a field: one of the two must be a plain list.`,
      ).because(other.name.span, 'It is declared here.'),
    )
    return false
  }
  resolving.found.push(
    diagnostic('N302', via.span, `"${via.text}" of ${target.name.text} does not point to ${entity.name.text}.`).because(
      other.name.span,
      'It is declared here.',
    ),
  )
  return false
}

function namesField(target: EntityDraft, field: Written, resolving: Resolving): boolean {
  const every = resolving.names.everyEntityHas
  const names = [...target.fields.map(({ name }) => name.text), 'id', ...every]
  if (names.includes(field.text) || target.unsupportedFields.some(({ text }) => text === field.text)) return true
  resolving.found.push(diagnostic('N320', field.span, target.name.text, field.text).suggesting(field.text, names))
  return false
}

/** A state field without states is absent when point 4 is not shown, and a mistake when it is. */
function hasStates(draft: FieldDraft, entity: EntityDraft, resolving: Resolving): boolean {
  const name = `${entity.name.text}.${draft.name.text}`
  if (resolving.names.machines.has(name)) return true
  if (resolving.names.areStatesNotShown)
    resolving.found.push(diagnostic('N007', draft.typeSpan, `What states "${name}" has`))
  else
    resolving.found.push(diagnostic('N419', draft.typeSpan, name).withHint(`Add "### States of ${name}" to point 4.`))
  return false
}

const NUMBER_KINDS = ['whole number', 'decimal', 'percent', 'money', 'duration']

/** The rule in the author's words when a field of this type cannot have it, else null. */
export function ruleMisfit(rule: FieldRuleDraft, type: CheckedFieldType): string | null {
  switch (rule.kind) {
    case 'deletion':
      return type.kind === 'reference' ? null : rule.effect
    case 'unique':
      if (type.kind === 'collection' || type.kind === 'password') return 'unique'
      return rule.ignoringCase && !isText(type.kind) ? 'unique ignoring case' : null
    case 'at least':
    case 'at most':
      return NUMBER_KINDS.includes(type.kind) ? null : `${rule.kind} ${rule.bound.text}`
    case 'trimmed':
    case 'blank becomes empty':
      return isText(type.kind) ? null : rule.kind
    case 'computed':
      return ['collection', 'reference', 'state', 'sequence', 'password'].includes(type.kind) ? 'computed' : null
    case 'set once':
      return ['collection', 'state', 'sequence'].includes(type.kind) ? rule.kind : null
    default:
      return null
  }
}

function isText(kind: string): boolean {
  return TEXT_KINDS.some((text) => text === kind)
}
