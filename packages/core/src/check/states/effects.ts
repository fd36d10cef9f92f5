// Further effects of a transition → checked effects. They are the product's own work, without permissions.

import { diagnostic, type Diagnostic } from '../../diagnostic/diagnostic.ts'
import type { EffectDraft } from '../../draft/states.ts'
import type { Scope } from '../../expression/expression.ts'
import type { CheckedFieldType } from '../../model/entities.ts'
import type { Effect } from '../../model/states.ts'
import { procedureOf, refuseMissingInputs } from '../calls/transition-inputs.ts'
import { checkSending } from '../calls/messages.ts'
import { checkSets, writtenField } from '../calls/sets.ts'
import { steppingOf } from '../calls/steps.ts'
import { report, type Checking, type StepChecking } from '../checking.ts'
import { holdsCustomFields } from '../../model/custom-fields/definitions.ts'
import { isComputed, type EntityFacts } from '../entities/facts.ts'
import { requireExpression, requireValue } from '../expressions/expressions.ts'
import { resolveEntity, resolveField, resolveTransition } from '../names/resolve.ts'
import { recordScope, recordVariable, type Presence } from '../names/scopes.ts'
import { recordNameOf } from './record-name.ts'

type Draft<Kind extends EffectDraft['kind']> = Extract<EffectDraft, { kind: Kind }>

/** `scope` includes the transition's condition, which holds before it; a message describes the state after it. */
export function checkEffect(
  checking: StepChecking,
  entity: EntityFacts,
  draft: EffectDraft,
  scope: Scope,
  presence: Presence,
): Effect | null {
  switch (draft.kind) {
    case 'send': {
      const sending = checkSending(checking, draft.message, sendingScope(checking, entity, presence))
      return sending === null ? null : { kind: 'send', sending, span: draft.span }
    }
    case 'set':
    case 'clear':
      return checkWriting(checking, entity, draft, scope)
    case 'record':
      return checkRecording(checking, draft, scope)
    case 'do':
      return checkDoing(checking, entity, draft)
  }
}

/** Its text may refer to the record by its name, so that a call can send the same message. */
function sendingScope(checking: Checking, entity: EntityFacts, presence: Presence): Scope {
  return recordScope(checking, entity.name, presence, [[recordNameOf(entity.name), recordVariable(entity.name)]])
}

function checkWriting(
  checking: Checking,
  entity: EntityFacts,
  draft: Draft<'set' | 'clear'>,
  scope: Scope,
): Effect | null {
  const facts = resolveField(checking, entity, draft.field)
  if (facts === null) return null
  const { field } = facts
  if (
    ['state', 'sequence', 'random code', 'collection', 'identifier', 'version'].includes(field.type.kind) ||
    isComputed(facts) ||
    (draft.kind === 'set' && (holdsCustomFields(field) || isKeptUnreadable(field.type)))
  ) {
    return report(checking, diagnostic('N619', draft.field.span, 'set by no transition', field.name))
  }
  if (draft.kind === 'clear') {
    if (field.isRequired)
      return report(
        checking,
        diagnostic('N406', draft.field.span, field.name).because(field.span, 'It is required here.'),
      )
    return { kind: 'clear', field: field.name, span: draft.span }
  }
  const type = checking.catalogue.entities.get(entity.name)?.fields.get(field.name)?.type ?? { kind: 'unknown' }
  const to = requireValue(checking, draft.to, scope, type, field.isRequired)
  return to === null ? null : { kind: 'set', field: field.name, to, span: draft.span }
}

/** An effect is a part of a statement, and the stored form is made outside of the database: steps write it. */
function isKeptUnreadable(type: CheckedFieldType | null): boolean {
  return type?.kind === 'password' || type?.kind === 'secret text'
}

/** `record Event with ticket = …`: a new record of the product, with values of the record's fields. */
function checkRecording(checking: StepChecking, draft: Draft<'record'>, scope: Scope): Effect | null {
  const entity = resolveEntity(checking, draft.entity)
  if (entity === null) return null
  const stepping = steppingOf(checking, {
    by: 'transition',
    owner: draft.entity.text,
    inputDrafts: [],
    inputs: [],
    variables: scope.variables,
  })
  const sets = checkSets(stepping, entity, draft.sets, scope, {
    action: 'create',
    isProductsOwn: true,
    isEffect: true,
    step: draft.entity,
  })
  for (const field of draft.sets.map(writtenField))
    if (isKeptUnreadable(entity.fields.get(field.text)?.field.type ?? null))
      report(checking, diagnostic('N619', field.span, 'set by no transition', field.text))
  return { kind: 'record', entity: entity.name, sets, span: draft.span }
}

/** `do cancel on each of lines where …`, or `do adopt on animal`: of none, if the field is empty. */
function checkDoing(checking: Checking, entity: EntityFacts, draft: Draft<'do'>): Effect | null {
  const { relation, span } = draft
  const field = resolveField(checking, entity, relation)
  if (field === null) return null
  const { type } = field.field
  if (type.kind !== (draft.isOnEach ? 'collection' : 'reference'))
    return report(checking, refuseRelation(draft, type.kind))
  const transition = resolveTransition(checking, type.entity, draft.transition)
  if (transition !== null)
    refuseMissingInputs(checking, procedureOf(checking, type.entity, transition), draft.transition, new Set())
  const scope = recordScope(checking, type.entity, 'never')
  const where = draft.where === null ? null : requireExpression(checking, draft.where, scope, { kind: 'boolean' })
  if (transition === null || (draft.where !== null && where === null)) return null
  return { kind: 'do', transition, relation: field.field.name, entity: type.entity, where, span }
}

function refuseRelation({ isOnEach, transition, relation: { text, span } }: Draft<'do'>, kind: string): Diagnostic {
  if (!isOnEach) {
    const found = diagnostic('N011', span, 'no other record', text)
    return kind === 'collection' ? found.meaning(`each of ${text}`) : found
  }
  const found = diagnostic('N011', span, 'no list of records', text)
  return kind === 'reference' ? found.withHint(`Write do ${transition.text} on ${text}.`) : found
}
