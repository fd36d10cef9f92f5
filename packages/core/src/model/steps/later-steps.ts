// The `later:` steps of a model → each with whose they are, so that what was put off can be found again by another
// process, and after another text.

import type { Expression, ValueType } from '../../expression/expression.ts'
import type { QueryParameter, Step, StepAction } from '../calls.ts'
import { everyStep } from './every-step.ts'
import type { Model } from '../model.ts'

export type LaterAction = Extract<StepAction, { readonly kind: 'later' }>

export interface LaterSteps {
  /** `POST /api/orders`, `transition Order.status pay`, `schedule nightly`. */
  readonly owner: string
  readonly action: LaterAction
  /** Of the call, by which its lists may be narrowed. */
  readonly queries: readonly QueryParameter[]
  /** Roles of which a caller of the call has one; null: it is no call's. */
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

/** Effects of the steps, wherever they stand in the text: equal for equal steps. */
export function meaningOfSteps({ steps }: LaterAction): string {
  return JSON.stringify(steps, (name, value: unknown) => (name === 'span' ? undefined : value))
}

/**
 * Every name that the steps may speak of, with its type where an expression says it. More than they do: what they bind
 * themselves is among them.
 */
export function namesInSteps({ steps }: LaterAction): ReadonlyMap<string, ValueType | null> {
  const names = new Map<string, ValueType | null>()
  const add = (name: string, type: ValueType | null): void => {
    names.set(name, type ?? names.get(name) ?? null)
  }
  for (const { action } of everyStep(steps)) {
    if ('record' in action) add(action.record, null)
    if ('source' in action && action.source.kind === 'relation') add(action.source.of, null)
    if ('source' in action && action.source.kind === 'listed') add(action.source.list, null)
  }
  collect(steps, add)
  return names
}

/** Expressions stand anywhere in a step; so do inputs that are given on. */
function collect(part: unknown, add: (name: string, type: ValueType | null) => void): void {
  if (typeof part !== 'object' || part === null) return
  const { kind, name, type, input, of } = part as Readonly<Record<string, unknown>>
  if (kind === 'variable' && typeof name === 'string') add(name, (part as Expression).type)
  if (kind === 'given' && type === undefined && Array.isArray(input))
    add(typeof of === 'string' ? of : `input.${input.join('.')}`, null)
  for (const inner of Object.values(part)) collect(inner, add)
}
