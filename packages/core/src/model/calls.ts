// Point 7, checked.

import type { Expression } from '../expression/expression.ts'
import type { CheckedFieldType, Field } from './entities.ts'
import type { ChoiceLabels } from './field-types.ts'
import type { DocumentOf, Message, Sending } from './outside/messages.ts'
import type { FormerPath } from './time/former-path.ts'
import type { Stated } from './stated.ts'
import type { StepSort } from './steps/step-sort.ts'
import type { AnswerHeader } from './errors.ts'
import type { AnswerOnTheWire, CallOnTheWire, FileAnswer, UnixUnit } from './wire.ts'
import type { ServiceAccess } from './outside/services.ts'
import type { Recurrence } from './time/recurrence.ts'

export interface CallsModel {
  readonly standard: readonly StandardCalls[]
  readonly shapes: readonly Shape[]
  readonly calls: readonly Call[]
  readonly services: readonly Service[]
  readonly messages: readonly Message[]
  readonly schedules: readonly Schedule[]
  readonly examples: readonly Example[]
}

/** With cursor pagination, counting stops here, so that a page takes the same time in a table of any size. */
export const COUNTED_MAX = 1000

export type StandardCallKind = 'list' | 'get' | 'create' | 'change' | 'delete' | 'transitions' | 'presence'

export interface StandardCalls extends Stated {
  readonly entity: string
  /** `/api/tickets` */
  readonly path: string
  readonly calls: readonly StandardCallKind[]
  /** The field that identifies a record in the path. */
  readonly foundBy: string
  /** Null: all visible fields. */
  readonly shape: string | null
  /** Not stated; `ninefold dev` provides it. */
  readonly isProvisional: boolean
  readonly was: FormerPath | null
}

export interface Shape extends Stated {
  readonly name: string
  readonly entity: string
  /** In order; the values' implicit record is `this`. */
  readonly keys: readonly ShapeKey[]
}

export interface ShapeKey {
  readonly key: string
  readonly value: Expression
  /** The key is present only if this holds. */
  readonly condition?: Expression
  /** The author states the condition, so it sees what the caller sees. */
  readonly isStated?: true
  /** The new name of a renamed key, which is still answered under this one. */
  readonly formerOf?: string
  /** The last day of the former name; missing: no end is stated. */
  readonly until?: string
}

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

export interface Call extends Stated {
  readonly method: Method
  /** `/api/tickets/:number/comments` */
  readonly path: string
  readonly title: string | null
  /** Plain roles, of which the caller must have one. */
  readonly who: readonly string[]
  /** The only caller, an outside service; `who` is then empty. */
  readonly from?: string
  /** Its callers are not stated: it answers "not shown". */
  readonly isWhoNotShown: boolean
  readonly repeatable: Repeatable | null
  /** `isOptional`: checked only if the header is sent. */
  readonly needsVersion: (Stated & { readonly isOptional?: true }) | null
  /** The caller must have shown a second factor within the last minutes. */
  readonly needsFactor: Stated | null
  /** Its steps need no permission. */
  readonly runsAsProduct: Stated | null
  readonly was: FormerPath | null
  readonly inputs: readonly Input[]
  readonly queries: readonly QueryParameter[]
  readonly pathParameters: readonly PathParameter[]
  /** Missing: JSON, without headers or cookies. */
  readonly wire?: CallOnTheWire
  readonly steps: readonly Step[]
}

/** Why a repeated request has a single effect. */
export type Repeatable = Stated &
  (
    | { /** The same Idempotency-Key gets the same answer. */ readonly kind: 'by key' }
    | { /** The same value, such as the number of an event. */ readonly kind: 'by value'; readonly value: Expression }
    | { /** It is naturally idempotent. */ readonly kind: 'naturally' }
  )

/** A path parameter, with the field that the steps compare it with. */
export interface PathParameter {
  readonly name: string
  readonly type: CheckedFieldType
  readonly finds: { readonly entity: string; readonly field: string } | null
}

export interface Input extends Stated {
  /** `['user', 'email']` for `user.email`. */
  readonly path: readonly string[]
  /** Its place in the body, if steps use another name. Empty: the whole body. */
  readonly sentAs?: readonly string[]
  readonly isNeeded: boolean
  /** At least one of the inputs with this flag is required. */
  readonly isOneNeeded?: true
  /** A moment is sent as a number. */
  readonly unix?: UnixUnit
  readonly label?: string
  readonly like: InputLike
}

