// The `later:` steps of a model → each with its owner, so that another process, or a later text, can find deferred
// steps again.

import type { Expression, ValueType } from '../../expression/expression.ts'
import type { QueryParameter, Step, StepAction } from '../calls.ts'
import { everyStep } from './every-step.ts'
import type { Sending } from '../outside/messages.ts'
import type { Model } from '../model.ts'

export type LaterAction = Extract<StepAction, { readonly kind: 'later' }>

export interface LaterSteps {
  /** `POST /api/orders`, `transition Order.status pay`, `schedule nightly`. */
  readonly owner: string
  readonly action: LaterAction
  /** Optional queries of the call, which its lists may use. */
  readonly queries: readonly QueryParameter[]
  /** Roles that the call requires; null: not a call. */
  readonly who: readonly string[] | null
}

export function laterStepsOf({ calls, states }: Pick<Model, 'calls' | 'states'>): LaterSteps[] {
  return [
    ...calls.calls.flatMap(({ method, path, steps, queries, who }) =>
      within(steps, { owner: `${method} ${path}`, queries, who }),
    ),
    ...states.machines.flatMap(({ entity, field, procedures }) =>
      procedures.flatMap(({ transition, steps }) =>
        within(steps, { owner: `transition ${entity}.${field} ${transition}`, queries: [], who: null }),
      ),
    ),
    ...calls.schedules.flatMap(({ name, steps }) =>
      within(steps, { owner: `schedule ${name}`, queries: [], who: null }),
    ),
  ]
}

function within(steps: readonly Step[], of: Omit<LaterSteps, 'action'>): LaterSteps[] {
  return everyStep(steps).flatMap(({ action }) => (action.kind === 'later' ? [{ ...of, action }] : []))
}

/** A text that is equal for equal steps, independent of their position. */
export function meaningOfSteps({ steps }: LaterAction): string {
  return JSON.stringify(steps, (name, value: unknown) => (name === 'span' ? undefined : value))
}

/** Every name that the steps may use, with its type if known. Includes names that they bind themselves. */
export function namesInSteps({ steps }: Pick<LaterAction, 'steps'>): ReadonlyMap<string, ValueType | null> {
  const names = new Map<string, ValueType | null>()
  const add = (name: string, type: ValueType | null): void => {
    names.set(name, type ?? names.get(name) ?? null)
  }
  for (const { action } of everyStep(steps)) {
    if ('record' in action) add(action.record, null)
    if ('source' in action && action.source.kind === 'relation') add(action.source.of, null)
    if ('source' in action && action.source.kind === 'listed') add(action.source.list, null)
    if (action.kind === 'send') for (const name of recordsOfDocuments(action.sending)) add(name, null)
  }
  collect(steps, add)
  return names
}

/** A document names its record without an expression. */
function recordsOfDocuments({ attaches, shows }: Sending): string[] {
  return [...attaches, ...(shows === null ? [] : [shows])].map(({ record }) => record)
}

/** Expressions occur anywhere in a step, and so do inputs that are passed on. */
function collect(part: unknown, add: (name: string, type: ValueType | null) => void): void {
  if (typeof part !== 'object' || part === null) return
  const { kind, name, type, input, of } = part as Readonly<Record<string, unknown>>
  if (kind === 'variable' && typeof name === 'string') add(name, (part as Expression).type)
  if (kind === 'given' && type === undefined && Array.isArray(input))
    add(typeof of === 'string' ? of : `input.${input.join('.')}`, null)
  for (const inner of Object.values(part)) collect(inner, add)
}
