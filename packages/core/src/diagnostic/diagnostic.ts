// A diagnostic: one finding about a specification's text. Plain data until it is printed.

import type { Span } from '../text/source.ts'
import type { Severity } from './severity.ts'
import { DIAGNOSTICS, type DiagnosticNumber } from './registry.ts'
import { DEFAULT_HINTS } from './default-hints.ts'
import { closest } from './did-you-mean.ts'

export interface Related {
  readonly span: Span
  readonly message: string
}

export interface Edit {
  readonly span: Span
  readonly text: string
}

/** A change of the text that resolves a diagnostic. */
export interface Fix {
  readonly title: string
  readonly edits: readonly Edit[]
}

export interface Diagnostic {
  readonly number: DiagnosticNumber
  readonly severity: Severity
  readonly span: Span
  readonly message: string
  readonly related: readonly Related[]
  readonly hint: string | null
  readonly fixes: readonly Fix[]
}

/** Arguments of a number's message: those of its only sentence, or the id of a sentence with its arguments. */
export type Sentence<N extends DiagnosticNumber> = Parameters<(typeof DIAGNOSTICS)[N]['message']>

/** Starts a diagnostic. `span` is exactly the text that the author would retype. */
export function diagnostic<N extends DiagnosticNumber>(
  number: N,
  span: Span,
  ...words: Sentence<N>
): DiagnosticBuilder {
  const entry = DIAGNOSTICS[number]
  const message = (entry.message as (...words: unknown[]) => string)(...words)
  const hint = DEFAULT_HINTS[number] ?? null
  return new DiagnosticBuilder({ number, severity: entry.severity, span, message, related: [], hint, fixes: [] })
}

/** A diagnostic with optional related positions, a hint and fixes. */
class DiagnosticBuilder implements Diagnostic {
  readonly number: DiagnosticNumber
  readonly severity: Severity
  readonly span: Span
  readonly message: string
  readonly related: readonly Related[]
  readonly hint: string | null
  readonly fixes: readonly Fix[]

  constructor(value: Diagnostic) {
    this.number = value.number
    this.severity = value.severity
    this.span = value.span
    this.message = value.message
    this.related = value.related
    this.hint = value.hint
    this.fixes = value.fixes
  }

  /** Adds a related position: "first declared here". */
  because(span: Span, message: string): DiagnosticBuilder {
    return new DiagnosticBuilder({ ...this, related: [...this.related, { span, message }] })
  }

  /** Sets the hint. Null changes nothing. */
  withHint(hint: string | null): DiagnosticBuilder {
    return hint === null ? this : new DiagnosticBuilder({ ...this, hint })
  }

  withFix(fix: Fix | null): DiagnosticBuilder {
    return fix === null ? this : new DiagnosticBuilder({ ...this, fixes: [...this.fixes, fix] })
  }

  /** Suggests the nearest of `known`, as a hint and as a fix of the same span. */
  suggesting(written: string, known: Iterable<string>): DiagnosticBuilder {
    const nearest = closest(written, known)
    return nearest === null ? this : this.meaning(nearest)
  }

  /** Suggests one word, even if it does not resemble the written one. */
  meaning(nearest: string | undefined): DiagnosticBuilder {
    if (nearest === undefined) return this
    return this.withHint(`Did you mean "${nearest}"?`).withFix({
      title: `Replace with "${nearest}"`,
      edits: [{ span: this.span, text: nearest }],
    })
  }
}

/** By position, then by number, so that the output is deterministic. Duplicates are removed. */
export function inOrder(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  return [...diagnostics]
    .sort(
      (a, b) =>
        a.span.start - b.span.start ||
        a.span.end - b.span.end ||
        (a.number < b.number ? -1 : a.number > b.number ? 1 : 0),
    )
    .filter((found, index, sorted) => {
      const last = sorted[index - 1]
      return last === undefined || !(samePlace(last, found) && last.message === found.message)
    })
}

function samePlace(a: Diagnostic, b: Diagnostic): boolean {
  return a.number === b.number && a.span.start === b.span.start && a.span.end === b.span.end
}

export function hasErrors(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.some((found) => found.severity === 'error')
}
