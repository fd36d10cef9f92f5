// Point 7, checked.

import type { Expression } from '../expression/expression.ts'
import type { CheckedFieldType, Field } from './entities.ts'
import type { ChoiceLabels } from './field-types.ts'
import type { FormerPath } from './time/former-path.ts'
import type { Stated } from './stated.ts'
import type { StepSort } from './steps/step-sort.ts'
import type { AnswerHeader, AnswerOnTheWire, CallOnTheWire, UnixUnit } from './wire.ts'
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

/** Where pages go on by cursors, records are counted no further, so that a page takes as long in a table of any size. */
export const COUNTED_MAX = 1000

export type StandardCallKind = 'list' | 'get' | 'create' | 'change' | 'delete' | 'transitions'

export interface StandardCalls extends Stated {
  readonly entity: string
  /** `/api/tickets` */
  readonly path: string
  readonly calls: readonly StandardCallKind[]
  /** The field that identifies one record in the path. */
  readonly foundBy: string
  /** Null: everything visible. */
  readonly shape: string | null
  /** Nobody stated it; `ninefold dev` offers it. */
  readonly isProvisional: boolean
  readonly was: FormerPath | null
}

export interface Shape extends Stated {
  readonly name: string
  readonly entity: string
  /** In order; the value's implicit record is `this`. */
  readonly keys: readonly ShapeKey[]
}

export interface ShapeKey {
  readonly key: string
  readonly value: Expression
  /** The key is there only where this holds. */
  readonly condition?: Expression
  /** It is called otherwise by now: what it is called; it is answered under this name still. */
  readonly formerOf?: string
  /** The last day on which it is; missing: as long as the text says so. */
  readonly until?: string
}

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

export interface Call extends Stated {
  readonly method: Method
  /** `/api/tickets/:number/comments` */
  readonly path: string
  readonly title: string | null
  /** Plain roles; the caller must have one of them. */
  readonly who: readonly string[]
  /** The outside service that calls it, and nobody else; `who` is then empty. */
  readonly from?: string
  /** Nobody has said who may use it: it answers that it is not shown. */
  readonly isWhoNotShown: boolean
  readonly repeatable: Repeatable | null
  readonly needsVersion: Stated | null
  /** The caller has to have shown a second factor within the last minutes. */
  readonly needsFactor: Stated | null
  /** Its steps need nobody's permission. */
  readonly runsAsProduct: Stated | null
  readonly was: FormerPath | null
  readonly inputs: readonly Input[]
  readonly queries: readonly QueryParameter[]
  readonly pathParameters: readonly PathParameter[]
  /** Missing: it is asked with JSON, and nothing beside it. */
  readonly wire?: CallOnTheWire
  readonly steps: readonly Step[]
}

/** Why a request that is sent again has one effect. */
export type Repeatable = Stated &
  (
    | { /** The same Idempotency-Key gets the same answer. */ readonly kind: 'by key' }
    | { /** The same value, such as the number of an event. */ readonly kind: 'by value'; readonly value: Expression }
    | { /** Doing it twice comes to the same. */ readonly kind: 'naturally' }
  )

/** A path parameter, with the record's field that it is compared with, where the steps say so. */
export interface PathParameter {
  readonly name: string
  readonly type: CheckedFieldType
  readonly finds: { readonly entity: string; readonly field: string } | null
}

export interface Input extends Stated {
  /** `['user', 'email']` for `user.email`. */
  readonly path: readonly string[]
  /** Its place in what is sent, where steps name it otherwise. None: it is the whole body. */
  readonly sentAs?: readonly string[]
  readonly isNeeded: boolean
  /** At least one of those that say so is. */
  readonly isOneNeeded?: true
  /** A moment is sent as a number. */
  readonly unix?: UnixUnit
  readonly label?: string
  readonly like: InputLike
}

export type InputLike =
  /** Accepts what the field accepts, under the same rules. */
  | { readonly kind: 'field'; readonly entity: string; readonly field: Field }
  /** Names a record of the reference (or records of the to-many) field by another field's value. */
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
      /** Several such values. */
      readonly isList: boolean
      readonly countMin?: number
      readonly countMax?: number
      readonly isSecret: boolean
    }
  /** Several objects, each with these inputs, whose paths begin in the object. */
  | {
      readonly kind: 'objects'
      /** They are the pairs of one object, whose keys its sender chooses. */
      readonly isMap?: true
      readonly inputs: readonly Input[]
      readonly countMin: number | null
      readonly countMax: number
    }

export interface QueryParameter extends Stated {
  readonly name: string
  /** As it is sent, where steps name it otherwise: `page[size]`. */
  readonly sentAs?: string
  readonly type: CheckedFieldType
  /** It may be sent several times: `?tag=a&tag=b`. */
  readonly isList: boolean
  /** Commas in it separate the values. */
  readonly isSplit?: true
  readonly unix?: UnixUnit
  readonly otherwise: string | number | boolean | null
  readonly keepsOnly: Expression | null
}

/** Where records come from. A relation's records are those of `of`, a bound record's name. */
export type RecordSource =
  | { readonly kind: 'entity'; readonly entity: string }
  | {
      readonly kind: 'relation'
      readonly of: string
      readonly ofEntity: string
      readonly relation: string
      readonly entity: string
    }

/** A field and its new value. `given`: only when the input was sent, in which case it is the input's value. */
export type FieldSet =
  | { readonly kind: 'set'; readonly field: string; readonly value: Expression }
  | {
      readonly kind: 'given'
      readonly field: string
      readonly input: readonly string[]
      /** The input is one of the object that `for each` has bound under this name. */
      readonly of?: string
    }

