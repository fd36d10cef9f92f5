// A checked expression: the meaning of a CEL text in backticks, typed, with every name resolved. It is plain data.
// evaluate.ts computes its value in JavaScript, plan/sql/expression-sql.ts its SQL; both must agree on every value,
// including empty ones.

import type { Span, Written } from '../text/source.ts'

export type ValueType =
  | { readonly kind: 'text' }
  | { readonly kind: 'integer' }
  /** `isNumber`: answers have it as a JSON number instead of a text. */
  /** `places`: the decimal places that its text has at least. */
  | { readonly kind: 'decimal'; readonly isNumber?: true; readonly places?: number }
  | { readonly kind: 'boolean' }
  | { readonly kind: 'date' }
  | { readonly kind: 'time' }
  | { readonly kind: 'timestamp' }
  | { readonly kind: 'duration' }
  /** An amount in one currency. `currency` null: each value has its own, and computation uses only its parts. */
  | { readonly kind: 'money'; readonly currency: string | null }
  /** From `.start` to `.end` (exclusive), which is later than `.start`. */
  /** A text that only its own address returns: an expression only tests whether there is one. */
  | { readonly kind: 'secret' }
  | { readonly kind: 'period'; readonly of: 'date' | 'timestamp' }
  /** Any value of JSON. Its parts are reached by key, and read as a text, a number, or yes or no. */
  | { readonly kind: 'json' }
  /** An object with free keys, whose values have one type. */
  | { readonly kind: 'map'; readonly of: ValueType }
  /** Years, months and days of variable length: `2 months`. */
  | { readonly kind: 'calendar period' }
  /** Working days, or hours at which a calendar is open: `2 working days`. It only moves times. */
  | { readonly kind: 'working time' }
  /** A calendar of point 9, by its name. */
  | { readonly kind: 'calendar' }
  /** An upload: `.name`, `.size` in bytes and `.type`; present or missing, never compared. */
  | { readonly kind: 'file' }
  /** One of several words: a choice field or a state. Compared for equality, and ordered as listed. */
  | { readonly kind: 'choice'; readonly values: readonly string[] }
  | { readonly kind: 'record'; readonly entity: string }
  | { readonly kind: 'list'; readonly of: ValueType }
  /** An object from a request or answer, with named and typed parts. */
  | { readonly kind: 'group'; readonly parts: readonly GroupPart[] }
  /** A JSON object, from `{"key": value}` or a shape. It can only be answered. `isAny`: or another value of JSON. */
  | { readonly kind: 'object'; readonly isAny?: true }
  /** The literal `null`, before it is unified with another type. */
  | { readonly kind: 'empty' }
  /** An expression with a diagnostic. It never causes another one. */
  | { readonly kind: 'unknown' }

/**
 * A value in JavaScript. text, choice: string; integer: safe integer; decimal: plain decimal notation; boolean; date
 * `2026-01-31`; time `23:59:00`; timestamp and duration: whole milliseconds (timestamps since 1970 UTC); record: its id
 * in a row, see RecordValue; empty: null; money in a currency: as a decimal, with its own currency: `{amount,
 * currency}`; period: `{start, end}`; calendar period: `P1Y2M3D`; working time, calendar: see
 * business-calendar.ts; file: `{name, size, type}` and further members that
 * expressions do not see; group: an object with its present parts; json: the parsed JSON, of which null is empty; map:
 * an object with a value for each key.
 */
export type Value = string | number | boolean | null | RecordValue | readonly Value[] | ObjectValue

/** A record with loaded fields. Two records are equal if their ids are. */
export interface RecordValue {
  readonly id: string | number
  readonly fields: Readonly<Record<string, Value>>
}

export interface ObjectValue {
  readonly [key: string]: Value
}

export type BinaryOperator = '==' | '!=' | '<' | '<=' | '>' | '>=' | '+' | '-' | '*' | '/' | '%' | '&&' | '||' | 'in'

export type ComprehensionOperation = 'exists' | 'all' | 'exists_one' | 'filter' | 'map'

/** Common members of all expressions. `isOptional`: the value may be empty (null). */
interface Typed {
  readonly type: ValueType
  readonly isOptional: boolean
  readonly span: Span
  /**
   * Evaluated on all data regardless of the caller's rights: a right, or a condition of the text. No author can write
   * it.
   */
  readonly isOfEverything?: true
}

export type Expression = Typed &
  (
    | { readonly kind: 'literal'; readonly value: string | number | boolean | null; readonly constant?: string }
    /** A name bound by the context: `this`, `old`, `me`, `now`, `today`, `item`, a step's name, `input.x`, `path.x`. */
    | { readonly kind: 'variable'; readonly name: string }
    /** A field of a record. A to-many field gives the list of its records. */
    | { readonly kind: 'field'; readonly of: Expression; readonly entity: string; readonly field: string }
    /** Every record of an entity, regardless of the caller. */
    | { readonly kind: 'records'; readonly entity: string }
    | { readonly kind: 'unary'; readonly operator: '!' | '-'; readonly operand: Expression }
    | {
        readonly kind: 'binary'
        readonly operator: BinaryOperator
        readonly left: Expression
        readonly right: Expression
      }
    | {
        readonly kind: 'conditional'
        readonly condition: Expression
        readonly then: Expression
        readonly otherwise: Expression
      }
    | { readonly kind: 'list'; readonly items: readonly Expression[] }
    /** A function of the library; see functions.ts for the signatures. */
    | { readonly kind: 'call'; readonly function: string; readonly arguments: readonly Expression[] }
    | {
        readonly kind: 'comprehension'
        readonly operation: ComprehensionOperation
        readonly over: Expression
        readonly variable: string
        readonly body: Expression
      }
    /** A lookup of point 9 used as a function; `rows` covers every choice of the argument. */
    | {
        readonly kind: 'lookup'
        readonly name: string
        readonly of: Expression
        readonly rows: readonly { readonly key: string; readonly value: string | number | boolean }[]
      }
    /** `me.has("Agent")`: whether the caller has this role, including included roles. */
    | { readonly kind: 'has role'; readonly role: string }
    | { readonly kind: 'object'; readonly entries: readonly ObjectEntry[] }
    /** A shape of point 7 applied to a record: `TicketView(ticket)`. */
    | { readonly kind: 'shape'; readonly shape: string; readonly of: Expression }
  )

