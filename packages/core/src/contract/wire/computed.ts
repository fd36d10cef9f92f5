// Wire types for computed fields that a form tells while a person types: `contract/calls/computed-in-form.ts` finds them,
// `contract/calls/computed-values.ts` computes their values.

import type { Expression } from '../../expression/expression.ts'
import type { AppMeasure } from './display.ts'

/** Computed fields of one record that a form makes or changes. */
export interface ComputedRecord {
  readonly entity: string
  /** The shown ones, in the order of the text. */
  readonly values: readonly AppMeasure[]
  /** Name of the input that gives each field. */
  readonly inputs: Readonly<Record<string, string>>
  /** Fields of the record that an input names, by the field that holds it. */
  readonly links: Readonly<Record<string, readonly string[]>>
}

/** A record that is there and gets the new one among its own: its computed fields, as they will be. */
export interface ComputedWhole {
  readonly entity: string
  readonly values: readonly AppMeasure[]
  /** Field that holds the records among which the new one will be. */
  readonly relation: string
  /** Fields of the record, and of each of those that it holds, that are computed with. */
  readonly present: readonly string[]
  readonly items: readonly string[]
  /** Field that finds it, by the value of a path parameter; null: an input names it. */
  readonly by: string | null
  /** The path parameter, or the input. */
  readonly from: string
}

export interface FormComputing extends ComputedRecord {
  /** Lists of objects that become records: `relation` is the field that holds these, `input` the list. */
  readonly lists: readonly (ComputedRecord & { readonly relation: string; readonly input: string })[]
  /** Over `this`, by `Entity.field`: computed fields, and the values of fields that no input gives. */
  readonly formulas: Readonly<Record<string, Expression>>
  /** The record is there, and these fields of it are needed beside the inputs; missing: it is a new one. */
  readonly present?: readonly string[]
  /** Missing: nothing is told of a record that holds the new one. */
  readonly whole?: ComputedWhole
}
