// Point 7 as written.

import type { Recurrence } from '../model/time/recurrence.ts'
import type { Direction } from '../model/field-types.ts'
import type { Span, Written } from '../text/source.ts'
import type { CallReferenceDraft } from './call-reference.ts'
import type { AnswerWireDraft, CallWireDraft } from './wire.ts'
import type { DocumentOfDraft } from './screens.ts'
import type { TemplateDraft } from './template.ts'
import type { InputLikeDraft } from './input-like.ts'

export interface CallsDraft {
  readonly standard: readonly StandardCallsDraft[]
  /** Rows that are open or have errors, so their calls are unknown. */
  readonly missingStandard: readonly ('not shown' | 'unreadable')[]
  readonly shapes: readonly ShapeDraft[]
  readonly calls: readonly CallDraft[]
  /** Parts "Shared by calls"; their content is already copied into each call. */
  readonly shared: readonly SharedDraft[]
  readonly services: readonly ServiceDraft[]
  readonly messages: readonly MessageDraft[]
  readonly schedules: readonly ScheduleDraft[]
  readonly examples: readonly ExampleDraft[]
}

export type StandardCallKind = 'list' | 'get' | 'create' | 'change' | 'delete' | 'transitions' | 'presence'

/** `until 2027-01-31`: the former address is answered until the end of that day; null: as long as it is written. */
export interface Ending {
  readonly until: Written | null
  /** The span of the whole statement. */
  readonly words: Span
}

