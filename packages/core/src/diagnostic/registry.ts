// Everything Ninefold can say about a specification. The first digit is the point; N0xx is the
// document as a whole (N001 to N049) and expressions (N051 to N079).
// A number is never given to a second meaning. Closed table: exempt from the size limit.

import type { Severity } from './diagnostic.ts'

interface DiagnosticEntry {
  readonly severity: Severity
  /** Heading of the number's page in reference/. */
  readonly title: string
  // biome-ignore lint/suspicious/noExplicitAny: the words differ by entry; diagnostic() types them.
  readonly message: (...words: any[]) => string
}

export const DIAGNOSTICS = {
  // The document
  N001: { severity: 'error', title: 'Heading missing, renamed or out of order', message: (what: string) => what },
  N002: { severity: 'error', title: 'Unknown table or label', message: (kind: string, written: string) => `No ${kind} of this point is called "${written}".` },
  N003: { severity: 'error', title: 'Row too short or too long', message: (has: number, needs: number) => `This row has ${has} cells; the table has ${needs} columns.` },
  N006: { severity: 'warning', title: 'Prose that sounds like a rule', message: (word: string) => `This sentence says "${word}", but it is prose: nothing enforces it.` },
  N007: { severity: 'unknown', title: 'Not shown', message: (what: string) => `${what} is not shown.` },
  N008: { severity: 'error', title: 'Name defined twice', message: (kind: string, name: string) => `"${name}" is already ${kind}.` },
  N009: { severity: 'error', title: 'Name that cannot be used', message: (name: string, why: string) => `"${name}" cannot be a name: ${why}.` },
  N011: { severity: 'error', title: 'Cell that cannot be read', message: (what: string) => what },
  N012: { severity: 'warning', title: 'Not supported yet', message: (what: string) => `${what} not supported yet: this line has no effect.` },
  N013: { severity: 'error', title: 'Not supported yet, and needed', message: (what: string) => `${what} not supported yet.` },

  // Expressions
  N051: { severity: 'error', title: 'Unknown name', message: (name: string) => `Nothing here is called "${name}".` },
  N052: { severity: 'error', title: 'Ambiguous name', message: (name: string) => `"${name}" is both a field and a name bound by a step.` },
  N053: { severity: 'error', title: 'Shadowed name', message: (name: string) => `"${name}" already means something here.` },
  N054: { severity: 'error', title: 'Type mismatch', message: (what: string) => what },
  N055: { severity: 'error', title: 'May be empty', message: (what: string) => `${what} may be empty here.` },
  N056: { severity: 'error', title: 'Both sides may be empty', message: () => 'Both sides may be empty: two empty values would count as equal.' },
  N057: { severity: 'error', title: 'Hidden field read', message: (field: string) => `"${field}" is hidden: nothing can read it.` },
  N060: { severity: 'error', title: 'Expression that cannot be read', message: (what: string) => what },
} as const satisfies Record<string, DiagnosticEntry>

export type DiagnosticNumber = keyof typeof DIAGNOSTICS

/** Numbers that once meant something else. */
export const RETIRED: readonly string[] = []
