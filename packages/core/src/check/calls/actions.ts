// A step → the checked action; binds its name.

import { diagnostic } from '../../diagnostic/diagnostic.ts'
import type { StepActionDraft, StepDraft } from '../../draft/calls.ts'
import type { Scope, ScopeVariable, ValueType } from '../../expression/expression.ts'
import { factsWhen, lastingFacts } from '../../expression/check/narrowing.ts'
import type { StepAction } from '../../model/calls.ts'
import type { CheckedFieldType } from '../../model/entities.ts'
import { isOtherSide } from '../../model/field-types.ts'
import { report, type Checking } from '../checking.ts'
import { holdsCustomFields } from '../../model/custom-fields/definitions.ts'
import { isComputed } from '../entities/facts.ts'
import { requireExpression, requireValue } from '../expressions/expressions.ts'
import { resolveEntity, resolveField, resolveTransition } from '../names/resolve.ts'
import { ADDRESS_VARIABLE, recordVariable } from '../names/scopes.ts'
import { checkAsk } from './services/ask.ts'
import { checkTransitionInputs } from './transition-inputs.ts'
import { checkListStep } from './list-step.ts'
import { checkDocumentOf } from '../names/named-documents.ts'
import { checkSending } from './messages.ts'
import { checkByAccept } from './answers/by-accept.ts'
import { checkNested, type CheckInner } from './nested-steps.ts'
import { asKept, checkSets, refuseInput } from './sets.ts'
import { checkSignStep } from './sign-steps.ts'
import { leadsAnywhere, sentIn } from './answers/answer-headers.ts'
import { checkAnswerWire, checkStatus } from './wire.ts'
import { bind, boundRecord, checkSource, whereScope, type StepContext } from './step-context.ts'

type Draft<Kind extends StepActionDraft['kind']> = Extract<StepActionDraft, { kind: Kind }>

const BOOLEAN: ValueType = { kind: 'boolean' }
const UNKNOWN: ScopeVariable = { type: { kind: 'unknown' }, isOptional: false }

/** `checkInner`: checks the steps that are nested in this one. */
export function checkAction(
  stepping: StepContext,
  step: StepDraft,
  scope: Scope,
  checkInner: CheckInner,
): StepAction | null {
  const { checking } = stepping
  const { action } = step
  // A name that a conditional step binds may be missing later.
  const isSometimes = step.when !== null
  switch (action.kind) {
    case 'find':
      return checkFind(stepping, action, scope, isSometimes)
    case 'list':
      return checkListStep(stepping, action, scope)
    case 'require':
      return checkRequire(stepping, action, scope, isSometimes)
    case 'let':
      return checkLet(stepping, action, scope, isSometimes)
    case 'create':
    case 'change':
    case 'set':
    case 'delete':
    case 'do':
      return checkWriting(stepping, action, scope, isSometimes)
    case 'add':
    case 'remove':
      return checkAdding(stepping, action, scope)
    case 'check password':
    case 'sign in':
    case 'sign out':
    case 'give role':
    case 'take role':
      return checkSignStep(stepping, action, scope, isSometimes)
    case 'send': {
      const sending = checkSending(checking, action.message, scope)
      return sending === null ? null : { kind: 'send', sending }
    }
    case 'respond':
      return checkRespond(stepping, action, answerScope(stepping, scope))
    case 'respond file':
      return checkRespondFile(stepping, action, answerScope(stepping, scope))
    case 'issue':
    case 'respond document':
      return checkWithDocument(stepping, action, scope)
    case 'for each':
    case 'block':
    case 'later':
      return checkNested(stepping, action, scope, checkInner)
    case 'by accept':
      return checkByAccept(stepping, action, scope, checkInner)
    case 'ask':
      return checkAsk(stepping, action, scope, isSometimes)
    case 'unsupported':
      for (const name of action.binds) bind(stepping, name, UNKNOWN)
      return { kind: 'unsupported', name: action.name }
    case 'unreadable':
      // One mistake gives one diagnostic, so later steps may use a name that this one perhaps binds.
      for (const name of action.mentions) if (!scope.variables.has(name)) stepping.variables.set(name, UNKNOWN)
      return null
    case 'not shown':
      for (const name of action.binds) bind(stepping, name, UNKNOWN)
      return { kind: 'not shown' }
  }
}

