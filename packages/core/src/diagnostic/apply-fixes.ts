// Fixes → the text with their edits made. Of fixes that touch the same place the first one wins.

import type { Edit, Fix } from './diagnostic.ts'

export function applyFixes(text: string, fixes: readonly Fix[]): string {
  const accepted: Edit[] = []
  for (const fix of fixes) {
    if (fix.edits.every((edit) => !accepted.some((other) => overlap(edit, other)))) accepted.push(...fix.edits)
  }
  return accepted
    .sort((a, b) => b.span.start - a.span.start || b.span.end - a.span.end)
    .reduce(
      (changed, { span, text: inserted }) => changed.slice(0, span.start) + inserted + changed.slice(span.end),
      text,
    )
}

/** Two edits at the very same place overlap too: their order would be a guess. */
function overlap(a: Edit, b: Edit): boolean {
  return a.span.start === b.span.start || (a.span.start < b.span.end && b.span.start < a.span.end)
}
