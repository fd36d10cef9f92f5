// Point 2, checked.

import type { Expression, ValueType } from '../expression/expression.ts'
import type { Method } from './calls.ts'
import type { Template } from './outside/messages.ts'
import type { Sort } from './field-types.ts'
import type { CheckedFieldType } from './entities.ts'
import type { Stated } from './stated.ts'
import type { UnixUnit } from './wire.ts'
import type { Performer } from './roles.ts'

export interface ScreensModel {
  readonly routes: readonly Route[]
  readonly screens: readonly Screen[]
  readonly documents: readonly Document[]
}

export interface Route extends Stated {
  /** `/tickets/:number` */
  readonly path: string
  readonly screen: string
  readonly parameters: readonly { readonly name: string; readonly entity: string; readonly field: string }[]
}

export interface Screen extends Stated {
  readonly name: string
  /** Null: everybody who may see the data, for provisional screens and while no roles are stated. */
  readonly who: readonly Performer[] | null
  readonly isProvisional: boolean
  readonly blocks: readonly Block[]
  /** Actions of the screen as a whole. */
  readonly actions: readonly Action[]
  /** How the screen gets changes; null: on reload. */
  readonly refreshing: Refreshing | null
}

export type Refreshing = Stated & ({ readonly kind: 'live' } | { readonly kind: 'every'; readonly seconds: number })

export type Block = RecordsBlock | CountBlock | AnswerBlock | FormBlock | TextBlock
/** Blocks that show records with the viewer's rights, instead of a call's answer or inputs. */
export type RecordsBlock = ListBlock | RecordBlock

interface BlockStated extends Stated {
  /** Null: its title is derived from its content. */
  readonly title: string | null
  readonly width: BlockWidth
  /** Title of its tab. Its expressions use `path.…` and `chosen.…`. */
  readonly tab: Template | null
  /** Null: all viewers of the screen. */
  readonly forRoles: readonly Performer[] | null
  readonly whenFailing: (Stated & { readonly words: string }) | null
}

/** The form of a list; `by` and `of` are fields of its records, or keys of an answer. */
export type ListForm =
  | { readonly kind: 'table' }
  | ({ readonly kind: 'cards' } & Stated)
  | ({ readonly kind: Exclude<FieldForm, 'board'>; readonly by: readonly string[] } & Stated)
  | ({
      readonly kind: 'board'
      readonly by: readonly string[]
      readonly limits: readonly WipLimit[]
    } & Stated)
  | ChartForm

/** How many cards a column of a board should have at most. A hint: a rule is one of point 5. */
export interface WipLimit {
  /** A state or choice; null: each column without a limit of its own. */
  readonly column: string | null
  readonly most: number
}

/** Groups of records in one dimension or two. */
export interface ChartForm extends ChartDimension, Stated {
  readonly kind: 'chart'
  readonly draw: ChartKind
  readonly measure: Measure
  /** Null: a count. */
  readonly of: readonly string[] | null
  readonly and: ChartDimension | null
}

export interface ChartDimension {
  readonly by: readonly string[]
  /** Null: by each value. */
  readonly per: CalendarUnit | null
}

export type ChartKind = 'bars' | 'line' | 'area' | 'stacked' | 'shares' | 'matrix'
/** `value`: the values themselves, in the cells of a matrix. */
export type Measure = 'count' | 'sum' | 'average' | 'value'
export const CALENDAR_UNITS = ['day', 'week', 'month', 'quarter', 'year'] as const
export type CalendarUnit = (typeof CALENDAR_UNITS)[number]
export type BlockWidth = 'full' | 'half' | 'third' | 'two thirds'

/** Forms that need a single field. */
export type FieldForm = 'board' | 'calendar' | 'tree'

export interface ListBlock extends BlockStated {
  readonly kind: 'list'
  readonly entity: string
  /** `list of its comments`: the records of this field of the screen's record. */
  readonly relation: { readonly entity: string; readonly field: string } | null
  /** Its implicit record is `this`. */
  readonly where: Expression | null
  readonly sortedBy: readonly Sort[]
  /** Null: all of them. */
  readonly pageSize: number | null
  readonly columns: readonly Column[]
  readonly filters: readonly string[]
  readonly searchIn: readonly string[]
  readonly views: readonly StatedView[]
  readonly form: ListForm
  /** Numbers with sums over the whole list. */
  readonly totals: readonly string[]
  readonly whenEmpty: string | null
  /** Row actions; actions without a row belong to the screen. */
  readonly actions: readonly Action[]
}

