// Types: the results of the phases of checking, and the collections of findings that one phase fills.

import type { Diagnostic } from '../diagnostic/diagnostic.ts'
import type { Draft } from '../draft/draft.ts'
import type { Catalogue, Scope } from '../expression/expression.ts'
import type { StandardCalls, Service } from '../model/calls.ts'
import type { Tenancy } from '../model/entities.ts'
import type { LimitsModel } from '../model/limits.ts'
import type { Model } from '../model/model.ts'
import type { Point } from '../model/points.ts'
import type { ComputedFields, EntityFacts } from './entities/facts.ts'
import type { Names } from './names/names.ts'

/** Result of the first phase. */
export interface NamedDraft {
  /** With the fields and rules that follow from `Records belong to`. */
  readonly draft: Draft
  /** Null: there are no tenants. */
  readonly tenancy: Tenancy | null
  /** `2026-01-31`; null: the day is unknown. */
  readonly today: string | null
  readonly names: Names
}

/** Result of the second phase: types of fields, before any expression is looked at. */
export interface FieldsTyped extends NamedDraft {
  readonly entities: ReadonlyMap<string, EntityFacts>
  readonly constants: LimitsModel['constants']
}

/** Result of the third phase, and the input of every point's check. */
export interface TypedDraft extends FieldsTyped {
  readonly catalogue: Catalogue
  readonly computed: ComputedFields
  readonly lookups: LimitsModel['lookups']
  /** Standard calls, provisional ones included. */
  readonly standardCalls: readonly StandardCalls[]
}

/** Results of the phases that follow, one for each point; outside services come before the steps that ask them. */
export type PointResults = Pick<Model, Point> & { readonly services: readonly Service[] }

/** Uses of declared names. A later phase reports the names that have none. */
export interface Uses {
  /** By code of point 8: the names that are at hand at each place that raises it. Null: constants alone. */
  readonly raised: Map<string, (Scope | null)[]>
  readonly shapesUsed: Set<string>
  readonly documentsUsed: Set<string>
  readonly messagesSent: Set<string>
  readonly servicesAsked: Set<string>
}

/** A draft after all phases, for checks of what follows from the model as a whole. */
export type CheckedDraft = TypedDraft & Pick<Uses, 'raised'> & { readonly diagnostics: readonly Diagnostic[] }

/** A warning that a name is missing or unused; see `reportAbsence`. */
export interface AbsentName {
  readonly name: string
  readonly diagnostic: Diagnostic
}

/** Findings of the phase that runs. */
export interface Findings extends Uses {
  /** In any order: they are sorted at the end. */
  readonly found: Diagnostic[]
  readonly absences: AbsentName[]
  /** Diagnostics of earlier phases, so that no mistake is reported twice. */
  readonly earlier: readonly Diagnostic[]
}

/** A phase that needs the results in `Checked`, such as `{ roles: RolesModel }`. */
export type CheckingWith<Checked> = TypedDraft & Findings & { readonly checked: Checked }

/** Input of a check: the typed draft, and the results of the phases that it names. */
export type Checking<Earlier extends keyof PointResults = never> = CheckingWith<Pick<PointResults, Earlier>>

/** Input of the checks of steps, in points 4 and 7. */
export type StepChecking = Checking<'entities' | 'roles' | 'services'>

/** Input of the checks of screens. */
export type ScreenChecking = Checking<'entities' | 'roles' | 'services' | 'calls'>

/**
 * Reports that a name is never used, given, raised or reached. The warning is held back until every phase is done: a
 * misspelt word that was probably meant to be this name is the one cause.
 */
export function reportAbsence(checking: Pick<Findings, 'absences'>, name: string, found: Diagnostic): void {
  checking.absences.push({ name, diagnostic: found })
}

export function report(checking: { readonly found: Diagnostic[] }, diagnostic: Diagnostic): null {
  checking.found.push(diagnostic)
  return null
}

/** Diagnostics of earlier phases and of this one. */
export function reportedSoFar({ earlier, found }: Pick<Findings, 'earlier' | 'found'>): readonly Diagnostic[] {
  return [...earlier, ...found]
}
