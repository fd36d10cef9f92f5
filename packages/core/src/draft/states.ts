// Point 4 as written.

import type { Span, Written } from '../text/source.ts'
import type { InputDraft, SetDraft, StepDraft } from './calls.ts'

export interface StatesDraft {
  readonly machines: readonly MachineDraft[]
  readonly procedures: readonly ProcedureDraft[]
}

/** `### States of Ticket.status`. */
export interface MachineDraft {
  readonly entity: Written
  readonly field: Written
  readonly states: readonly StateDraft[]
  readonly transitions: readonly TransitionDraft[]
  readonly clocks: readonly ClockDraft[]
  /** `Clocks: not shown`: there may be more of them. */
  readonly areClocksNotShown: boolean
  readonly span: Span
}

export interface StateDraft {
  readonly name: Written
  /** Its label. */
  readonly label: Written | null
  readonly colour: Written | null
  readonly means: Written
  readonly kind: Written
  readonly isKindNotShown: boolean
  readonly locks: LocksDraft | null
}

/** Fields that are locked while a record is in the state. */
export type LocksDraft = { readonly span: Span } & (
  | { readonly kind: 'all' }
  | { readonly kind: 'all except' | 'fields'; readonly fields: readonly Written[] }
)

export interface TransitionDraft {
  readonly name: Written
  /** Null: not shown, or invalid. */
  readonly from: TransitionStartDraft | null
  /** Null: not shown, or invalid. */
  readonly to: TransitionTargetDraft | null
  readonly who: readonly Written[]
  /** Expression. */
  readonly onlyIf: Written | null
  /** "If not": the message if the condition is false. */
  readonly ifNot: Written | null
  readonly effects: readonly EffectDraft[]
  /** The performer, the condition or the effects are not shown, so it is not possible. */
  readonly isNotShown: boolean
  readonly span: Span
}

export type TransitionStartDraft =
  | { readonly kind: 'states'; readonly states: readonly Written[] }
  | { readonly kind: 'any except'; readonly states: readonly Written[] }
  /** It creates its record. */
  | { readonly kind: 'nothing'; readonly span: Span }

export type TransitionTargetDraft =
  | { readonly kind: 'state'; readonly state: Written }
  | { readonly kind: 'the state before'; readonly span: Span }

export type EffectDraft = { readonly span: Span } & (
  | { readonly kind: 'set'; readonly field: Written; readonly to: Written }
  | { readonly kind: 'clear'; readonly field: Written }
  | { readonly kind: 'send'; readonly message: Written }
  | { readonly kind: 'record'; readonly entity: Written; readonly sets: readonly SetDraft[] }
  /** `do cancel on each of lines where …`, or `do adopt on animal`. */
  | {
      readonly kind: 'do'
      readonly isOnEach: boolean
      readonly transition: Written
      readonly relation: Written
      /** Expression over one of the related records. */
      readonly where: Written | null
    }
)

/** A row of `Clock | Does | Runs`. */
export interface ClockDraft {
  readonly name: Written
  readonly does: Written
  readonly runs: ClockMomentDraft
  readonly span: Span
}

export type ClockMomentDraft = { readonly span: Span } &
  /** `` `remindAfter` after entering pending, once ``; `delay` is an expression. */
  (
    | { readonly kind: 'after entering'; readonly delay: Written; readonly state: Written; readonly isOnce: boolean }
    /** `every day at 08:00`, as minutes after midnight. */
    | { readonly kind: 'every day'; readonly time: number }
    /** `` when `dueAt` passes ``; `moment` is an expression. */
    | { readonly kind: 'when it passes'; readonly moment: Written }
  )

/** `### Transition: Ticket resolve`: the inputs of a transition, and the steps that follow its effects. */
export interface ProcedureDraft {
  readonly entity: Written
  readonly transition: Written
  readonly inputs: readonly InputDraft[]
  readonly steps: readonly StepDraft[]
  readonly span: Span
}