function checkWithDocument(
  stepping: StepContext,
  action: Draft<'issue' | 'respond document'>,
  scope: Scope,
): StepAction | null {
  const found = checkDocumentOf(stepping.checking, action, scope)
  const status = action.kind === 'issue' ? null : checkStatus(stepping, action.status)
  if (found === null) return null
  const { document, record, entity } = found
  if (action.kind === 'issue') return { kind: 'issue', document, record, entity }
  return status === null ? null : { kind: 'respond document', status, document, record, entity }
}

function checkLet(
  stepping: StepContext,
  { name, value: written }: Draft<'let'>,
  scope: Scope,
  isSometimes: boolean,
): StepAction | null {
  const value = requireExpression(stepping.checking, written, scope, null)
  if (value === null) {
    bind(stepping, name, UNKNOWN)
    return null
  }
  bind(stepping, name, {
    type: value.type,
    // A list that a skipped step would have made is an empty list.
    isOptional: value.isOptional || (isSometimes && value.type.kind !== 'list'),
    ...(leadsAnywhere(stepping.checking, value, sentIn(scope)) ? { isSent: true } : {}),
  })
  return { kind: 'let', name: name.text, value }
}

function checkFind(stepping: StepContext, draft: Draft<'find'>, scope: Scope, isSometimes: boolean): StepAction | null {
  const found = checkSource(stepping, draft.source, scope)
  const where =
    found === null ? null : requireExpression(stepping.checking, draft.where, whereScope(scope, found.entity), BOOLEAN)
  bind(stepping, draft.as, found === null ? UNKNOWN : recordVariable(found.entity.name, isSometimes))
  return found === null || where === null ? null : { kind: 'find', as: draft.as.text, source: found.source, where }
}

/** After this step, the required value is not empty. */
function checkRequire(
  stepping: StepContext,
  draft: Draft<'require'>,
  scope: Scope,
  isSometimes: boolean,
): StepAction | null {
  const condition = requireExpression(stepping.checking, draft.condition, scope, BOOLEAN)
  if (condition === null) return null
  if (!isSometimes) for (const fact of lastingFacts(factsWhen(condition, true))) stepping.known.add(fact)
  return { kind: 'require', condition }
}

function checkWriting(
  stepping: StepContext,
  draft: Draft<'create' | 'change' | 'set' | 'delete' | 'do'>,
  scope: Scope,
  isSometimes: boolean,
): StepAction | null {
  const { checking } = stepping
  if (draft.kind === 'create') {
    const entity = resolveEntity(checking, draft.entity)
    const sets =
      entity === null
        ? []
        : checkSets(stepping, entity, draft.sets, scope, {
            action: 'create',
            isProductsOwn: draft.isProductsOwn,
            step: draft.entity,
          })
    if (draft.as !== null)
      bind(stepping, draft.as, entity === null ? UNKNOWN : recordVariable(entity.name, isSometimes))
    return entity === null
      ? null
      : { kind: 'create', isProductsOwn: draft.isProductsOwn, entity: entity.name, as: draft.as?.text ?? null, sets }
  }
  const entity = boundRecord(stepping, draft.record, scope)
  if (entity === null) return null
  const record = draft.record.text
  switch (draft.kind) {
    case 'change':
      return {
        kind: 'change',
        record,
        entity: entity.name,
        sets: checkSets(stepping, entity, draft.sets, scope, {
          action: 'change',
          isProductsOwn: false,
          step: draft.record,
        }),
      }
    case 'delete':
      return { kind: 'delete', isProductsOwn: draft.isProductsOwn, record, entity: entity.name }
    case 'do': {
      const transition = resolveTransition(checking, entity.name, draft.transition)
      if (transition === null) return null
      const sets = checkTransitionInputs(stepping, entity.name, draft.transition, draft.sets, scope)
      return { kind: 'do', transition, record, entity: entity.name, sets }
    }
    case 'set':
      return checkSet(stepping, draft, entity.name, scope)
  }
}

