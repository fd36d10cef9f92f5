// What every check works with: the draft, the names that it declares, what expressions may name, and the
// places where findings are put. Points meet here and nowhere else.

import type { Diagnostic } from '../diagnostic/diagnostic.ts'
import type { Draft } from '../draft/draft.ts'
import type { Catalogue, Scope } from '../expression/expression.ts'
import type { EntitiesModel } from '../model/entities.ts'
import type { CallsModel, StandardCalls, Service } from '../model/calls.ts'
import type { LimitsModel } from '../model/limits.ts'
import type { RolesModel } from '../model/roles.ts'
import type { StatesModel } from '../model/states.ts'
import type { ComputedFields, EntityFacts } from './entities/facts.ts'
import type { Names } from './names/names.ts'

export interface Checking {
  readonly draft: Draft
  /** `2026-01-31`; null: nobody has said which day it is. */
  readonly today: string | null
  readonly names: Names
  /** Entities with their fields' types, before any expression is looked at. */
  readonly entities: ReadonlyMap<string, EntityFacts>
  readonly catalogue: Catalogue
  readonly computed: ComputedFields
  readonly constants: LimitsModel['constants']
  readonly lookups: LimitsModel['lookups']
  /** Standard calls, provisional ones included. */
  readonly standardCalls: readonly StandardCalls[]
  /** What was found so far. Order does not matter: it is sorted at the end. */
  readonly found: Diagnostic[]
  /** Warnings that something is missing or unused, each about a name; see `reportAbsence`. */
  readonly absences: { readonly name: string; readonly diagnostic: Diagnostic }[]
  /** Where each code of point 8 is raised, as the names that are at hand there. Null: nothing but constants. */
  readonly raised: Map<string, (Scope | null)[]>
  readonly shapesUsed: Set<string>
  readonly documentsUsed: Set<string>
  readonly messagesSent: Set<string>
  readonly servicesAsked: Set<string>
  /** Points that later ones build on, in the order in which specification.ts checks them. */
  readonly checked: {
    entities?: EntitiesModel
    roles?: RolesModel
    services?: readonly Service[]
    states?: StatesModel
    calls?: CallsModel
  }
}

/**
 * Says that a name is never used, given, raised or reached. Held back until everything is checked: where a
 * misspelt word was probably meant to be this name, the misspelling is the one cause.
 */
export function reportAbsence(checking: Checking, name: string, found: Diagnostic): void {
  checking.absences.push({ name, diagnostic: found })
}

export function report(checking: { readonly found: Diagnostic[] }, diagnostic: Diagnostic): null {
  checking.found.push(diagnostic)
  return null
}