/** A selection of a list that the text states, as a tab above it. */
export interface StatedView extends Stated {
  readonly name: string
  /** All filters of at least one group must hold; empty: no filters. Each group has one filter for a field. */
  readonly filters: readonly (readonly ViewFilter[])[]
  /** Words of a search, as a reader types them. */
  readonly search: string | null
  /** Empty: the order of the list. */
  readonly sortedBy: readonly Sort[]
  /** The path of a column. */
  readonly groupedBy: string | null
  /** Paths of columns, in order; empty: those of the list. */
  readonly columns: readonly string[]
  readonly isCompact: boolean
  /** The list opens with it. */
  readonly opensFirst: boolean
}

/** `field`: the path of one of the list's filters. */
export type ViewFilter = { readonly field: string } & (
  | {
      readonly kind: 'values'
      readonly values: readonly string[]
      /** Also records without a value. */
      readonly orNothing: boolean
      /** Also the reader, among users. */
      readonly orMe: boolean
      /** All other records. */
      readonly isNot: boolean
    }
  /** Both ends included. A day is a date, or `today`, `yesterday` or `tomorrow`. */
  | { readonly kind: 'between'; readonly from: string | null; readonly until: string | null }
  | { readonly kind: 'contains'; readonly text: string }
  | { readonly kind: 'days'; readonly which: 'last' | 'this' | 'next'; readonly unit: ViewUnit }
)

export type ViewUnit = Exclude<CalendarUnit, 'quarter'>

export interface RecordBlock extends BlockStated {
  readonly kind: 'record'
  readonly entity: string
  /** The route parameter that identifies it, and its field. */
  readonly parameter: string
  readonly field: string
  readonly columns: readonly Column[]
  readonly actions: readonly Action[]
}

/** The number of records, or the sum or average of one of their numbers. */
export interface CountBlock extends BlockStated {
  readonly kind: 'count'
  readonly measure: 'count' | 'sum' | 'average'
  /** Null for a count. */
  readonly measured: string | null
  /** Limits it to the present period, compared with the previous one. */
  readonly during: { readonly unit: CalendarUnit; readonly by: string } | null
  readonly entity: string
  readonly relation: ListBlock['relation']
  /** Its implicit record is `this`. */
  readonly where: Expression | null
  readonly actions: readonly Action[]
}

/** Answer of a call. */
export interface AnswerBlock extends BlockStated {
  readonly kind: 'answer'
  readonly method: Method
  readonly path: string
  /** Parameters of its path and query. The values use `path.…`, `chosen.…`, `me`, `now` and `today`. */
  readonly with: readonly ParameterValue[]
  /** The keys that lead to the shown part; empty: the whole answer. */
  readonly part: readonly string[]
  readonly isList: boolean
  /** Scalar values of the shown part, or of each item, that identify records. `field` null: unknown. */
  readonly holds: readonly HeldValue[]
  /** Name of a person's choice among the shown values: `chosen.tag`. */
  readonly choicesFor: string | null
  readonly columns: readonly AnswerColumn[]
  /** Query parameters that a person may filter by. */
  readonly filters: readonly string[]
  readonly form: ListForm
  readonly whenEmpty: string | null
  readonly actions: readonly Action[]
}

export interface HeldValue {
  /** Keys within the shown part. */
  readonly path: readonly string[]
  readonly field: { readonly entity: string; readonly field: string } | null
}

export interface ParameterValue {
  readonly name: string
  readonly value: Expression
}

export interface AnswerColumn extends Stated {
  /** Keys within the shown part; a key of a list of records covers each of them. */
  readonly path: readonly string[]
  /** Null: its heading is derived from its path. */
  readonly title: string | null
  readonly type: ValueType
  readonly isFormattedText: boolean
  /** For a moment answered as a number. */
  readonly unix?: UnixUnit
  /** A web address, shown as a button with the title. */
  readonly isButton?: true
}

