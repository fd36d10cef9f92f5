// Planners → plans, each kept under a key that is derived from everything its planning function can see: the caller's
// roles and its arguments. A planner stands at the top level of a module, so that it can see nothing else.

import type { Viewer } from '@ninefold/core/rights/readable.ts'
import { LRUCache } from 'lru-cache'
import { PlanKeys } from './plan-keys.ts'

/** Arguments that have a key: data all the way down. A function, a map or a class has none, and does not compile. */
export type Keyed<Value> = Value extends string | number | boolean | null | undefined
  ? Value
  : Value extends ReadonlyMap<unknown, unknown>
    ? never
    : Value extends ReadonlySet<infer Item>
      ? ReadonlySet<Keyed<Item>>
      : Value extends (...given: never[]) => unknown
        ? never
        : { readonly [Name in keyof Value]: Keyed<Value[Name]> }

export interface Planner<Given extends readonly unknown[], Plan> {
  /** No other planner has it. */
  readonly name: string
  readonly plan: (viewer: Viewer, ...given: Given) => Plan
}

const names = new Set<string>()

/** Not to be asked for a plan: something that it depends on has no key. */
interface Unkeyed {
  readonly problem: 'An argument of this planner has no key.'
}

/** Called where a module begins, once for each name: inside a function it could close over a request. */
export function planner<Given extends readonly unknown[], Plan>(
  name: string,
  plan: (viewer: Viewer, ...given: Given) => Plan,
): Given extends Keyed<Given> ? Planner<Given, Plan> : Unkeyed
export function planner(name: string, plan: (viewer: Viewer, ...given: never[]) => unknown): unknown {
  if (names.has(name)) throw new Error(`There are two planners "${name}", or one that is made again and again.`)
  names.add(name)
  return { name, plan }
}

/** Callers choose filters freely, so there is no end to what could be planned. */
const PLANS_MAX = 5_000

interface Kept<Plan> {
  readonly by: unknown
  readonly plan: Plan
}

/** The plans of one application that were used last. */
export class Plans {
  private readonly kept = new LRUCache<string, Kept<unknown>>({ max: PLANS_MAX })
  private readonly keys: PlanKeys

  /** `known`: objects that last as long as the application, its model above all. */
  constructor(known: readonly object[]) {
    this.keys = new PlanKeys(known)
  }

  /** `rolesKey`: equal for viewers whose plans are the same. */
  planned<Given extends readonly unknown[], Plan>(
    planner: Planner<Given, Plan>,
    rolesKey: string,
    viewer: () => Viewer,
    given: Given,
  ): Plan {
    const key = this.keys.keyOf(planner.name, rolesKey, given)
    const kept = this.kept.get(key)
    if (kept !== undefined && isBy(kept, planner)) return kept.plan
    const plan = planner.plan(viewer(), ...given)
    // The key of a plan that is made from this one names it by its identity.
    this.keys.remember(plan)
    this.kept.set(key, { by: planner, plan })
    return plan
  }
}

function isBy<Given extends readonly unknown[], Plan>(
  kept: Kept<unknown>,
  planner: Planner<Given, Plan>,
): kept is Kept<Plan> {
  return kept.by === planner
}