export interface Step extends Stated {
  readonly when: Expression | null
  readonly action: StepAction
  /** Code of the error catalogue. */
  readonly orFail: string | null
}

/** Records that an earlier step has listed. */
export interface ListedRecords {
  readonly kind: 'listed'
  readonly list: string
  readonly entity: string
}

/** Values that are no records: what was sent in a list, or what an expression makes of it. */
export interface ListedValues {
  readonly kind: 'values'
  readonly list: Expression
}

/** Action of a step. `record` and `item` are names bound by earlier steps, or `me`. */
export type StepAction =
  | { readonly kind: 'find'; readonly as: string; readonly source: RecordSource; readonly where: Expression }
  | {
      readonly kind: 'list'
      readonly as: string
      readonly source: RecordSource
      readonly where: Expression | null
      readonly isNarrowedByQuery: boolean
      readonly sortedBy: readonly StepSort[]
      readonly page: { readonly take: Expression; readonly after: Expression; readonly counting: string } | null
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
  /** The answer's values are bound as `as.path`, which are `binds`. */
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
      /** Missing: JSON, and nothing beside it. */
      readonly wire?: AnswerOnTheWire
    }
  | {
      readonly kind: 'respond file'
      readonly status: number
      readonly record: string
      readonly entity: string
      readonly field: string
    }
  | ({ readonly kind: 'respond document'; readonly status: number; readonly entity: string } & Omit<DocumentOf, 'span'>)
  | {
      readonly kind: 'for each'
      readonly as: string
      readonly source: RecordSource | ListedRecords | ListedValues
      readonly where: Expression | null
      readonly steps: readonly Step[]
    }
  /** Several steps under one condition, which is asked once. Their bindings end behind them. */
  | { readonly kind: 'block'; readonly steps: readonly Step[] }
  /** After the answer, on its own, until it succeeds. */
  | { readonly kind: 'later'; readonly steps: readonly Step[] }
  /** A step of the language that is not supported yet: the call answers 501 when it gets here. */
  | { readonly kind: 'unsupported'; readonly name: string }
  /** Nobody has said what happens here: the call answers 501 when it gets here. */
  | { readonly kind: 'not shown' }

export type MessageWay = 'email' | 'in-app' | 'webhook' | 'events'

export interface Message extends Stated {
  readonly name: string
  /** Null: not shown. It is then never sent. */
  readonly by: MessageWay | null
  /** The secret of point 9 with which a message to another program is signed; null for all others. */
  readonly signedWith: string | null
}

/** A message where it is sent, with what is at hand there. Null parts: not shown, so that nothing is sent. */
export interface Sending extends Stated {
  readonly message: string
  /** An address, a user, or a list of either; empty: it is not sent. */
  readonly to: Expression | null
  readonly subject: Template | null
  readonly body: Template | null
  /** Of an e-mail. */
  readonly attaches: readonly DocumentOf[]
}

/** A document of a record that is at hand under a name. */
export interface DocumentOf extends Stated {
  readonly document: string
  readonly record: string
}

/** Steps that the clock does. */
export interface Schedule extends Stated {
  readonly name: string
  /** Null: not shown. It then never runs. */
  readonly runs: Recurrence | null
  readonly steps: readonly Step[]
}

/** Calls by people of the sample data, one after another, and what they answer. */
export interface Example extends Stated {
  readonly name: string
  readonly steps: readonly ExampleStep[]
}

export interface ExampleStep extends Stated {
  /** The key of a user of the sample data; null: somebody who is not signed in. */
  readonly who: string | null
  /** The outside service that signs it; `who` is then null. */
  readonly from?: string
  readonly method: Method
  /** The call's own path: `/api/tickets/:number`. */
  readonly call: string
  /** By the name of the path's parameter. */
  readonly parameters: Readonly<Record<string, ExampleValue>>
  /** By the name of the query parameter. */
  readonly query: Readonly<Record<string, ExampleValue>>
  readonly body: Expression | null
  /** Sent beside the body. */
  readonly headers?: readonly AnswerHeader[]
  /** How the body is sent; missing: as JSON. As the product's own forms do where nothing else can be written. */
  readonly sentAs?: 'form' | 'own form'
  readonly status: number
  readonly code: string | null
  /** Parts of the answer that later steps name. */
  /** `isHeader`: a header of it. */
  readonly keeps: readonly { readonly path: readonly string[]; readonly as: string; readonly isHeader?: true }[]
}

export type ExampleValue =
  | { readonly kind: 'text'; readonly text: string }
  /** Names that an earlier step has kept. */
  | { readonly kind: 'kept'; readonly name: string }

/** Text with expressions in it. */
export interface Template extends Stated {
  readonly parts: readonly (
    | { readonly kind: 'text'; readonly text: string }
    | { readonly kind: 'placeholder'; readonly expression: Expression }
  )[]
}

export interface Service extends Stated, ServiceAccess {
  readonly name: string
  /** An answer to one request is waited for so long. */
  readonly waitsMs: number
  /** So many requests, at most, for one question. */
  readonly tries: number
  readonly operations: readonly ServiceOperation[]
}

export interface ServiceOperation extends Stated {
  readonly name: string
  readonly method: Method
  /** `/v1/payments/:id`, whose parameters are values that are sent. */
  readonly path: string
  /** The body is a form, and no JSON. */
  readonly isForm?: true
  readonly sends: readonly Input[]
  readonly gets: readonly Input[]
  /** By dotted path: the stand-in answers with them. */
  readonly examples: Readonly<Record<string, string>>
  /** The code for an answer with this status. */
  readonly failures: readonly { readonly status: number; readonly code: string }[]
}