/** A row of `Entity | Path | Calls | Found by | Answers with`. */
export interface StandardCallsDraft {
  readonly entity: Written
  readonly path: Written
  /** The former path, which is still answered. */
  readonly was: (Written & Ending) | null
  readonly calls: readonly { readonly kind: StandardCallKind; readonly span: Span }[]
  readonly foundBy: Written
  /** Null: all visible fields. */
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
  /** `was`: the former name, which is still answered. */
  | { readonly kind: 'key'; readonly key: Written; readonly was: (Written & Ending) | null; readonly value: Written }
  | { readonly kind: 'everything in'; readonly shape: Written }

/** The heading of a part "Shared by calls". */
export interface SharedDraft {
  readonly name: Written
  readonly span: Span
}

/** `### POST /api/tickets/:number/comments — Reply`. */
export interface CallDraft {
  readonly method: Written
  readonly path: Written
  readonly title: Written | null
  readonly who: readonly Written[]
  /** `Who: not shown`: the call answers this to every caller. */
  readonly isWhoNotShown: boolean
  readonly repeatable: RepeatableDraft | null
  /** `Needs: the version`. */
  readonly needsVersion: Span | null
  readonly isVersionOptional: boolean
  /** `Needs: a fresh second factor`. */
  readonly needsFactor: Span | null
  /** `Runs as: the product`. */
  readonly runsAsProduct: Span | null
  /** `Runs as: the product, whoever calls`: the missing permission check is intended. */
  readonly isForWhoeverCalls: boolean
  /** `Used by: other programs`: the missing use on screens is intended. */
  readonly isForPrograms: boolean
  /** Names of parts "Shared by calls". */
  readonly shares: readonly Written[]
  /** The former address, which is still answered. */
  readonly was: (CallReferenceDraft & Ending) | null
  readonly inputs: readonly InputDraft[]
  readonly queries: readonly QueryDraft[]
  /** Missing: plain JSON. */
  readonly wire?: CallWireDraft
  readonly steps: readonly StepDraft[]
  readonly span: Span
}

/** `with an Idempotency-Key`, `by \`input.eventId\``, `naturally`. */
export type RepeatableDraft = { readonly span: Span } & (
  | { readonly kind: 'by key' | 'naturally' }
  /** Expression. */
  | { readonly kind: 'by value'; readonly value: Written }
)

/**
 * A row of `Input | Like | Needed`. `path` is dotted: `user.email`; in a list that is the whole body it begins with
 * `items`, and a body that is one value of JSON is `body`.
 */
export interface InputDraft {
  readonly path: Written
  /** The sent name, if steps use another one: `first-name`, `[].sku`; empty for the body itself. */
  readonly sentAs?: string
  readonly like: InputLikeDraft
  readonly isNeeded: boolean
  /** At least one of the inputs with this flag is required. */
  readonly isOneNeeded?: true
  readonly span: Span
}

/** A row of `Query | Type | Keeps only`. */
export interface QueryDraft {
  readonly name: Written
  /** The sent name, if steps use another one: `page[size]`. */
  readonly sentAs?: string
  /** References by another field are not permitted. */
  readonly like: InputLikeDraft
  /** Default of a missing value: a word, a number, or the name of a constant. */
  readonly otherwise: Written | null
  /** Expression. */
  readonly keepsOnly: Written | null
  readonly span: Span
}

/** `f = \`expression\``, or `given x as f`. */
export type SetDraft =
  | { readonly kind: 'set'; readonly field: Written; readonly value: Written }
  | { readonly kind: 'given'; readonly input: Written; readonly as: Written | null }

/** The source of records: an entity, or a relation of a bound record. */
export type RecordSourceDraft =
  | { readonly kind: 'entity'; readonly entity: Written }
  /** `of` may be a path: `order` of `order.lines`, `input` of `input.lines`, `line` of `line.options`. */
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
      /** `when`: an expression; the key applies only if it holds. */
      readonly sortedBy: readonly { readonly field: Written; readonly direction: Direction; readonly when?: Written }[]
      readonly page: { readonly take: Written; readonly after: Written; readonly counting: Written | null } | null
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
  | {
      readonly kind: 'ask'
      readonly service: Written
      readonly operation: Written
      readonly values: readonly { readonly path: Written; readonly value: Written }[]
      readonly as: Written | null
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
  | {
      readonly kind: 'respond'
      readonly status: Written
      readonly body: Written | null
      readonly wire?: AnswerWireDraft
    }
  /** `respond 200 file attachment.content`. */
  | {
      readonly kind: 'respond file'
      readonly status: Written
      readonly record: Written
      readonly field: Written
      readonly wire?: AnswerWireDraft
    }
  /** `issue Invoice of order`. */
  | ({ readonly kind: 'issue' } & DocumentOfDraft)
  /** `respond 200 as document Invoice of order`. */
  | ({ readonly kind: 'respond document'; readonly status: Written } & DocumentOfDraft)
  | {
      readonly kind: 'for each'
      readonly as: Written
      readonly source: RecordSourceDraft
      readonly where: Written | null
      readonly steps: readonly StepDraft[]
    }
  /** Several steps under one `when`. */
  | { readonly kind: 'block'; readonly steps: readonly StepDraft[] }
  /** Runs separately after the answer. */
  | { readonly kind: 'later'; readonly steps: readonly StepDraft[] }
  /** Alternative answers, selected by the Accept header. */
  | { readonly kind: 'by accept'; readonly steps: readonly StepDraft[] }
  /** A step of the language that is not supported yet, already reported. */
  | { readonly kind: 'unsupported'; readonly name: string; readonly binds: readonly Written[] }
  /** The step is not shown. The name that it seems to bind is known. */
  | { readonly kind: 'not shown'; readonly binds: readonly Written[] }
  /** The step could not be parsed, already reported. `mentions`: its words, each of which may be a name that it binds. */
  | { readonly kind: 'unreadable'; readonly mentions: readonly string[] }

/** `"Pay now" to `order.payAt``: a quoted label, and an expression. */
export interface MessageButtonDraft {
  readonly label: Written
  readonly to: Written
}

/** A row of `Message | By | To | Subject | Body`. */
export interface MessageDraft {
  readonly name: Written
  /** Null, like the others: not shown, or invalid. */
  readonly by: Written | null
  /** Name of a secret of point 9, if stated: `webhook, signed with HOOK_KEY`. */
  readonly signedWith: Written | null
  /** Expression. */
  readonly to: Written | null
  readonly subject: TemplateDraft | null
  readonly body: TemplateDraft | null
  readonly attaches: readonly DocumentOfDraft[]
  readonly shows: DocumentOfDraft | null
  readonly button: MessageButtonDraft | null
  readonly span: Span
}

/** `### Schedule: nightly`. */
export interface ScheduleDraft {
  readonly name: Written
  /** Null: not shown, or invalid. */
  readonly runs: RecurrenceDraft | null
  readonly steps: readonly StepDraft[]
  readonly span: Span
}

/** A recurrence: `every 5 minutes`, `every day at 02:00`, `every monday at 07:30`. */
export type RecurrenceDraft = { readonly span: Span } & Recurrence

/** `### Example: …`. */
export interface ExampleDraft {
  readonly name: Written
  readonly steps: readonly ExampleStepDraft[]
  readonly span: Span
}

/** `as Cleo Customer: call \`POST /api/tickets\` with \`{…}\` answers 201, keep number`. */
export interface ExampleStepDraft {
  /** A row of the sample data; null: a guest. */
  readonly who: Written | null
  readonly method: Written
  /** With values instead of parameters; `{number}` is a value that an earlier step kept. */
  readonly path: Written
  /** Expression. */
  readonly body: Written | null
  readonly headers?: readonly { readonly name: Written; readonly value: Written }[]
  readonly status: Written
  /** Code of the answer. */
  readonly code: Written | null
  readonly keeps: readonly { readonly path: Written; readonly as: Written; readonly isHeader?: true }[]
  readonly span: Span
}

/** `### Outside service: Payments`. */
export interface ServiceDraft {
  readonly name: Written
  /** The environment variable with its address. Null: not shown, or invalid. */
  readonly address: Written | null
  /** Null: requests need no credentials. */
  readonly signIn: ServiceSignInDraft | null
  /** Null: it makes no calls. */
  readonly signing: ServiceSigningDraft | null
  readonly waits: ServiceWaitsDraft | null
  readonly operations: readonly ServiceOperationDraft[]
  readonly sends: readonly ServiceValueDraft[]
  readonly gets: readonly ServiceValueDraft[]
  readonly span: Span
}

/** `bearer PAYMENTS_KEY`, `basic PAYMENTS_USER PAYMENTS_PASSWORD`, `header X-Api-Key PAYMENTS_KEY`. */
export type ServiceSignInDraft = { readonly span: Span } & (
  | { readonly kind: 'bearer'; readonly secret: Written }
  | { readonly kind: 'basic'; readonly user: Written; readonly secret: Written }
  | { readonly kind: 'header'; readonly header: Written; readonly secret: Written }
)

/** `Standard Webhooks, PAYMENTS_SECRET, within 5 minutes`, `HMAC-SHA256 in X-Signature as hex, PAYMENTS_SECRET`. */
export type ServiceSigningDraft = {
  readonly span: Span
  readonly secret: Written
  /** Minutes; null: the default. */
  readonly within: Written | null
} & (
  | { readonly kind: 'Standard Webhooks' | 'Stripe' | 'GitHub' }
  | { readonly kind: 'HMAC-SHA256'; readonly header: Written; readonly encoding: 'hex' | 'base64' }
)

/** `5 seconds, 3 tries`. */
export interface ServiceWaitsDraft {
  readonly seconds: Written
  readonly tries: Written | null
}

/** A row of `Operation | Request | Fails with`. */
export interface ServiceOperationDraft {
  readonly name: Written
  readonly method: Written
  readonly path: Written
  /** `` `POST /v1/payments` as form ``; null: JSON. */
  readonly form: Span | null
  readonly failures: readonly { readonly status: Written; readonly code: Written }[]
  readonly span: Span
}

/** A row of `Of | Sends | Like | Needed` or of `Of | Gets | Like | Needed | Example`. */
export interface ServiceValueDraft {
  readonly operation: Written
  readonly value: InputDraft
  /** The stand-in's answer. */
  readonly example: Written | null
}