export interface ObjectEntry {
  readonly key: string
  readonly value: Expression
  /** The entry exists only if this holds; entries with equal keys must exclude each other. */
  readonly condition?: Expression
  /** The author states the condition, so it sees what the caller sees. */
  readonly isStated?: true
}

/** Names in scope of an expression. Built by the checks of each point; this folder does not know the points. */
export interface Scope {
  /** Bare names and dotted ones (`input.body`, `path.number`), each with its type. */
  readonly variables: ReadonlyMap<string, ScopeVariable>
  /** The variable whose fields are bare names here, if any: `this` in points 3 to 6. */
  readonly implicit: string | null
  readonly catalogue: Catalogue
  /** Paths that are not empty here, because an enclosing condition says so; see narrowing.ts. */
  readonly known?: ReadonlySet<string>
  /** The expression is the whole value of a key. */
  readonly isKeyValue?: true
  /** A step keeps the value in a field, which may have an object as its JSON. */
  readonly isKept?: true
  /** Owner of these variables, if several parts of the text have equal names: a call. */
  readonly owner?: string
  /** Parameters of the query, as sent, to which an answer may give another value. */
  readonly parameters?: ReadonlyMap<string, string>
}

export interface ScopeVariable {
  readonly type: ValueType
  readonly isOptional: boolean
  /** A step has bound it to a text that begins with a sent value. */
  readonly isSent?: boolean
  /** The keys of an input as they are sent, below one another, if steps use other names. */
  readonly sentAs?: readonly string[]
}

export interface GroupPart extends Omit<ScopeVariable, 'sentAs'> {
  readonly name: string
  /** The key as it is sent, if steps use another name. */
  readonly key?: string
}

/** Declarations that every expression can use. */
export interface Catalogue {
  readonly entities: ReadonlyMap<string, CatalogueEntity>
  readonly constants: ReadonlyMap<string, { readonly type: ValueType; readonly value: string | number | boolean }>
  readonly lookups: ReadonlyMap<string, CatalogueLookup>
  /** Lookups with several columns. */
  readonly decisions: ReadonlyMap<string, CatalogueDecision>
  readonly shapes: ReadonlyMap<string, { readonly entity: string }>
  readonly roles: ReadonlySet<string>
  /** Roles on a record by name; several entities may have one of the same name. */
  readonly contextualRoles?: ReadonlyMap<string, readonly CatalogueContextualRole[]>
  /** Observes resolved names; see listener.ts. */
  readonly listener?: Listener
}

export interface CatalogueContextualRole {
  readonly entity: string
  /** Over `this` and `me`, including the required role. Null after a diagnostic of its own. */
  readonly condition: () => Expression | 'circle' | null
}

export interface CatalogueEntity {
  readonly fields: ReadonlyMap<string, CatalogueField>
}

export interface CatalogueField extends ScopeVariable {
  /** Never readable by an expression: a password. */
  readonly isHidden: boolean
  /** A stated reference to a record of the same entity, which can make a hierarchy. */
  readonly leadsToOwnKind?: true
}

export interface CatalogueLookup {
  readonly argument: ValueType
  readonly result: ValueType
  readonly rows: readonly { readonly key: string; readonly value: string | number | boolean }[]
}

export interface CatalogueDecision {
  /** Each column, by the name of its field. */
  readonly parameters: readonly (ScopeVariable & { readonly name: string; readonly entity: string })[]
  /** Over the parameters; see check-decision.ts. Null: it has a diagnostic, or a value that is not shown. */
  readonly value: Expression | null
}

/** A resolved name. `of`: the entity of a field, or the owner of a variable (`Scope.owner`). */
export type HeardName =
  | {
      readonly kind: 'item' | 'variable' | 'field' | 'constant' | 'entity' | 'lookup' | 'shape' | 'function' | 'role'
      readonly name: string
      readonly of?: string | null
      readonly type: ValueType
      readonly isOptional: boolean
    }
  /** The item variable of `exists(x, …)`, with its scope `within`. */
  | { readonly kind: 'new item'; readonly name: string; readonly type: ValueType; readonly within: Span }
  /** A name after a dot; `type` is that of the expression before it. */
  | { readonly kind: 'after dot'; readonly name: string; readonly type: ValueType }
  /** An unknown name; `bound` are the enclosing item variables. */
  | { readonly kind: 'unknown'; readonly name: string; readonly bound: ReadonlyMap<string, ValueType> }

export interface Listener {
  /** Called before parsing, so that invalid expressions are observed as well. */
  expression(written: Written, scope: Scope, expected: ValueType | null): void
  name(span: Span, name: HeardName): void
  /** A whole expression without errors. */
  typed(expression: Expression): void
}
