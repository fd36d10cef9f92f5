// A checked expression: what a CEL text in backticks means, typed, with every name resolved.
// It is inert data. evaluate.ts gives its value in JavaScript, plan/sql/expression-sql.ts its text in SQL;
// both must agree on every value, empties included.

import type { Span, Written } from '../text/source.ts'

export type ValueType =
  | { readonly kind: 'text' }
  | { readonly kind: 'integer' }
  /** `isNumber`: an answer has it as a number of JSON, and not as a text. */
  | { readonly kind: 'decimal'; readonly isNumber?: true }
  | { readonly kind: 'boolean' }
  | { readonly kind: 'date' }
  | { readonly kind: 'time' }
  | { readonly kind: 'timestamp' }
  | { readonly kind: 'duration' }
  /** An amount in one currency. `currency` null: each value has its own, and only its parts are computed with. */
  | { readonly kind: 'money'; readonly currency: string | null }
  /** From `.start` until just before `.end`, which is later than `.start`. */
  /** A text that only its own address gives: an expression knows whether there is one. */
  | { readonly kind: 'secret' }
  | { readonly kind: 'period'; readonly of: 'date' | 'timestamp' }
  /** Years, months and days of a calendar, of no fixed length: `2 months`. */
  | { readonly kind: 'calendar period' }
  /** An upload: `.name`, `.size` in bytes and `.type`; there or not there, never compared. */
  | { readonly kind: 'file' }
  /** One of some words: a choice field or a state. Compared for equality, and ordered as listed. */
  | { readonly kind: 'choice'; readonly values: readonly string[] }
  | { readonly kind: 'record'; readonly entity: string }
  | { readonly kind: 'list'; readonly of: ValueType }
  /** An object that was sent or told, each of its parts by a name and with a type of its own. */
  | { readonly kind: 'group'; readonly parts: readonly GroupPart[] }
  /** A JSON object, as `{"key": value}` or a shape makes it. It can only be answered, not computed with. */
  | { readonly kind: 'object' }
  /** The literal `null`, before it meets another type. */
  | { readonly kind: 'empty' }
  /** Something that already has a diagnostic. It never causes a second one. */
  | { readonly kind: 'unknown' }

/**
 * A value in JavaScript. text, choice: string; integer: safe integer; decimal: plain decimal notation;
 * boolean; date `2026-01-31`; time `23:59:00`; timestamp and duration: whole milliseconds
 * (timestamps since 1970 UTC); record: its id in a row, see RecordValue; empty: null; money in a currency: as a
 * decimal, with its own currency: `{amount, currency}`; period: `{start, end}`; calendar period: `P1Y2M3D`;
 * file: `{name, size, type}` and more that expressions do not see; group: an object with those of its parts that are
 * there.
 */
export type Value = string | number | boolean | null | RecordValue | readonly Value[] | ObjectValue

/** A record whose fields are at hand. Two records are equal when their ids are. */
export interface RecordValue {
  readonly id: string | number
  readonly fields: Readonly<Record<string, Value>>
}

export interface ObjectValue {
  readonly [key: string]: Value
}

export type BinaryOperator = '==' | '!=' | '<' | '<=' | '>' | '>=' | '+' | '-' | '*' | '/' | '%' | '&&' | '||' | 'in'

export type ComprehensionOperation = 'exists' | 'all' | 'exists_one' | 'filter' | 'map'

/** Everything common to all expressions. `isOptional`: the value may be empty (null). */
interface Typed {
  readonly type: ValueType
  readonly isOptional: boolean
  readonly span: Span
  /** Asked of all that is there, whatever its asker may see: a right, or what the text itself says. No author writes it. */
  readonly isOfEverything?: true
}