/** The inputs of a call, as a part of the screen. */
export interface FormBlock extends BlockStated {
  readonly kind: 'form'
  readonly method: Method
  readonly path: string
  readonly label: string
  readonly named?: string
  readonly made?: MadeLabel
  /** Path parameters from the screen's address. */
  readonly with: readonly ParameterValue[]
  /** The call whose answer contains the inputs' present values. */
  readonly filledFrom:
    | (Stated & { readonly method: Method; readonly path: string; readonly with: readonly ParameterValue[] })
    | null
  readonly thenOpen: string | null
  /** Pages with their inputs. Null: a single page. */
  readonly steps:
    | readonly (Stated & { readonly title: string | null; readonly inputs: readonly (readonly string[])[] })[]
    | null
  readonly actions: readonly Action[]
}

/** The author's own words. */
export interface TextBlock extends BlockStated {
  readonly kind: 'text'
  /** Markdown. */
  readonly text: string
  /** Without Markdown, as translations name it. */
  readonly words: string
  readonly actions: readonly Action[]
}

/** A shown value of a record: a path through to-one fields, possibly ending in a field of a to-many one. */
export interface Column extends Stated {
  readonly path: readonly string[]
  /** Null: its heading is derived from its path. */
  readonly title: string | null
  /** The value as an expression whose implicit record is `this`. */
  readonly value: Expression
  /** The type of the last field of the path. */
  readonly type: CheckedFieldType
  readonly isFormattedText: boolean
  /** A web address, shown as a button with the title. */
  readonly isButton?: true
}

/** A generated label: the words for the effect of a standard call on `of`, translated for each reader. */
export interface MadeLabel {
  readonly word: 'list' | 'get' | 'create' | 'change' | 'delete' | 'new' | 'open'
  /** `stock item`; null: the label stands beside the record. */
  readonly of: string | null
}

export type Action = Stated & {
  readonly label: string
  /** The original name in the text if the label is translated: addresses contain it. */
  readonly named?: string
  readonly made?: MadeLabel
} & (
    | {
        readonly kind: 'call'
        readonly method: Method
        readonly path: string
        readonly thenOpen: string | null
        /** Applied to each selected row. */
        readonly isForChosenRows: boolean
      }
    | {
        readonly kind: 'transition'
        readonly entity: string
        readonly transition: string
        readonly isForChosenRows: boolean
      }
    | { readonly kind: 'open'; readonly screen: string }
    /** A document of the record, as a file. */
    | { readonly kind: 'document'; readonly entity: string; readonly document: string }
    | { readonly kind: 'sign out'; readonly thenOpen: string | null }
  )

/** A page about one record, rendered as PDF. */
export interface Document extends Stated {
  readonly name: string
  readonly entity: string
  /** Its implicit record is `this`, as in everything below. Null: not shown, so it is never created. */
  readonly title: Template | null
  /** Null: the usual format of the language's region. */
  readonly page: PageFormat | null
  readonly blocks: readonly DocumentBlock[]
}

export const PAGE_SIZES = ['A4', 'A5', 'Letter', 'Legal'] as const

export interface PageFormat {
  readonly size: (typeof PAGE_SIZES)[number]
  readonly isLandscape: boolean
}

export type DocumentBlock = DocumentFields | DocumentList | DocumentText

export interface DocumentFields extends Stated {
  readonly kind: 'fields'
  readonly title: string | null
  readonly columns: readonly Column[]
}

/** Records of a to-many field of the record, as a table. */
export interface DocumentList extends Stated {
  readonly kind: 'list'
  readonly title: string | null
  /** The to-many field, and the entity of its records. */
  readonly relation: string
  readonly entity: string
  /** Its implicit record is the row. */
  readonly where: Expression | null
  readonly sortedBy: readonly Sort[]
  readonly columns: readonly Column[]
  /** Fields of the rows with a sum below. */
  readonly totals: readonly string[]
  readonly whenEmpty: string | null
}

export interface DocumentText extends Stated {
  readonly kind: 'text'
  readonly text: Template
}
