// Wire types for computed fields that a form shows while a person types: `contract/calls/computed-in-form.ts` selects
// them, `contract/calls/computed-values.ts` computes their values.

import type { Expression } from '../../expression/expression.ts'
import type { AppMeasure } from './display.ts'

/** Computed fields of a record that a form creates or changes. */
export interface ComputedRecord {
  readonly entity: string
  /** The shown fields, in the order of the text. */
  readonly values: readonly AppMeasure[]
  /** The input of each field. */
  readonly inputs: Readonly<Record<string, string>>
  /** Needed fields of records that inputs name, by the referring field. */
  readonly links: Readonly<Record<string, readonly string[]>>
}

/** Computed fields of an existing record that will contain the new one. */
export interface ComputedWhole {
  readonly entity: string
  readonly values: readonly AppMeasure[]
  /** The field whose records will include the new one. */
  readonly relation: string
  /** Needed fields of the record and of its present items. */
  readonly present: readonly string[]
  readonly items: readonly string[]
  /** The field by which a path parameter identifies it; null: an input names it. */
  readonly by: string | null
  /** The path parameter, or the input. */
  readonly from: string
}

export interface FormComputing extends ComputedRecord {
  /** Lists of objects that become records: `relation` is the containing field, `input` the list. */
  readonly lists: readonly (ComputedRecord & { readonly relation: string; readonly input: string })[]
  /** Over `this`, by `Entity.field`: computed fields, and values of fields without inputs. */
  readonly formulas: Readonly<Record<string, Expression>>
  /** For an existing record: its fields that are needed beside the inputs; missing: a new record. */
  readonly present?: readonly string[]
  /** Missing: no containing record is shown. */
  readonly whole?: ComputedWhole
}
