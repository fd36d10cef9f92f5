// Point 7 as written.

import type { Direction } from '../model/field-types.ts'
import type { Span, Written } from '../text/source.ts'

export interface CallsDraft {
  readonly standard: readonly StandardCallsDraft[]
  readonly shapes: readonly ShapeDraft[]
  readonly calls: readonly CallDraft[]
  readonly messages: readonly MessageDraft[]
}

export type StandardCallKind = 'list' | 'get' | 'create' | 'change' | 'delete' | 'transitions'

/** A row of `Entity | Path | Calls | Found by | Answers with`. */
export interface StandardCallsDraft {
  readonly entity: Written
  readonly path: Written
  readonly calls: readonly { readonly kind: StandardCallKind; readonly span: Span }[]
  readonly foundBy: Written
  /** Null: everything visible. */
  readonly answersWith: Written | null
  readonly span: Span
}

export interface ShapeDraft {
  readonly name: Written
  readonly entity: Written
  readonly keys: readonly ShapeKeyDraft[]
  readonly span: Span
}

export type ShapeKeyDraft =
  | { readonly kind: 'key'; readonly key: Written; readonly value: Written }
  | { readonly kind: 'everything in'; readonly shape: Written }

/** `### POST /api/tickets/:number/comments — Reply`. */
export interface CallDraft {
  readonly method: Written
  readonly path: Written
  readonly title: Written | null
  readonly who: readonly Written[]
  /** `Repeatable: with an Idempotency-Key`. */
  readonly repeatable: Written | null
  /** `Needs: the version`. */
  readonly needsVersion: Span | null
  readonly inputs: readonly InputDraft[]
  readonly queries: readonly QueryDraft[]
  readonly steps: readonly StepDraft[]
  readonly span: Span
}

/** A row of `Input | Like | Needed`. `path` is dotted: `user.email`. */
export interface InputDraft {
  readonly path: Written
  readonly like: InputLikeDraft
  readonly isNeeded: boolean
  readonly span: Span
}

export type InputLikeDraft = { readonly span: Span } &
  /** `Comment.body`; `Ticket.assignee by email`; `Article.tags by name, created when missing`. */
  (
    | {
        readonly kind: 'field'
        readonly entity: Written
        readonly field: Written
        readonly by: Written | null
        readonly isCreatedWhenMissing: boolean
      }
    /** `one of Requester, Agent, Admin`. */
    | { readonly kind: 'one of'; readonly options: readonly Written[] }
    /** `text`, `secret text`, `whole number`, `yes/no`, … */
    | { readonly kind: 'type'; readonly name: Written }
  )

/** A row of `Query | Type | Keeps only`. */
export interface QueryDraft {
  readonly name: Written
  readonly type: Written
  readonly min: Written | null
  readonly max: Written | null
  readonly otherwise: Written | null
  /** Expression. */
  readonly keepsOnly: Written | null
  readonly span: Span
}

/** `f = \`expression\``, or `given x as f`. */
export type SetDraft =
  | { readonly kind: 'set'; readonly field: Written; readonly value: Written }
  | { readonly kind: 'given'; readonly input: Written; readonly as: Written | null }

/** Where records come from: an entity, or a relation of a bound record. */
export type RecordSourceDraft =
  | { readonly kind: 'entity'; readonly entity: Written }
  | { readonly kind: 'relation'; readonly of: Written; readonly relation: Written }

export interface StepDraft {
  /** Expression of `when …:`. */
  readonly when: Written | null
  readonly action: StepActionDraft
  /** Code of `or fail CODE`. */
  readonly orFail: Written | null
  readonly span: Span
}

export type StepActionDraft =
  | { readonly kind: 'find'; readonly as: Written; readonly source: RecordSourceDraft; readonly where: Written }
  | {
      readonly kind: 'list'
      readonly as: Written
      readonly source: RecordSourceDraft
      readonly where: Written | null
      readonly isNarrowedByQuery: boolean
      readonly sortedBy: readonly { readonly field: Written; readonly direction: Direction }[]
      readonly page: { readonly take: Written; readonly after: Written; readonly counting: Written } | null
    }
  | { readonly kind: 'require'; readonly condition: Written }
  | { readonly kind: 'let'; readonly name: Written; readonly value: Written }
  | {
      readonly kind: 'create'
      readonly isProductsOwn: boolean
      readonly entity: Written
      readonly as: Written | null
      readonly sets: readonly SetDraft[]
    }
  | { readonly kind: 'change'; readonly record: Written; readonly sets: readonly SetDraft[] }
  | { readonly kind: 'set'; readonly record: Written; readonly field: Written; readonly to: Written }
  | { readonly kind: 'delete'; readonly isProductsOwn: boolean; readonly record: Written }
  | { readonly kind: 'add' | 'remove'; readonly item: Written; readonly record: Written; readonly relation: Written }
  | { readonly kind: 'do'; readonly transition: Written; readonly record: Written; readonly sets: readonly SetDraft[] }
  | {
      readonly kind: 'check password'
      readonly password: Written
      readonly entity: Written
      readonly as: Written
      readonly where: Written
    }
  | { readonly kind: 'sign in'; readonly record: Written }
  | { readonly kind: 'sign out' }
  | {
      readonly kind: 'give role' | 'take role'
      readonly role: Written
      readonly isExpression: boolean
      readonly record: Written
    }
  | { readonly kind: 'send'; readonly message: Written }
  | { readonly kind: 'respond'; readonly status: Written; readonly body: Written | null }
  /** A step that is part of the language but not supported yet; reading has said so. */
  | { readonly kind: 'unsupported'; readonly name: string }

/** A row of `Message | By | To | Subject | Body`. */
export interface MessageDraft {
  readonly name: Written
  readonly by: Written
  /** Expression. */
  readonly to: Written
  readonly subject: TemplateDraft
  readonly body: TemplateDraft
  readonly span: Span
}

/** Text with `{expression}` placeholders. */
export interface TemplateDraft {
  readonly parts: readonly (
    | { readonly kind: 'text'; readonly text: string }
    | { readonly kind: 'placeholder'; readonly expression: Written }
  )[]
  readonly span: Span
}
