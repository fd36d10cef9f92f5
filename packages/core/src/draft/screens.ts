// Point 2 as written.

import type { Direction } from '../model/field-types.ts'
import type { Span, Written } from '../text/source.ts'

export interface ScreensDraft {
  readonly routes: readonly RouteDraft[]
  readonly screens: readonly ScreenDraft[]
}

/** A row of `Route | Screen | Parameter`. */
export interface RouteDraft {
  /** The address, without backticks: `/tickets/:number`. */
  readonly path: Written
  readonly screen: Written
  readonly parameters: readonly RouteParameterDraft[]
}

/** `number is Ticket.number`. */
export interface RouteParameterDraft {
  readonly parameter: Written
  readonly entity: Written
  readonly field: Written
}

export interface ScreenDraft {
  readonly name: Written
  readonly who: readonly Written[]
  /** In the order of the text: each "Shows" starts a block, the labels after it belong to it. */
  readonly blocks: readonly BlockDraft[]
  /** "Can" lines that stand before any "Shows" or "Form". */
  readonly can: readonly CanDraft[]
  readonly span: Span
}

export interface BlockDraft {
  readonly shows: ShowsDraft
  readonly columns: readonly ColumnDraft[]
  readonly filterBy: readonly Written[]
  readonly searchIn: readonly Written[]
  readonly can: readonly CanDraft[]
  readonly whenEmpty: Written | null
  readonly span: Span
}

export type ShowsDraft =
  /** `list of Ticket where …, sorted by updatedAt newest first, 20 per page`. */
  | {
      readonly kind: 'list'
      readonly entity: Written
      readonly where: Written | null
      readonly sortedBy: readonly SortDraft[]
      /** Null: all of them. Else a number or a constant's name in backticks. */
      readonly perPage: Written | null
      /** Written as "all of them". */
      readonly isAllOfThem?: true
    }
  /** `one Ticket by number`. */
  | { readonly kind: 'record'; readonly entity: Written; readonly parameter: Written }
  /** `list of its comments, …`. */
  | {
      readonly kind: 'related'
      readonly relation: Written
      readonly where: Written | null
      readonly sortedBy: readonly SortDraft[]
      readonly perPage: Written | null
      /** Written as "all of them". */
      readonly isAllOfThem?: true
    }
  /** `answer of call …`, or a form of a call: recognised, and shown by a later version. */
  | { readonly kind: 'answer'; readonly call: CallReferenceDraft; readonly tab: Written | null }
  | {
      readonly kind: 'form'
      readonly call: CallReferenceDraft
      readonly filledFrom: CallReferenceDraft | null
      readonly thenOpen: Written | null
    }

export interface SortDraft {
  readonly field: Written
  readonly direction: Direction
}

/** A column or field to show: a path of names, `category.name`. */
export interface ColumnDraft {
  readonly path: readonly Written[]
  /** `body as formatted text`. */
  readonly asFormattedText: boolean
}

/** One entry of a "Can" line. */
export interface CanDraft {
  /** The words before the colon; null when there are none (`open Ticket`). */
  readonly label: Written | null
  readonly action:
    | { readonly kind: 'call'; readonly call: CallReferenceDraft; readonly thenOpen: Written | null }
    | { readonly kind: 'transition'; readonly transition: Written }
    | { readonly kind: 'open'; readonly screen: Written }
    | { readonly kind: 'sign out'; readonly thenOpen: Written | null }
  readonly span: Span
}

/** `POST /api/tickets` in backticks. */
export interface CallReferenceDraft {
  readonly method: Written
  readonly path: Written
  readonly span: Span
}
