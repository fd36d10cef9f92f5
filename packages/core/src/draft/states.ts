// Point 4 as written.

import type { Span, Written } from '../text/source.ts'

export interface StatesDraft {
  readonly machines: readonly MachineDraft[]
}

/** `### States of Ticket.status`. */
export interface MachineDraft {
  readonly entity: Written
  readonly field: Written
  readonly states: readonly StateDraft[]
  readonly transitions: readonly TransitionDraft[]
  readonly clocks: readonly ClockDraft[]
  readonly span: Span
}

export interface StateDraft {
  readonly name: Written
  readonly means: Written
  readonly kind: Written
}

export interface TransitionDraft {
  readonly name: Written
  readonly from:
    | { readonly kind: 'states'; readonly states: readonly Written[] }
    | { readonly kind: 'any except'; readonly states: readonly Written[] }
  readonly to: Written
  readonly who: readonly Written[]
  /** Expression. */
  readonly onlyIf: Written | null
  readonly effects: readonly EffectDraft[]
  readonly span: Span
}

export type EffectDraft = { readonly span: Span } & (
  | { readonly kind: 'set'; readonly field: Written; readonly to: Written }
  | { readonly kind: 'clear'; readonly field: Written }
  | { readonly kind: 'send'; readonly message: Written }
)

/** A row of `Clock | Does | Runs`. */
export interface ClockDraft {
  readonly name: Written
  readonly does: Written
  readonly runs: Written
  readonly span: Span
}
