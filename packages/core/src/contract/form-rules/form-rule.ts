// Rules that a form checks before it is sent, as a browser gets them: `form-rules.ts` selects them, `broken-form-rules.ts`
// evaluates them.

import type { Expression } from '../../expression/expression.ts'

/**
 * Where the values of a record come from while a form is filled in. Expressions are over `input.…`, the object of a row
 * by the name of its loop, `this`, `old`, `now`, `today` and `me`.
 */
export interface FormRecord {
  /** The input of each field that a rule reads; null: only the present record has it. */
  readonly fields: Readonly<Record<string, string | null>>
  /** Values of fields whose input is left out or that have no input. */
  readonly otherwise: Readonly<Record<string, Expression>>
  /** Values that the steps of the call set. */
  readonly sets: Readonly<Record<string, Expression>>
  /** Records that the call makes of a list of objects, by the field that holds them. */
  readonly lists?: Readonly<Record<string, FormRows>>
  /** Records that the call has made before, by the field that refers to them. */
  readonly wholes?: Readonly<Record<string, FormRecord>>
}

export interface FormRows {
  /** The input with the list. */
  readonly input: string
  /** The name of an object in expressions. */
  readonly as: string
  /** Only the rows up to the one that the rule is about exist by then. */
  readonly isUpToRow?: true
  /** Whether the call makes a record of the object; missing: of each. */
  readonly reached?: Expression
  readonly record: FormRecord
}

/** A rule that a form can check; the server checks it again with all others. Its fields are those of `this`. */
export interface FormRule extends FormRecord {
  /** Code of point 8. */
  readonly code: string
  /** True if the rule is satisfied. */
  readonly holds: Expression
  /** The call creates the record that the rule is about. */
  readonly isNew: boolean
  /** Steps write the record only if this holds; missing: in any case. */
  readonly reached?: Expression
  /** The record is made of each object of this list, and `fields` and `about` name its inputs. */
  readonly row?: Pick<FormRows, 'input' | 'as'>
  /** The record before, if the same call has made it; missing: the record that the server knows. */
  readonly old?: FormRecord
  /** More rows may satisfy it, so it appears when the form is sent, and not before. */
  readonly isForWhole?: true
  /** The rule applies only when this field changes; null: always. */
  readonly whenChanged: string | null
  /** The input of the message; null: the form, or the row, as a whole. */
  readonly about: string | null
  /** Words, and fields whose values stand between them. Empty: those of the built-in error. */
  readonly message: readonly (string | { readonly field: string })[]
  /** No two rows have equal values in these fields. */
  readonly distinct?: { readonly fields: readonly string[]; readonly isIgnoringCase: boolean }
}
