// Planners → cached plans. The key is derived from everything that the planning function can see: the caller's roles
// and its arguments. A planner is defined at module level, so that it can see nothing else.

import type { Viewer } from '@ninefold/core/rights/readable.ts'
import { LRUCache } from 'lru-cache'
import type { Caller } from './caller.ts'
import { PlanKeys } from './plan-keys.ts'

/** Arguments that have a cache key: plain data. Functions, maps and classes do not compile. */
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
  /** Unique among planners. */
  readonly name: string
  readonly plan: (viewer: Viewer, ...given: Given) => Plan
}

const names = new Set<string>()

/** Marks a type without a cache key, which cannot be an argument of a planner. */
interface Unkeyed {
  readonly problem: 'An argument of this planner has no key.'
}

/** Called at module level, once per name: inside a function it could close over a request. */
export function planner<Given extends readonly unknown[], Plan>(
  name: string,
  plan: (viewer: Viewer, ...given: Given) => Plan,
): Given extends Keyed<Given> ? Planner<Given, Plan> : Unkeyed
export function planner(name: string, plan: (viewer: Viewer, ...given: never[]) => unknown): unknown {
  if (names.has(name)) throw new Error(`There are two planners "${name}", or one that is made again and again.`)
  names.add(name)
  return { name, plan }
}

/** Callers choose filters freely, so the number of plans has to be bounded. */
const PLANS_MAX = 5_000

interface Kept<Plan> {
  readonly by: unknown
  readonly plan: Plan
}

/** An LRU cache of one application's plans. */
export class Plans {
  private readonly kept = new LRUCache<string, Kept<unknown>>({ max: PLANS_MAX })
  private readonly keys: PlanKeys
  private readonly viewerOf: (caller: Caller) => Viewer

  /** `known`: objects that live as long as the application, above all its model. */
  constructor(known: readonly object[], viewerOf: (caller: Caller) => Viewer) {
    this.keys = new PlanKeys(known)
    this.viewerOf = viewerOf
  }

  planned<Given extends readonly unknown[], Plan>(planner: Planner<Given, Plan>, caller: Caller, given: Given): Plan {
    const key = this.keys.keyOf(planner.name, caller.rolesKey, given)
    const kept = this.kept.get(key)
    if (kept !== undefined && isBy(kept, planner)) return kept.plan
    const plan = planner.plan(this.viewerOf(caller), ...given)
    // Plans that are made from this one refer to it by identity in their keys.
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
