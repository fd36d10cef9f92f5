// An operation → the codes of point 8 that its own steps raise, and those of rules about the records that it writes.
// OpenAPI names every possible code; these are the ones that a model should know before it calls.

import type { StepAction } from '../../model/calls.ts'
import { isLimitOfCall } from '../../model/limits.ts'
import type { Model } from '../../model/model.ts'
import { everyStep } from '../../model/steps/every-step.ts'
import { stepCodes } from '../../model/steps/step-codes.ts'
import type { Rule } from '../../model/validation.ts'
import type { Operation } from '../calls/calls.ts'

/** One way in which a record is written. */
interface Writing {
  readonly entity: string
  readonly how: 'create' | 'change' | 'delete' | 'transition'
  /** Null: any field. */
  readonly fields: ReadonlySet<string> | null
  readonly transition: string | null
}

/** In the order of the catalogue. */
export function ownCodes(model: Model, operation: Operation): string[] {
  const writings = writingsOf(operation)
  const isWritten = (entity: string): boolean => writings.some((writing) => writing.entity === entity)
  const codes = new Set<string | null>([
    ...model.validation.rules.filter((rule) => writings.some((writing) => asks(rule, writing))).map(codeOf),
    ...model.validation.rulesOverRecords.filter(({ entity }) => isWritten(entity)).map(codeOf),
    ...model.entities.entities.filter(({ name }) => isWritten(name)).flatMap((each) => each.uniqueTogether.map(codeOf)),
    ...model.limits.limits.filter((limit) => isLimitOfCall(limit, `${operation.method} ${operation.path}`)).map(codeOf),
    ...stepCodes(model.calls, stepsOf(model, operation)),
  ])
  return model.errors.catalogue.map(({ code }) => code).filter((code) => codes.has(code))
}

function codeOf({ otherwise }: { readonly otherwise: string | null }): string | null {
  return otherwise
}

/** Tells whether the rule is checked at such a write. */
function asks({ entity, when }: Rule, writing: Writing): boolean {
  if (entity !== writing.entity) return false
  switch (when.kind) {
    case 'always':
      return writing.how !== 'delete'
    case 'field changes':
      return ['create', 'change'].includes(writing.how) && (writing.fields?.has(when.field) ?? true)
    case 'transition':
      return writing.transition === when.transition
    default:
      return writing.how === when.kind
  }
}

function stepsOf(model: Model, operation: Operation): Parameters<typeof stepCodes>[1] {
  if (operation.kind === 'stated') return operation.call.steps
  if (operation.kind !== 'transition') return []
  return model.states.machines
    .filter(({ entity }) => entity === operation.entity)
    .flatMap(({ procedures }) => procedures)
    .flatMap(({ transition, steps }) => (transition === operation.transition ? steps : []))
}

function writingsOf(operation: Operation): Writing[] {
  switch (operation.kind) {
    case 'stated':
      return everyStep(operation.call.steps).flatMap(({ action }) => writingOf(action) ?? [])
    case 'transition':
      return [{ entity: operation.entity, how: 'transition', fields: null, transition: operation.transition }]
    case 'create':
    case 'change':
    case 'delete':
      return [{ entity: operation.standard.entity, how: operation.kind, fields: null, transition: null }]
    default:
      return []
  }
}

/** Null: the step writes no record. */
function writingOf(action: StepAction): Writing | null {
  switch (action.kind) {
    case 'create':
    case 'change':
      return {
        entity: action.entity,
        how: action.kind,
        fields: new Set(action.sets.map(({ field }) => field)),
        transition: null,
      }
    case 'set':
      return { entity: action.entity, how: 'change', fields: new Set([action.field]), transition: null }
    case 'delete':
      return { entity: action.entity, how: 'delete', fields: null, transition: null }
    case 'do':
      return { entity: action.entity, how: 'transition', fields: null, transition: action.transition }
    default:
      return null
  }
}
