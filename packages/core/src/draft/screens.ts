// Point 2 as written.

import type { Direction } from '../model/field-types.ts'
import type { BlockWidth, CalendarUnit, ChartKind, FieldForm, Measure, PageFormat } from '../model/screens.ts'
import type { Span, Written } from '../text/source.ts'
import type { TemplateDraft } from './template.ts'
import type { CallReferenceDraft } from './call-reference.ts'

export interface ScreensDraft {
  readonly routes: readonly RouteDraft[]
  readonly screens: readonly ScreenDraft[]
  readonly documents: readonly DocumentDraft[]
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
  /** Null: not stated. */
  readonly who: readonly Written[] | null
  /** "Who" is `not shown`, already reported. */
  readonly isWhoOpen: boolean
  /** In the order of the text: each "Shows", "Text" and "Form" starts a block, to which the labels after it belong. */
  readonly blocks: readonly BlockDraft[]
  /** "Can" lines before any "Shows" or "Form". */
  readonly can: readonly CanDraft[]
  readonly refreshes: RefreshingDraft | null
  readonly span: Span
}

/** `live`, or `every 30 seconds`. */
export type RefreshingDraft = { readonly span: Span } & (
  | { readonly kind: 'live' }
  | { readonly kind: 'every'; readonly seconds: number }
)

export interface BlockDraft {
  readonly shows: ShowsDraft
  /** `as tab "My Articles"`: blocks with tabs are shown one at a time. */
  readonly tab: TemplateDraft | null
  /** `for Writer`: only these viewers of the screen see the block. Null: all of them. */
  readonly forRoles: readonly Written[] | null
  /** "Title": the heading of the block. */
  readonly title: Written | null
  readonly as: ListFormDraft | null
  readonly totals: readonly Written[]
  readonly width: { readonly width: BlockWidth; readonly span: Span } | null
  /** "Columns" or "Fields" is present, possibly as `not shown`. */
  readonly hasColumns: boolean
  readonly columns: readonly ColumnDraft[]
  readonly filterBy: readonly Written[]
  readonly searchIn: readonly Written[]
  readonly views: readonly ViewDraft[]
  readonly can: readonly CanDraft[]
  /** Pages of a form, in order. Null: all inputs at once. */
  readonly steps: readonly FormStepDraft[] | null
  readonly whenEmpty: Written | null
  readonly whenFailing: Written | null
  readonly span: Span
}

/** ``"Mine", where `assignee == me`, this week by dueAt, search "fire", grouped by status, columns name and dueAt``. */
export interface ViewDraft {
  readonly name: Written
  readonly where: Written | null
  readonly during: ViewDaysDraft | null
  readonly search: Written | null
  readonly sortedBy: readonly SortDraft[]
  readonly groupedBy: Written | null
  /** Empty: those of the list. */
  readonly columns: readonly Written[]
  readonly isCompact: boolean
  /** `opens first` */
  readonly first: Span | null
  readonly span: Span
}

/** `this week by dueAt` */
export interface ViewDaysDraft {
  readonly which: 'last' | 'this' | 'next'
  readonly unit: Written
  readonly by: Written
}

/** `cards`, `board by status`, `chart of sum of total by project`. */
export type ListFormDraft = { readonly span: Span } & (
  | { readonly kind: 'table' }
  | { readonly kind: 'cards' }
  | { readonly kind: Exclude<FieldForm, 'board'>; readonly by: Written }
  | { readonly kind: 'board'; readonly by: Written; readonly limits: readonly WipLimitDraft[] }
  | Omit<ChartDraft, 'span'>
)

/** `at most 3 in doing`. */
export interface WipLimitDraft {
  /** A number, or a constant's name in backticks. */
  readonly most: Written
  /** Null: in each column. */
  readonly column: Written | null
  readonly span: Span
}

/** `line chart of sum of total by paidOn per month and project`. */
export interface ChartDraft extends DimensionDraft {
  readonly kind: 'chart'
  readonly draw: ChartKind
  readonly measure: Measure
  /** Null: of count. */
  readonly of: Written | null
  readonly and: DimensionDraft | null
  readonly span: Span
}

/** `paidOn per month` */
export interface DimensionDraft {
  readonly by: Written
  readonly per: CalendarUnit | null
}

/** `2. Helpers: category, priority` */
export interface FormStepDraft {
  readonly title: Written | null
  readonly inputs: readonly Written[]
  readonly span: Span
}

export type ShowsDraft =
  | ListShowsDraft
  | RecordShowsDraft
  | CountShowsDraft
  | AnswerShowsDraft
  | FormShowsDraft
  | TextShowsDraft

/** `"Welcome to our **shop**."`, with its Markdown. */
export interface TextShowsDraft {
  readonly kind: 'text'
  readonly text: Written
  /** Without its Markdown. */
  readonly words: string
}