/** A change of one field by the product: no value of the caller is used. */
function checkSet(stepping: StepContext, draft: Draft<'set'>, entityName: string, scope: Scope): StepAction | null {
  const { checking } = stepping
  const entity = checking.entities.get(entityName)
  const facts = entity === undefined ? null : resolveField(checking, entity, draft.field)
  if (facts === null) return null
  const { field } = facts
  if (
    field.isBuiltIn ||
    ['state', 'sequence', 'random code', 'collection'].includes(field.type.kind) ||
    isComputed(facts) ||
    holdsCustomFields(field)
  ) {
    const why = field.type.kind === 'state' ? 'changed by transitions' : 'set by no step'
    return report(checking, diagnostic('N619', draft.field.span, why, field.name))
  }
  const type = checking.catalogue.entities.get(entityName)?.fields.get(field.name)?.type ?? { kind: 'unknown' }
  const to = requireValue(checking, draft.to, asKept(scope), type, field.isRequired)
  if (to === null || refuseInput(stepping, draft.to, to, 'set')) return null
  return { kind: 'set', record: draft.record.text, entity: entityName, field: field.name, to }
}

function checkAdding(stepping: StepContext, draft: Draft<'add' | 'remove'>, scope: Scope): StepAction | null {
  const { checking } = stepping
  const entity = boundRecord(stepping, draft.record, scope)
  const facts = entity === null ? null : resolveField(checking, entity, draft.relation)
  if (entity === null || facts === null) return null
  const { type } = facts.field
  if (type.kind !== 'collection')
    return report(checking, diagnostic('N011', draft.relation.span, 'no list of records', draft.relation.text))
  // Its links belong to the field on the other side, or are records of their own.
  if (isOtherSide(type))
    return report(
      checking,
      diagnostic('N619', draft.relation.span, 'other side', facts.field.name).withHint(
        fromOtherSide(checking, draft, type),
      ),
    )
  const item = requireValue(checking, draft.item, scope, { kind: 'record', entity: type.entity }, true)
  return item === null
    ? null
    : { kind: draft.kind, item, record: draft.record.text, entity: entity.name, relation: draft.relation.text }
}

/** Links of a list are added and removed at the field that stores them; linking entities have records of their own. */
function fromOtherSide(
  { catalogue }: Checking,
  { kind, item, record }: Draft<'add' | 'remove'>,
  { entity, via, through }: Extract<CheckedFieldType, { kind: 'collection' }>,
): string {
  if (through !== null)
    return kind === 'add'
      ? `Write create ${through.entity} with …, which is what stands between the two.`
      : `Find the ${through.entity} that stands between the two, and write delete for it.`
  const other = /^\w+$/.test(item.text) ? item.text : entity.toLowerCase()
  if (catalogue.entities.get(entity)?.fields.get(via ?? '')?.type.kind === 'record')
    return kind === 'add'
      ? `Write change ${other} with ${via} = \`${record.text}\`.`
      : `Write change ${other} with ${via} = \`null\`, where the field may be empty, or delete ${other}.`
  return `Write ${kind} ${record.text} ${kind === 'add' ? 'to' : 'from'} ${other}.${via ?? ''}.`
}

/** Answers may also use the addresses of the application and of the request. */
function answerScope({ parameters }: StepContext, scope: Scope): Scope {
  return { ...scope, variables: new Map([...scope.variables, ADDRESS_VARIABLE]), ...(parameters && { parameters }) }
}

function checkRespond(stepping: StepContext, draft: Draft<'respond'>, scope: Scope): StepAction | null {
  const { checking } = stepping
  const status = checkStatus(stepping, draft.status, typeof draft.wire?.to?.text === 'string')
  const body = draft.body === null ? null : requireExpression(checking, draft.body, scope, null)
  const wire = checkAnswerWire(stepping, draft, body, scope)
  if (status === null || wire === null || (draft.body !== null && body === null)) return null
  return { kind: 'respond', status, body, ...wire }
}

function checkRespondFile(stepping: StepContext, draft: Draft<'respond file'>, scope: Scope): StepAction | null {
  const { checking } = stepping
  const entity = boundRecord(stepping, draft.record, scope)
  const facts = entity === null ? null : resolveField(checking, entity, draft.field)
  if (entity === null || facts === null) return null
  const { type } = facts.field
  if (type.kind !== 'file' || type.isList)
    return report(checking, diagnostic('N011', draft.field.span, 'not one file', draft.field.text))
  const status = checkStatus(stepping, draft.status)
  const wire = checkAnswerWire(stepping, draft, null, scope)
  if (status === null || wire === null) return null
  const of = { record: draft.record.text, entity: entity.name, field: draft.field.text }
  return { kind: 'respond file', status, ...of, ...wire }
}
