// Wire types for actions: calls with their forms, transitions, pages and documents that a row or a screen offers.

import type { Expression } from '../../expression/expression.ts'
import type { Method } from '../../model/calls.ts'
import type { MadeLabel } from '../../model/screens.ts'
import type { FormComputing } from './computed.ts'
import type { InputField } from './inputs.ts'

/** Parts of every action. */
export interface AppActionParts {
  readonly key: string
  readonly label: string
  readonly made?: MadeLabel
  readonly progress?: AppProgress
}

/**
 * Where a step takes its record on the way to its end. `field`: the key of the state among the values of a row. `left`: by the
 * state that it is in, how many steps are left afterwards; states from which it leads away from the end are missing.
 */
export interface AppProgress {
  readonly field: string
  readonly left: Readonly<Record<string, number>>
}

export type AppAction = AppActionParts &
  (
    | AppCallAction
    | {
        readonly kind: 'transition'
        readonly method: Method
        readonly path: string
        readonly parameters: readonly ActionParameter[]
        /** The key of the state among the values of a row. */
        readonly field: string
        /** `to` null: the one in which it was before. */
        readonly leads: readonly { readonly from: readonly string[]; readonly to: string | null }[]
        /** It asks for more than the state. */
        readonly isGuarded?: true
        /** It does more than change the record: it tells somebody, or makes or changes other records. */
        readonly reachesOut?: true
      }
    /** `isAsked`: a row says whether it is there, since the page is for nothing but a form. */
    | { readonly kind: 'open'; readonly address: string; readonly isAsked?: true }
    /** A file of the record of its row, which a browser shows or saves: the address has the place `:id`. */
    | { readonly kind: 'document'; readonly address: string }
    | { readonly kind: 'sign out'; readonly thenOpen: string | null }
  )

export interface AppCallAction {
  readonly kind: 'call'
  readonly method: Method
  /** `/api/tickets/:number/comments` */
  readonly path: string
  readonly parameters: readonly ActionParameter[]
  /** Empty: nothing to fill in. */
  readonly form: readonly InputField[]
  /** Pages of the form, each with the names of its inputs; missing: all at once. */
  readonly steps?: readonly { readonly title: string | null; readonly inputs: readonly string[] }[]
  /** Rules of point 5 that the form's own values decide, to be kept while a person types. */
  readonly rules: readonly FormRule[]
  /** Inputs that are periods of which no two may overlap; missing: none. */
  readonly taken?: readonly TakenPeriods[]
  /** Inputs that name records, of which rules allow some; missing: none. */
  readonly narrows?: readonly NarrowedInput[]
  /** Computed fields that it tells while a person types; missing: none. */
  readonly computes?: FormComputing
  /** Present values, from `GET /_ninefold/forms/<screen>/<action>`: of the record that the parameters find, or of an answer. */
  readonly startsFrom: 'nothing' | 'record' | 'answer'
  /** Inputs that begin with what the page is about: a value of its row, or of its address. */
  readonly beginsWith?: readonly { readonly input: string; readonly from: 'row' | 'address'; readonly key: string }[]
  /** Sending says which version of the record has been seen: the row's key `version`. */
  readonly sendsVersion?: true
  /** It is done without a row, and the record that the page is about says whether it is offered there. */
  readonly asksPage?: true
  /** It takes something away, so a person is asked first. */
  readonly isDestructive: boolean
  /** Values that its row shows at once, as an optimistic update: by column key, the name of the input. */
  readonly shows?: Readonly<Record<string, string>>
  /** It deletes the record of its row. `keptAs`: it can be brought back, and is called so there (contract/wire/deletions.ts). */
  readonly deletes?: { readonly keptAs: string | null }
  readonly thenOpen: string | null
}

/** One rule of point 5, as far as a form can know: the server asks it again, and all the others. */
export interface FormRule {
  /** True where the rule is kept. Its variable `this` has the fields below, and no others. */
  readonly holds: Expression
  readonly fields: readonly string[]
  /** The rule speaks only when this field is given another value; null: always. */
  readonly whenChanged: string | null
  /** Name of the input that the message belongs to; null: to the form as a whole. */
  readonly about: string | null
  readonly message: string
}

/** Where a path parameter's value comes from: the row or the screen's record, the page's address, or a person's choice. */
export type ActionParameter = { readonly name: string } & (
  | { readonly from: 'row'; readonly key: string }
  | { readonly from: 'address'; readonly key: string }
  | { readonly from: 'choice'; readonly input: InputField }
)

/** Where a form finds what a field will hold: an input, or the record that a parameter of the address names by a field. */
export type FieldSource = { readonly input: string } | { readonly parameter: string; readonly by: string }

/**
 * Options of the input are asked for with `for`, and with what the form knows of `given`: `given.team=ID`, or
 * `given.team.name=…` where another field names the record.
 */
export interface NarrowedInput {
  readonly input: string
  /** The list of objects in which the input is. */
  readonly list?: string
  /** `Ticket.assignee` */
  readonly for: string
  readonly given: Readonly<Record<string, FieldSource>>
  /** The record that is changed: it is asked with `record.number=…`. */
  readonly record?: Extract<FieldSource, { readonly parameter: string }>
}

/**
 * An input for a period, and where is asked when it is taken: `from` and `until` are days, and each field of `same` is a
 * parameter, `room` or `room.slug`.
 */
export interface TakenPeriods {
  readonly input: string
  readonly address: string
  /** Fields by which records are of one group, with the place that gives each; one that is missing stays as it is. */
  readonly same: Readonly<Record<string, FieldSource>>
  /** The record that is changed, which is not in its own way: it is asked with `record.number=…`. */
  readonly record?: Extract<FieldSource, { readonly parameter: string }>
}

export interface TakenData {
  /** ISO 8601; of days, dates. The end is no part of it. */
  readonly taken: readonly { readonly start: string; readonly end: string }[]
}
