// Draft entities → their fields with resolved types and rules, before any expression is checked. Everything that names
// a field builds on this, above all the scope of expressions.

import { diagnostic, hasErrors, type Fix } from '../../diagnostic/diagnostic.ts'
import type { EntitiesDraft, EntityDraft, FieldDraft, FieldRuleDraft, FieldTypeDraft } from '../../draft/entities.ts'
import { type CheckedFieldType, type Field, plainField } from '../../model/entities.ts'
import type { DeletionEffect } from '../../model/field-types.ts'
import type { Span } from '../../text/source.ts'
import { patternOf, reportConflicts, reportEmptyRange, reportNoValueFits, ruleMisfit } from './field-rules.ts'
import { resolveBound, resolveCalendar, resolveFieldType } from './field-types.ts'
import { isUsableFieldName, reportSecond, type Declared } from '../names/names.ts'
import type { Resolving, FieldFacts, Absence, GrowingFacts } from './facts.ts'

export function entityFacts(draft: EntitiesDraft, resolving: Resolving): Map<string, GrowingFacts> {
  const facts = new Map<string, GrowingFacts>()
  for (const entity of resolving.names.entities.values()) facts.set(entity.name.text, factsOf(entity, draft, resolving))
  return facts
}

function factsOf(entity: EntityDraft, draft: EntitiesDraft, resolving: Resolving): GrowingFacts {
  const fields = new Map<string, FieldFacts>()
  const absent = new Map<string, Absence>(entity.unsupportedFields.map((field) => [field.text, 'not supported yet']))
  const builtIn = builtInFields(entity, draft, resolving)
  fields.set('id', builtIn.id)
  const unique = new Map<string, Declared>()
  for (const { field } of [builtIn.id, ...builtIn.others])
    unique.set(field.name.toLowerCase(), { span: field.span, kind: 'a field that every entity has' })
  for (const field of entity.fields) {
    if (!isUsableFieldName(field.name)) {
      absent.set(field.name.text, 'broken')
      continue
    }
    if (reportSecond(field.name, `a field of ${entity.name.text}`, unique, resolving.found)) continue
    if (absent.has(field.name.text)) continue
    const checked = fieldFacts(field, entity, resolving)
    if (typeof checked === 'string') absent.set(field.name.text, checked)
    else fields.set(field.name.text, checked)
  }
  for (const facts of builtIn.others) fields.set(facts.field.name, facts)
  return { name: entity.name.text, draft: entity, fields, absent }
}

const BUILT_IN = ['createdAt', 'updatedAt', 'createdBy', 'version'] as const

function builtInFields(
  entity: EntityDraft,
  draft: EntitiesDraft,
  resolving: Resolving,
): { id: FieldFacts; others: FieldFacts[] } {
  const every = draft.everyEntityHas
  const id = builtInField('id', { kind: 'identifier', form: every?.id ?? 'random' }, every?.span ?? entity.name.span)
  const others: FieldFacts[] = []
  const isFirst = [...resolving.names.entities.values()][0] === entity
  for (const written of every?.fields ?? []) {
    if (written.text === 'id' || others.some(({ field }) => field.name === written.text)) continue
    if (written.text === 'version') others.push(builtInField('version', { kind: 'version' }, written.span))
    else if (written.text === 'createdBy') {
      if (resolving.users !== null)
        others.push({ ...builtInField('createdBy', { kind: 'reference', entity: resolving.users }, written.span) })
      else if (isFirst) resolving.found.push(diagnostic('N321', written.span))
    } else if (written.text === 'createdAt' || written.text === 'updatedAt')
      others.push(builtInField(written.text, { kind: 'date and time' }, written.span))
    else if (isFirst)
      resolving.found.push(
        diagnostic('N320', written.span, 'Every entity', written.text).suggesting(written.text, BUILT_IN),
      )
  }
  return { id, others }
}

function builtInField(name: string, type: CheckedFieldType, span: Span): FieldFacts {
  const isReference = type.kind === 'reference'
  const field: Field = {
    ...plainField(name, type),
    isBuiltIn: true,
    // Guests leave no author, and a deleted user's records stay.
    isRequired: !isReference,
    unique: name === 'id' ? { ignoringCase: false, within: [] } : null,
    isSetByProduct: true,
    onDeletion: isReference ? 'cleared on deletion' : null,
    span,
  }
  return { field, draft: null, rules: [] }
}

/** The way to limit a day, a moment or a duration. Null: another rule, or another type. */
function asRuleOfPointFive({ name }: FieldDraft, rule: FieldRuleDraft, { kind }: CheckedFieldType): string | null {
  if (rule.kind !== 'at least' && rule.kind !== 'at most') return null
  if (!['date', 'date and time', 'time', 'duration'].includes(kind)) return null
  const operator = rule.kind === 'at least' ? '>=' : '<='
  return `Write a rule in point 5, which must hold: \`${name.text} ${operator} ${rule.bound.text}\`.`
}