export type InputLike =
  /** Accepts the values of the field, under the same rules. */
  | { readonly kind: 'field'; readonly entity: string; readonly field: Field }
  /** Names a record of the reference (or records of the to-many field) by another field's value. */
  | {
      readonly kind: 'record by'
      readonly entity: string
      readonly field: Field
      readonly target: string
      readonly by: string
      readonly isCreatedWhenMissing: boolean
    }
  | { readonly kind: 'one of'; readonly options: readonly string[]; readonly labels?: ChoiceLabels }
  | {
      readonly kind: 'type'
      readonly type: CheckedFieldType
      /** A list of such values. */
      readonly isList: boolean
      readonly countMin?: number
      readonly countMax?: number
      readonly isSecret: boolean
    }
  /** A list of objects with these inputs, whose paths start in the object. */
  | {
      readonly kind: 'objects'
      /** Key-value pairs of one object with free keys. */
      readonly isMap?: true
      readonly inputs: readonly Input[]
      readonly countMin: number | null
      readonly countMax: number
    }

export interface QueryParameter extends Stated {
  readonly name: string
  /** The sent name, if steps use another one: `page[size]`. */
  readonly sentAs?: string
  readonly type: CheckedFieldType
  /** May be repeated: `?tag=a&tag=b`. */
  readonly isList: boolean
  /** Values are separated by commas. */
  readonly isSplit?: true
  readonly unix?: UnixUnit
  readonly otherwise: string | number | boolean | null
  readonly keepsOnly: Expression | null
}

/** The source of records. A relation's records are those of `of`, the name of a bound record. */
export type RecordSource =
  | { readonly kind: 'entity'; readonly entity: string }
  | {
      readonly kind: 'relation'
      readonly of: string
      readonly ofEntity: string
      readonly relation: string
      readonly entity: string
    }

/** A field and its new value. `given`: only if the input was sent; then its value. */
export type FieldSet =
  | { readonly kind: 'set'; readonly field: string; readonly value: Expression }
  | {
      readonly kind: 'given'
      /** The pairs of a sent map become a map. */
      readonly isMap?: true
      readonly field: string
      readonly input: readonly string[]
      /** The input belongs to the object that `for each` has bound under this name. */
      readonly of?: string
    }

export interface Step extends Stated {
  readonly when: Expression | null
  readonly action: StepAction
  /** Code of the error catalogue. */
  readonly orFail: string | null
}

/** Records of a list from an earlier step. */
export interface ListedRecords {
  readonly kind: 'listed'
  readonly list: string
  readonly entity: string
}

/** Values that are not records: a sent list, or a computed one. */
export interface ListedValues {
  readonly kind: 'values'
  readonly list: Expression
}

/** `counting`: the name of the number of all records. Null: they are not counted. */
export interface StepPage {
  readonly take: Expression
  readonly after: Expression
  readonly counting: string | null
}