export type Expression = Typed &
  (
    | { readonly kind: 'literal'; readonly value: string | number | boolean | null; readonly constant?: string }
    /** A name bound by the surroundings: `this`, `old`, `me`, `now`, `today`, `item`, a step's name, `input.x`, `path.x`. */
    | { readonly kind: 'variable'; readonly name: string }
    /** A field of a record. A to-many field gives the list of its records. */
    | { readonly kind: 'field'; readonly of: Expression; readonly entity: string; readonly field: string }
    /** Every record of an entity, whoever asks. */
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
    /** A function of the library; see functions.ts for each one's signature. */
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
    /** `me.has("Agent")`: does the caller have this role, included roles counted? */
    | { readonly kind: 'has role'; readonly role: string }
    | { readonly kind: 'object'; readonly entries: readonly ObjectEntry[] }
    /** A shape of point 7 laid over a record: `TicketView(ticket)`. */
    | { readonly kind: 'shape'; readonly shape: string; readonly of: Expression }
  )

export interface ObjectEntry {
  readonly key: string
  readonly value: Expression
  /** The entry is there only where this holds; entries of one key must exclude each other. */
  readonly condition?: Expression
}

/** Names that an expression may use. Built by the checks of each point; this folder knows no points. */
export interface Scope {
  /** Bare names and dotted ones (`input.body`, `path.number`), each with its type. */
  readonly variables: ReadonlyMap<string, ScopeVariable>
  /** The variable whose fields are bare names here, if any: `this` in points 3 to 6. */
  readonly implicit: string | null
  readonly catalogue: Catalogue
  /** Paths that are known to hold a value here, because a condition around says so; see narrowing.ts. */
  readonly known?: ReadonlySet<string>
  /** The expression is the whole value of a key. */
  readonly isKeyValue?: true
  /** Owner of these variables, where several parts of the text have some of one name: a call. */
  readonly owner?: string
}

export interface ScopeVariable {
  readonly type: ValueType
  readonly isOptional: boolean
  /** A step has named a text that begins with what the caller sent. */
  readonly isSent?: boolean
}

export interface GroupPart extends ScopeVariable {
  readonly name: string
}

/** The declarations that an expression can refer to from anywhere. */
export interface Catalogue {
  readonly entities: ReadonlyMap<string, CatalogueEntity>
  readonly constants: ReadonlyMap<string, { readonly type: ValueType; readonly value: string | number | boolean }>
  readonly lookups: ReadonlyMap<string, CatalogueLookup>
  readonly shapes: ReadonlyMap<string, { readonly entity: string }>
  readonly roles: ReadonlySet<string>
  /** Roles for a record, by name; several entities may have one of the same name. */
  readonly contextualRoles?: ReadonlyMap<string, readonly CatalogueContextualRole[]>
  /** Hears what is named; see listener.ts. */
  readonly listener?: Listener
}

export interface CatalogueContextualRole {
  readonly entity: string
  /** Over `this` and `me`, the role that it requires included. Null after a diagnostic of its own. */
  readonly condition: () => Expression | 'circle' | null
}

export interface CatalogueEntity {
  readonly fields: ReadonlyMap<string, CatalogueField>
}

export interface CatalogueField extends ScopeVariable {
  /** Never readable by an expression: a password. */
  readonly isHidden: boolean
}

export interface CatalogueLookup {
  readonly argument: ValueType
  readonly result: ValueType
  readonly rows: readonly { readonly key: string; readonly value: string | number | boolean }[]
}

/** A name in an expression. `of`: the entity of a field, the surroundings of a variable (`Scope.owner`). */
export type HeardName =
  | {
      readonly kind: 'item' | 'variable' | 'field' | 'constant' | 'entity' | 'lookup' | 'shape' | 'function' | 'role'
      readonly name: string
      readonly of?: string | null
      readonly type: ValueType
      readonly isOptional: boolean
    }
  /** The name that `exists(x, …)` gives to each item; it stands for something inside `within`. */
  | { readonly kind: 'new item'; readonly name: string; readonly type: ValueType; readonly within: Span }
  /** A name after a dot; `type` is that of the expression before it. */
  | { readonly kind: 'after dot'; readonly name: string; readonly type: ValueType }
  /** Nothing is called so; `bound` are the items around. */
  | { readonly kind: 'unknown'; readonly name: string; readonly bound: ReadonlyMap<string, ValueType> }

export interface Listener {
  /** Before it is read, so that an expression that cannot be read is heard of as well. */
  expression(written: Written, scope: Scope, expected: ValueType | null): void
  name(span: Span, name: HeardName): void
  /** A whole expression without mistakes. */
  typed(expression: Expression): void
}