function fieldFacts(draft: FieldDraft, entity: EntityDraft, resolving: Resolving): FieldFacts | Absence {
  if (draft.type === null) return resolving.isReportedAsError(draft.typeSpan) ? 'broken' : 'not shown'
  const foundBefore = resolving.found.length
  const type = resolveFieldType(draft, draft.type, entity, resolving)
  if (type === null)
    return hasErrors(resolving.found.slice(foundBefore)) || namesBrokenConstant(draft.type, resolving)
      ? 'broken'
      : 'not shown'
  const rules = draft.rules.filter((rule) => {
    const misfit = ruleMisfit(rule, type)
    if (misfit !== null)
      resolving.found.push(
        diagnostic('N323', rule.span, misfit, type.kind).withHint(asRuleOfPointFive(draft, rule, type)),
      )
    return misfit === null
  })
  reportEmptyRange(draft, type, resolving.found)
  reportConflicts(rules, resolving.found)
  const has = (kind: FieldRuleDraft['kind']): boolean => rules.some((rule) => rule.kind === kind)
  const unique = rules.find((rule) => rule.kind === 'unique')
  const isRequired = has('required') || type.kind === 'rank'
  const personal = rules.find((rule) => rule.kind === 'personal data')
  const was = rules.find((rule) => rule.kind === 'was')
  const field = {
    name: draft.name.text,
    label: draft.label?.text ?? null,
    type,
    isBuiltIn: false,
    isRequired,
    unique:
      unique === undefined
        ? // Slugs and codes are always unique, even if not stated.
          type.kind === 'slug' || type.kind === 'random code'
          ? { ignoringCase: false, within: [] }
          : null
        : { ignoringCase: unique.ignoringCase, within: unique.within.map((name) => name.text) },
    isSetOnce: has('set once'),
    isSetByProduct: has('set by product'),
    isHidden: has('hidden') || type.kind === 'password',
    isTrimmed: has('trimmed'),
    isBlankEmpty: has('blank becomes empty'),
    isPersonal: has('personal data'),
    erasedAfter: resolveCalendar(personal?.erasedAfter ?? null, resolving),
    isSearchable: has('searchable'),
    pattern: patternOf(rules, resolving.found),
    min: boundOf(rules, 'at least', resolving),
    max: boundOf(rules, 'at most', resolving),
    onDeletion: type.kind === 'reference' ? deletionEffect(draft, type.entity, entity, rules, resolving) : null,
    meaning: draft.meaning === null || draft.meaning.text === '' ? null : draft.meaning.text,
    was: was?.name.text ?? null,
    span: draft.name.span,
  }
  reportNoValueFits(field, rules, draft.typeSpan, resolving.found)
  return { field, draft, rules }
}

/** A constant whose value could not be parsed. */
function namesBrokenConstant(type: FieldTypeDraft, { constants, names }: Resolving): boolean {
  if (type.kind !== 'file') return false
  const name = type.bytesMax.text.replaceAll('`', '').trim()
  return !constants.has(name) && (names.constants.get(name)?.value ?? null) !== null
}

function boundOf(rules: readonly FieldRuleDraft[], kind: 'at least' | 'at most', resolving: Resolving): number | null {
  for (const rule of rules) if (rule.kind === kind) return resolveBound(rule.bound, resolving)
  return null
}

/**
 * The effect on this record when the referenced one is deleted. A part is deleted with its whole; an optional reference
 * is cleared; otherwise the text must decide.
 */
function deletionEffect(
  draft: FieldDraft,
  target: string,
  entity: EntityDraft,
  rules: readonly FieldRuleDraft[],
  resolving: Resolving,
): DeletionEffect {
  const stated = rules.find((rule) => rule.kind === 'deletion')
  const isRequired = rules.some((rule) => rule.kind === 'required')
  if (stated !== undefined) {
    if (stated.effect === 'cleared on deletion' && isRequired)
      resolving.found.push(diagnostic('N322', stated.span, draft.name.text))
    return stated.effect
  }
  // If the part names another field, that is reported there.
  if (entity.partOf?.field.text === draft.name.text || entity.partOf?.entity.text === target) return 'deleted together'
  // A record that only grows does not change when others are deleted.
  if (!isRequired) return entity.onlyGrows === null ? 'cleared on deletion' : 'blocks deletion'
  const found = diagnostic('N303', draft.name.span, draft.name.text, target).withHint(
    'Add one rule: deleted together, or blocks deletion.',
  )
  const required = rules.find((rule) => rule.kind === 'required')
  resolving.found.push(
    required === undefined ? found : EFFECTS.reduce((each, effect) => each.withFix(ruleAfter(required, effect)), found),
  )
  return 'blocks deletion'
}

/** Effects for required references. */
const EFFECTS = ['deleted together', 'blocks deletion'] as const

function ruleAfter({ span: { end } }: FieldRuleDraft, effect: DeletionEffect): Fix {
  return { title: `Add "${effect}"`, edits: [{ span: { start: end, end }, text: `, ${effect}` }] }
}
