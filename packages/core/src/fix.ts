// A specification's text → the same text with all automatic fixes applied. A fix may reveal another mistake, so this
// repeats until nothing changes.

import { compile } from './compile.ts'
import { acceptedFixes, applyFixes } from './diagnostic/apply-fixes.ts'
import type { Diagnostic, Fix } from './diagnostic/diagnostic.ts'
import type { DiagnosticNumber } from './diagnostic/registry.ts'
import { placeAt, placesOf } from './text/chapters.ts'
import type { Position, Source } from './text/source.ts'

export interface AppliedFix {
  readonly number: DiagnosticNumber
  readonly title: string
  readonly file: string
  /** Its position in the text of its round. */
  readonly start: Position
}

export interface FixedText {
  readonly text: string
  readonly applied: readonly AppliedFix[]
  /** True if the last round still changed something. */
  readonly isUnfinished: boolean
}

/** Two fixes that undo each other would loop forever. */
const ROUNDS_MAX = 10

export function fixText({ file, text }: Source, today?: string): FixedText {
  const applied: AppliedFix[] = []
  let current = text
  for (let round = 0; round < ROUNDS_MAX; round++) {
    const offered = offeredFixes(compile(current, today).diagnostics)
    const accepted = new Set(acceptedFixes(offered.map(({ fix }) => fix)))
    const next = applyFixes(current, [...accepted])
    if (next === current) return { text: current, applied, isUnfinished: false }
    const places = placesOf({ file, text: current })
    for (const { found, fix } of offered) {
      if (!accepted.has(fix)) continue
      const { file: of, line, column } = placeAt(places, found.span.start)
      applied.push({ number: found.number, title: fix.title, file: of, start: { line, column } })
    }
    current = next
  }
  return { text: current, applied, isUnfinished: true }
}

/** With several possible fixes none is applied, because the author has to choose. */
function offeredFixes(diagnostics: readonly Diagnostic[]): { found: Diagnostic; fix: Fix }[] {
  return diagnostics.flatMap((found) => {
    const [fix, ...others] = found.fixes
    return fix === undefined || others.length > 0 ? [] : [{ found, fix }]
  })
}