/**
 * `list of Ticket where …, sorted by updatedAt newest first, 20 per page`; or, as `related`,
 * `list of its comments, …`.
 */
export type ListShowsDraft = {
  readonly where: Written | null
  readonly sortedBy: readonly SortDraft[]
  /** Null: all of them. Otherwise a number, or a constant's name in backticks. */
  readonly perPage: Written | null
  /** Written as "all of them". */
  readonly isAllOfThem?: true
} & RecordsDraft<'list', 'related'>

/** Records of an entity, or of a relation of the screen's record. */
type RecordsDraft<OfEntity, OfRelation> =
  | { readonly kind: OfEntity; readonly entity: Written }
  | { readonly kind: OfRelation; readonly relation: Written }

/** `one Ticket by number`. */
export interface RecordShowsDraft {
  readonly kind: 'record'
  readonly entity: Written
  readonly parameter: Written
}

/** `count of Ticket where …`, `count of its comments`, `sum of total of Order where …, this month by paidOn`. */
export interface CountShowsDraft {
  readonly kind: 'count'
  readonly measure: 'count' | 'sum' | 'average'
  /** Null: of count. */
  readonly measured: Written | null
  readonly during: { readonly unit: CalendarUnit; readonly by: Written } | null
  readonly of: RecordsDraft<'entity', 'relation'>
  readonly where: Written | null
}

/** ``articles in answer of call `GET /api/articles`, with tag = `chosen.tag` ``. */
export interface AnswerShowsDraft {
  readonly kind: 'answer'
  readonly call: CallReferenceDraft
  /** The shown key of the answer; null: its only one. */
  readonly part: Written | null
  readonly with: readonly ParameterValueDraft[]
  /** `as choices for tag`: the values can be chosen, as `chosen.tag`. */
  readonly choicesFor: Written | null
}

/** `author = \`path.username\`` */
export interface ParameterValueDraft {
  readonly name: Written
  readonly value: Written
}

/** ``call `PUT /api/user`, filled from `GET /api/user`, then open Profile``. */
export interface FormShowsDraft {
  readonly kind: 'form'
  readonly call: CallReferenceDraft
  readonly filledFrom: CallReferenceDraft | null
  readonly thenOpen: Written | null
}

export interface SortDraft {
  readonly field: Written
  readonly direction: Direction
  readonly isByHand?: true
}

/** A column or field to show: a path of names, `category.name`. */
export interface ColumnDraft {
  readonly path: readonly Written[]
  /** `as formatted text` of `body as formatted text`. */
  readonly formatted: Span | null
  /** `button` of `payAt as button "Pay"`. */
  readonly button: Span | null
  /** `as "Seller"`: the heading of the column. */
  readonly title: Written | null
}

/** One entry of a "Can" line. */
export interface CanDraft {
  /** The text before the colon; null if there is none (`open Ticket`). */
  readonly label: Written | null
  readonly action:
    | { readonly kind: 'call'; readonly call: CallReferenceDraft; readonly thenOpen: Written | null }
    | { readonly kind: 'transition'; readonly transition: Written }
    | { readonly kind: 'open'; readonly screen: Written }
    | { readonly kind: 'document'; readonly document: Written }
    | { readonly kind: 'sign out'; readonly thenOpen: Written | null }
  /** `for chosen rows`: applied to each selected row. */
  readonly forChosenRows: Span | null
  readonly span: Span
}

/** `### Document: Invoice of Order`. */
export interface DocumentDraft {
  readonly name: Written
  readonly entity: Written
  /** Null: not shown. */
  readonly title: TemplateDraft | null
  readonly page: (PageFormat & { readonly span: Span }) | null
  /** In the order of the text: each "Fields", "Shows" and "Text" begins one. */
  readonly blocks: readonly DocumentBlockDraft[]
  readonly span: Span
}

export type DocumentBlockDraft = { readonly title: Written | null; readonly span: Span } & (
  | { readonly kind: 'fields'; readonly columns: readonly ColumnDraft[] }
  | DocumentListDraft
  | { readonly kind: 'text'; readonly text: TemplateDraft }
)

/** ``list of its lines where `…`, sorted by position smallest first``, with the lines below it. */
export interface DocumentListDraft {
  readonly kind: 'list'
  readonly relation: Written
  readonly where: Written | null
  readonly sortedBy: readonly SortDraft[]
  /** "Columns" is present, possibly as `not shown`. */
  readonly hasColumns: boolean
  readonly columns: readonly ColumnDraft[]
  readonly totals: readonly Written[]
  readonly whenEmpty: Written | null
}

/** `Invoice of order`: a document of a record in scope, where it is sent or answered. */
export interface DocumentOfDraft {
  readonly document: Written
  readonly record: Written
}
