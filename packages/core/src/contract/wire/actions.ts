// Wire types for actions that a row or screen offers: calls with their forms, transitions, pages and documents.

import type { Method } from '../../model/calls.ts'
import type { MadeLabel } from '../../model/screens.ts'
import type { FormComputing } from './computed.ts'
import type { FormRule } from '../form-rules/form-rule.ts'
import type { InputField } from './inputs.ts'

/** Common parts of every action. */
export interface AppActionParts {
  readonly key: string
  readonly label: string
  readonly made?: MadeLabel
  readonly progress?: AppProgress
}

/**
 * Progress of a record by a step. `field`: the key of the state among a row's values. `left`: by present state, the
 * number of remaining steps afterwards; states that lead away from the end are missing.
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
        /** The key of the state among a row's values. */
        readonly field: string
        /** `to` null: the previous state. */
        readonly leads: readonly { readonly from: readonly string[]; readonly to: string | null }[]
        /** It has a guard beyond the state. */
        readonly isGuarded?: true
        /** It has effects beyond the record: messages, or changes of other records. */
        readonly reachesOut?: true
      }
    /** `isAsked`: a row says whether the link is shown, because the page contains only a form. */
    | { readonly kind: 'open'; readonly address: string; readonly isAsked?: true }
    /** A document of the row's record, which a browser shows or saves: the address contains `:id`. */
    | { readonly kind: 'document'; readonly address: string }
    | { readonly kind: 'sign out'; readonly thenOpen: string | null }
  )

export interface AppCallAction {
  readonly kind: 'call'
  readonly method: Method
  /** `/api/tickets/:number/comments` */
  readonly path: string
  readonly parameters: readonly ActionParameter[]
  /** Empty: no inputs. */
  readonly form: readonly InputField[]
  /** Pages of the form, each with the names of its inputs; missing: a single page. */
  readonly steps?: readonly { readonly title: string | null; readonly inputs: readonly string[] }[]
  /** Rules of point 5 that the form's own values decide, checked while a person types. */
  readonly rules: readonly FormRule[]
  /** Rules need values of the record that the parameters name: `GET /_ninefold/forms/<screen>/<action>` has them. */
  readonly rulesAsk?: true
  /** Periods of which no two may overlap; missing: none. */
  readonly taken?: readonly TakenPeriods[]
  /** Inputs that name records, of which rules allow some; missing: none. */
  readonly narrows?: readonly NarrowedInput[]
  /** Computed fields that are shown while a person types; missing: none. */
  readonly computes?: FormComputing
  /**
   * Source of initial values, from `GET /_ninefold/forms/<screen>/<action>`: the record of the parameters, or an
   * answer.
   */
  readonly startsFrom: 'nothing' | 'record' | 'answer'
  /** Inputs that begin with the page's record: a value of its row, or of its address. */
  readonly beginsWith?: readonly { readonly input: string; readonly from: 'row' | 'address'; readonly key: string }[]
  /** The request includes the version that was seen: the row's key `version`. */
  readonly sendsVersion?: true
  /** It needs no row, and the page's record decides whether it is offered. */
  readonly asksPage?: true
  /** It removes something, so a confirmation is shown first. */
  readonly isDestructive: boolean
  /** Values that the row shows as an optimistic update: by column key, the name of the input. */
  readonly shows?: Readonly<Record<string, string>>
  /**
   * It deletes the row's record. `keptAs`: the kind of record under which it can be restored
   * (contract/wire/deletions.ts).
   */
  readonly deletes?: { readonly keptAs: string | null }
  /** It is the standard call that creates such a record: the name of the entity. */
  readonly creates?: string
  readonly thenOpen: string | null
}

/** The source of a path parameter: the row or the screen's record, the page's address, or a person's choice. */
export type ActionParameter = { readonly name: string } & (
  | { readonly from: 'row'; readonly key: string }
  | { readonly from: 'address'; readonly key: string }
  | { readonly from: 'choice'; readonly input: InputField }
)

/** Where a form finds what a field will hold: an input, or the record that a parameter of the address names by a field. */
export type FieldSource = { readonly input: string } | { readonly parameter: string; readonly by: string }

/**
 * Options of the input are asked for with `for`, and with the known values of `given`: `given.team=ID`, or
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
  /** ISO 8601; dates for periods of days. The end is exclusive. */
  readonly taken: readonly { readonly start: string; readonly end: string }[]
}
