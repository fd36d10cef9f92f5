// Types: results of the checker's phases, and the findings that a phase collects.

import type { Diagnostic } from '../diagnostic/diagnostic.ts'
import type { Draft } from '../draft/draft.ts'
import type { Catalogue, Scope } from '../expression/expression.ts'
import type { StandardCalls, Service } from '../model/calls.ts'
import type { Tenancy } from '../model/entities.ts'
import type { LimitsModel } from '../model/limits.ts'
import type { Model } from '../model/model.ts'
import type { Point } from '../model/points.ts'
import type { ComputedFields, EntityFacts } from './entities/facts.ts'
import type { Calendars } from './limits/calendars.ts'
import type { Names } from './names/names.ts'

/** Result of the first phase. */
export interface NamedDraft {
  /** Includes fields and rules derived from `Records belong to`. */
  readonly draft: Draft
  /** Null: there are no tenants. */
  readonly tenancy: Tenancy | null
  /** `2026-01-31`; null: unknown. */
  readonly today: string | null
  readonly names: Names
}

/** Result of the second phase: types of fields, before expressions are checked. */
export interface FieldsTyped extends NamedDraft {
  readonly entities: ReadonlyMap<string, EntityFacts>
  readonly calendars: Calendars
  readonly constants: LimitsModel['constants']
}

/** Result of the third phase, and the input of every point's check. */
export interface TypedDraft extends FieldsTyped {
  readonly catalogue: Catalogue
  readonly computed: ComputedFields
  readonly lookups: LimitsModel['lookups']
  readonly decisionTables: LimitsModel['decisionTables']
  /** Standard calls, including provisional ones. */
  readonly standardCalls: readonly StandardCalls[]
}

/** Results of the later phases, one per point; outside services come before the steps that ask them. */
export type PointResults = Pick<Model, Point> & { readonly services: readonly Service[] }

/** Uses of declared names. A later phase reports unused ones. */
export interface Uses {
  /** By code of point 8: the scope of each place that raises it. Null: constants only. */
  readonly raised: Map<string, (Scope | null)[]>
  readonly shapesUsed: Set<string>
  readonly documentsUsed: Set<string>
  readonly messagesSent: Set<string>
  readonly servicesAsked: Set<string>
}

/** A draft after all phases, for checks of the whole model. */
export type CheckedDraft = TypedDraft & Pick<Uses, 'raised'> & { readonly diagnostics: readonly Diagnostic[] }

/** A warning about a missing or unused name; see `reportAbsence`. */
export interface AbsentName {
  readonly name: string
  readonly diagnostic: Diagnostic
}

/** Findings of the running phase. */
export interface Findings extends Uses {
  /** In any order: they are sorted at the end. */
  readonly found: Diagnostic[]
  readonly absences: AbsentName[]
  /** Diagnostics of earlier phases, so that no mistake is reported twice. */
  readonly earlier: readonly Diagnostic[]
}

/** A phase that needs the results in `Checked`, such as `{ roles: RolesModel }`. */
export type CheckingWith<Checked> = TypedDraft & Findings & { readonly checked: Checked }

/** Input of a check: the typed draft, and the results of the named phases. */
export type Checking<Earlier extends keyof PointResults = never> = CheckingWith<Pick<PointResults, Earlier>>

/** Input of the checks of steps, in points 4 and 7. */
export type StepChecking = Checking<'entities' | 'roles' | 'services'>

/** Input of the checks of screens. */
export type ScreenChecking = Checking<'entities' | 'roles' | 'services' | 'calls'>

/**
 * Reports that a name is never used, given, raised or reached. The warning is held back until every phase is done: if a
 * misspelt word was probably meant to be this name, that is the only cause.
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
