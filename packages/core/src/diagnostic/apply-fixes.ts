// Fixes → the text with their edits applied. Of conflicting fixes, the first one wins.

import type { Edit, Fix } from './diagnostic.ts'

export function applyFixes(text: string, fixes: readonly Fix[]): string {
  return acceptedFixes(fixes)
    .flatMap(({ edits }) => [...edits])
    .sort((a, b) => b.span.start - a.span.start || b.span.end - a.span.end)
    .reduce(
      (changed, { span, text: inserted }) => changed.slice(0, span.start) + inserted + changed.slice(span.end),
      text,
    )
}

/** Fixes without a conflict with an earlier one. */
export function acceptedFixes(fixes: readonly Fix[]): Fix[] {
  const accepted: Fix[] = []
  for (const fix of fixes) {
    const others = accepted.flatMap(({ edits }) => edits)
    if (fix.edits.every((edit) => !others.some((other) => overlap(edit, other)))) accepted.push(fix)
  }
  return accepted
}

/** Two edits at the same position conflict too, because their order would be arbitrary. */
function overlap(a: Edit, b: Edit): boolean {
  return a.span.start === b.span.start || (a.span.start < b.span.end && b.span.start < a.span.end)
}
