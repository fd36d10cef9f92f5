// A check and the results of earlier phases → its own result with its diagnostics. Results of other phases are
// read-only: a check cannot add to an earlier phase's diagnostics, nor read a later phase's result.

import type { Diagnostic } from '../diagnostic/diagnostic.ts'
import type { AbsentName, CheckingWith, PointResults, TypedDraft, Uses } from './checking.ts'

/** Result of one phase with its diagnostics. */
export interface Outcome<Result> {
  readonly result: Result
  readonly diagnostics: readonly Diagnostic[]
}

/** All phases so far: `checked` contains each result by name. */
export interface Phase<Checked> {
  readonly typed: TypedDraft
  readonly checked: Checked
  readonly diagnostics: readonly Diagnostic[]
  readonly absences: readonly AbsentName[]
  readonly uses: Uses
}

export function outcomeOf<Result>(check: (found: Diagnostic[]) => Result): Outcome<Result> {
  const found: Diagnostic[] = []
  return { result: check(found), diagnostics: found }
}

export function beforePoints(typed: TypedDraft, diagnostics: readonly Diagnostic[]): Phase<Pick<PointResults, never>> {
  const uses = {
    raised: new Map(),
    shapesUsed: new Set<string>(),
    documentsUsed: new Set<string>(),
    messagesSent: new Set<string>(),
    servicesAsked: new Set<string>(),
  }
  return { typed, checked: {}, diagnostics, absences: [], uses }
}

/** Runs the check of one phase. It compiles only if earlier phases provide all results that the check needs. */
export function after<Checked, Name extends string, Result>(
  before: Phase<Checked>,
  name: Name,
  check: (checking: CheckingWith<Checked>) => Result,
): Phase<Checked & Readonly<Record<Name, Result>>> {
  const findings = { ...copied(before.uses), found: [], absences: [], earlier: before.diagnostics }
  const result = check({ ...before.typed, ...findings, checked: before.checked })
  // TypeScript types a computed key as any string.
  const own = { [name]: result } as Readonly<Record<Name, Result>>
  return {
    typed: before.typed,
    checked: { ...before.checked, ...own },
    diagnostics: [...before.diagnostics, ...findings.found],
    absences: [...before.absences, ...findings.absences],
    uses: usesIn(findings),
  }
}

function copied(uses: Uses): Uses {
  return {
    raised: new Map(uses.raised),
    shapesUsed: new Set(uses.shapesUsed),
    documentsUsed: new Set(uses.documentsUsed),
    messagesSent: new Set(uses.messagesSent),
    servicesAsked: new Set(uses.servicesAsked),
  }
}

function usesIn({ raised, shapesUsed, documentsUsed, messagesSent, servicesAsked }: Uses): Uses {
  return { raised, shapesUsed, documentsUsed, messagesSent, servicesAsked }
}