/** The action of a step. `record` and `item` are names bound by earlier steps, or `me`. */
export type StepAction =
  | { readonly kind: 'find'; readonly as: string; readonly source: RecordSource; readonly where: Expression }
  | {
      readonly kind: 'list'
      readonly as: string
      readonly source: RecordSource
      readonly where: Expression | null
      readonly isNarrowedByQuery: boolean
      readonly sortedBy: readonly StepSort[]
      readonly page: StepPage | null
    }
  | { readonly kind: 'require'; readonly condition: Expression }
  | { readonly kind: 'let'; readonly name: string; readonly value: Expression }
  | {
      readonly kind: 'create'
      readonly isProductsOwn: boolean
      readonly entity: string
      readonly as: string | null
      readonly sets: readonly FieldSet[]
    }
  | { readonly kind: 'change'; readonly record: string; readonly entity: string; readonly sets: readonly FieldSet[] }
  | {
      readonly kind: 'set'
      readonly record: string
      readonly entity: string
      readonly field: string
      readonly to: Expression
    }
  | { readonly kind: 'delete'; readonly isProductsOwn: boolean; readonly record: string; readonly entity: string }
  | {
      readonly kind: 'add' | 'remove'
      readonly item: Expression
      readonly record: string
      readonly entity: string
      readonly relation: string
    }
  | {
      readonly kind: 'do'
      readonly transition: string
      readonly record: string
      readonly entity: string
      readonly sets: readonly FieldSet[]
    }
  | {
      readonly kind: 'check password'
      readonly password: Expression
      readonly entity: string
      readonly as: string
      readonly where: Expression
    }
  /** The answer's values are bound as `as.path`, listed in `binds`. */
  | {
      readonly kind: 'ask'
      readonly service: string
      readonly operation: string
      readonly values: readonly { readonly path: string; readonly value: Expression }[]
      readonly as: string | null
      readonly binds: readonly string[]
    }
  | { readonly kind: 'sign in'; readonly record: string }
  | { readonly kind: 'sign out' }
  | { readonly kind: 'give role' | 'take role'; readonly role: Expression; readonly record: string }
  | { readonly kind: 'send'; readonly sending: Sending }
  | {
      readonly kind: 'respond'
      readonly status: number
      readonly body: Expression | null
      /** Missing: JSON, without headers or cookies. */
      readonly wire?: AnswerOnTheWire
    }
  | ({ readonly kind: 'respond file'; readonly status: number } & FileAnswer)
  /** Stores the present document, which everybody gets from then on. */
  | ({ readonly kind: 'issue'; readonly entity: string } & Omit<DocumentOf, 'span'>)
  | ({ readonly kind: 'respond document'; readonly status: number; readonly entity: string } & Omit<DocumentOf, 'span'>)
  | {
      readonly kind: 'for each'
      readonly as: string
      readonly source: RecordSource | ListedRecords | ListedValues
      readonly where: Expression | null
      readonly steps: readonly Step[]
    }
  /** Several steps under one condition, which is evaluated once. Their bindings end with the block. */
  | { readonly kind: 'block'; readonly steps: readonly Step[] }
  /** Runs separately after the answer, and is retried until it succeeds. */
  | { readonly kind: 'later'; readonly steps: readonly Step[] }
  /** A step that is not supported yet: the call answers 501 when it gets here. */
  | { readonly kind: 'unsupported'; readonly name: string }
  /** A step that is not shown: the call answers 501 when it gets here. */
  | { readonly kind: 'not shown' }

/** Steps of the clock. */
export interface Schedule extends Stated {
  readonly name: string
  /** Null: not shown, so it never runs. */
  readonly runs: Recurrence | null
  readonly steps: readonly Step[]
}

/** A sequence of calls by sample users, with the expected answers. */
export interface Example extends Stated {
  readonly name: string
  readonly steps: readonly ExampleStep[]
}

export interface ExampleStep extends Stated {
  /** The key of a sample user; null: a guest. */
  readonly who: string | null
  /** The service that signs it; `who` is then null. */
  readonly from?: string
  readonly method: Method
  /** The call's own path: `/api/tickets/:number`. */
  readonly call: string
  /** By path parameter. */
  readonly parameters: Readonly<Record<string, ExampleValue>>
  /** By query parameter. */
  readonly query: Readonly<Record<string, ExampleValue>>
  readonly body: Expression | null
  /** Headers of the request. */
  readonly headers?: readonly AnswerHeader[]
  /** Encoding of the body; missing: JSON. `own form`: as the own forms of the product send it. */
  readonly sentAs?: 'form' | 'own form'
  readonly status: number
  readonly code: string | null
  /** Parts of the answer that later steps use. */
  /** `isHeader`: a header of the answer. */
  readonly keeps: readonly { readonly path: readonly string[]; readonly as: string; readonly isHeader?: true }[]
}

export type ExampleValue =
  | { readonly kind: 'text'; readonly text: string }
  /** A name that an earlier step has kept. */
  | { readonly kind: 'kept'; readonly name: string }

export interface Service extends Stated, ServiceAccess {
  readonly name: string
  /** Timeout of one request. */
  readonly waitsMs: number
  /** Maximum number of requests per question. */
  readonly tries: number
  readonly operations: readonly ServiceOperation[]
}

export interface ServiceOperation extends Stated {
  readonly name: string
  readonly method: Method
  /** `/v1/payments/:id`, whose parameters are sent values. */
  readonly path: string
  /** The body is URL-encoded instead of JSON. */
  readonly isForm?: true
  readonly sends: readonly Input[]
  readonly gets: readonly Input[]
  /** The stand-in's answer, by dotted path. */
  readonly examples: Readonly<Record<string, string>>
  /** The code of each failing status. */
  readonly failures: readonly { readonly status: number; readonly code: string }[]
}
