// The labelled lines of an entity, other than names of its records → statements about all its records.

import { diagnostic } from '../../diagnostic/diagnostic.ts'
import type { UniqueTogetherDraft } from '../../draft/entities.ts'
import type { Entity, UniqueTogether } from '../../model/entities.ts'
import { report, type Checking } from '../checking.ts'
import { isComputed, type EntityFacts, type FieldFacts } from './facts.ts'
import { requireExpression } from '../expressions/expressions.ts'
import { resolveCalendar } from './field-types.ts'
import { reportSecond, type Declared } from '../names/names.ts'
import { resolveCode, resolveEntity, resolveField } from '../names/resolve.ts'
import { recordScope, recordVariable } from '../names/scopes.ts'
import { isComparable } from './field-rules.ts'
import { checkFollowers } from './followers.ts'

type Labels = Pick<Entity, 'partOf' | 'history' | 'followers' | 'keptDeleted' | 'onlyGrows' | 'uniqueTogether' | 'was'>

export function checkLabels(checking: Checking, entity: EntityFacts): Labels {
  const { draft } = entity
  return {
    partOf: checkPartOf(checking, entity),
    history: checkHistory(checking, entity),
    followers: checkFollowers(checking, entity),
    keptDeleted: checkKeptDeleted(checking, entity),
    onlyGrows: draft.onlyGrows !== null,
    uniqueTogether: draft.uniqueTogether.flatMap((unique) => checkUniqueTogether(checking, entity, unique) ?? []),
    was: checkFormerName(checking, entity),
  }
}

function checkPartOf(checking: Checking, entity: EntityFacts): Entity['partOf'] {
  const { partOf } = entity.draft
  if (partOf === null) return null
  const whole = resolveEntity(checking, partOf.entity)
  const facts = whole === null ? null : resolveField(checking, entity, partOf.field)
  if (whole === null || facts === null) return null
  const { field } = facts
  if (field.type.kind !== 'reference' || field.type.entity !== whole.name) {
    const found = diagnostic('N302', partOf.field.span, 'not the whole', partOf.field.text, whole.name)
    return report(checking, found.because(field.span, 'It is declared here.'))
  }
  if (!field.isRequired) reportLooseWhole(checking, entity, facts, whole.name)
  return { entity: whole.name, field: field.name }
}

function reportLooseWhole(checking: Checking, entity: EntityFacts, { field, draft }: FieldFacts, whole: string): void {
  const first = draft?.rules[0]?.span
  report(
    checking,
    diagnostic('N319', field.span, entity.name, whole)
      .because(entity.draft.partOf?.field.span ?? field.span, 'It is said to be a part here.')
      .withHint('Make the field required.')
      .withFix(
        first === undefined
          ? null
          : {
              title: 'Make it required',
              edits: [{ span: { start: first.start, end: first.start }, text: 'required, ' }],
            },
      ),
  )
}

function checkHistory(checking: Checking, entity: EntityFacts): Entity['history'] {
  const { history } = entity.draft
  if (history === null) return null
  if (history.fields === 'every field') return { fields: 'every field', span: history.span }
  const fields = history.fields.flatMap((written) => {
    const facts = resolveField(checking, entity, written)
    if (facts === null) return []
    const why = whyNoHistory(facts)
    if (why === null) return facts.field.name
    const told = diagnostic('N011', written.span, 'no history', written.text, why.is)
    return report(checking, told.because(facts.field.span, 'It is declared here.').withHint(why.wayOut)) ?? []
  })
  return fields.length === 0 ? null : { fields, span: history.span }
}

/** A computed value depends on its reader's rights, so it has no common history. */
function whyNoHistory(facts: FieldFacts): { readonly is: string; readonly wayOut: string | null } | null {
  if (facts.field.type.kind === 'secret text') return { is: 'a secret', wayOut: null }
  if (!isComputed(facts)) return null
  return { is: 'computed', wayOut: 'Keep the history of the fields that it is computed from.' }
}

function checkKeptDeleted(checking: Checking, entity: EntityFacts): Entity['keptDeleted'] {
  const { keptDeleted } = entity.draft
  if (keptDeleted === null) return null
  const constants = new Map(checking.constants.map((constant) => [constant.name, constant]))
  const kept = resolveCalendar(keptDeleted.for, { ...checking, constants })
  return kept === null ? null : { for: kept, span: keptDeleted.span }
}

/** A name that is still in use cannot be a former name. */
function checkFormerName(checking: Checking, entity: EntityFacts): string | null {
  const { was } = entity.draft
  if (was === null) return null
  const other = checking.entities.get(was.text)
  if (other === undefined) return was.text
  const found = diagnostic('N330', was.span, 'still an entity', was.text)
  return report(checking, found.because(other.draft.name.span, 'It is declared here.'))
}

function checkUniqueTogether(
  checking: Checking,
  entity: EntityFacts,
  draft: UniqueTogetherDraft,
): UniqueTogether | null {
  const unique = new Map<string, Declared>()
  const fields = draft.fields.flatMap((field) =>
    reportSecond(field, 'a field of this row', unique, checking.found)
      ? []
      : (comparableField(checking, entity, field) ?? []),
  )
  const others = recordScope(checking, entity.name, 'always')
  // The set of counted records must not depend on time or caller.
  const scope = { ...others, variables: new Map([['this', recordVariable(entity.name)]]) }
  const countingOnly =
    draft.countingOnly === null ? null : requireExpression(checking, draft.countingOnly, scope, { kind: 'boolean' })
  const otherwise = draft.otherwise === null ? null : resolveCode(checking, draft.otherwise, null)
  if (fields.length < draft.fields.length || (draft.countingOnly !== null && countingOnly === null)) return null
  if (fields.length === 1 && draft.countingOnly === null && draft.otherwise === null)
    report(
      checking,
      diagnostic('N326', draft.span, 'one field alone', draft.fields[0]?.text ?? '').withHint(
        'One field is unique by its rule "unique".',
      ),
    )
  if (draft.countingOnly === null)
    for (const [index, { field }] of fields.entries())
      if (isEverEmpty(checking, entity, field) && field.name !== entity.draft.partOf?.field.text)
        warnAboutEmpty(checking, field.name, draft.fields[index]?.span ?? draft.span)
  return { fields: fields.map(({ field }) => field.name), countingOnly, otherwise, span: draft.span }
}

function isEverEmpty(checking: Checking, entity: EntityFacts, field: FieldFacts['field']): boolean {
  const computed = checking.computed.get(`${entity.name}.${field.name}`)
  return computed === undefined ? !field.isRequired && !field.isBuiltIn : computed.expression.isOptional
}

function comparableField(checking: Checking, entity: EntityFacts, written: UniqueTogetherDraft['fields'][number]) {
  const facts = resolveField(checking, entity, written)
  if (facts === null) return null
  const isStored = !isComputed(facts) || facts.rules.some((rule) => rule.kind === 'computed' && rule.isStored)
  if (isStored && isComparable(facts.field.type)) return facts
  const found = diagnostic('N326', written.span, 'not comparable', written.text)
  return report(checking, found.because(facts.field.span, 'It is declared here.'))
}

export function warnAboutEmpty(checking: Checking, field: string, span: { start: number; end: number }): void {
  report(
    checking,
    diagnostic('N312', span, field).withHint(
      'Make it required, or say under "Counting only" which records are compared.',
    ),
  )
}
