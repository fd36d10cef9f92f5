// A specification's text → the same text after everything that Ninefold can mend by itself.
// Mending one thing may show another, so it is done in rounds, until a round changes nothing.

import { compile } from './compile.ts'
import { acceptedFixes, applyFixes } from './diagnostic/apply-fixes.ts'
import type { Diagnostic, Fix } from './diagnostic/diagnostic.ts'
import type { DiagnosticNumber } from './diagnostic/registry.ts'
import { linesOf, positionAt } from './text/lines.ts'
import type { Position } from './text/source.ts'

export interface AppliedFix {
  readonly number: DiagnosticNumber
  readonly title: string
  /** Where it was in the text as its round found it. */
  readonly start: Position
}

export interface FixedText {
  readonly text: string
  readonly applied: readonly AppliedFix[]
  /** True when the last round still changed something. */
  readonly isUnfinished: boolean
}

/** Two fixes that undo each other would go on for ever. */
const ROUNDS_MAX = 10

export function fixText(text: string, today?: string): FixedText {
  const applied: AppliedFix[] = []
  let current = text
  for (let round = 0; round < ROUNDS_MAX; round++) {
    const offered = offeredFixes(compile(current, today).diagnostics)
    const accepted = new Set(acceptedFixes(offered.map(({ fix }) => fix)))
    const next = applyFixes(current, [...accepted])
    if (next === current) return { text: current, applied, isUnfinished: false }
    const lines = linesOf(current)
    for (const { found, fix } of offered) {
      if (accepted.has(fix))
        applied.push({ number: found.number, title: fix.title, start: positionAt(lines, found.span.start) })
    }
    current = next
  }
  return { text: current, applied, isUnfinished: true }
}

/** Of several ways to mend something none is taken: to choose is the author's part. */
function offeredFixes(diagnostics: readonly Diagnostic[]): { found: Diagnostic; fix: Fix }[] {
  return diagnostics.flatMap((found) => {
    const [fix, ...others] = found.fixes
    return fix === undefined || others.length > 0 ? [] : [{ found, fix }]
  })
}
