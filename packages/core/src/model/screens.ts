// Point 2, checked.

import type { Expression, ValueType } from '../expression/expression.ts'
import type { Method, Template } from './calls.ts'
import type { Sort } from './field-types.ts'
import type { CheckedFieldType } from './entities.ts'
import type { Stated } from './stated.ts'
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
  /** Null: whoever may see the data, for provisional screens and as long as nobody has said what roles there are. */
  readonly who: readonly Performer[] | null
  readonly isProvisional: boolean
  readonly blocks: readonly Block[]
  /** Actions of the screen as a whole. */
  readonly actions: readonly Action[]
  /** How the screen learns of changes; null: when a person asks. */
  readonly refreshing: Refreshing | null
}

export type Refreshing = Stated & ({ readonly kind: 'live' } | { readonly kind: 'every'; readonly seconds: number })

export type Block = RecordsBlock | CountBlock | AnswerBlock | FormBlock
/** Blocks that show records through the viewer's permissions, and not what a call answers or takes. */
export type RecordsBlock = ListBlock | RecordBlock

interface BlockStated extends Stated {
  /** Null: it is called after what it shows. */
  readonly title: string | null
  readonly width: BlockWidth
  /** Title of the tab that it is. Its expressions name `path.…` and `chosen.…`. */
  readonly tab: Template | null
  /** Null: everybody whom the screen is for. */
  readonly forRoles: readonly Performer[] | null
  readonly whenFailing: (Stated & { readonly words: string }) | null
}

/** How a list is drawn; `by` and `of` are fields of its records, or keys of an answer. */
export type ListForm =
  | { readonly kind: 'table' }
  | ({ readonly kind: 'cards' } & Stated)
  | ({ readonly kind: FieldForm; readonly by: readonly string[] } & Stated)
  | ChartForm

/** Of groups of records, in one dimension or two. */
export interface ChartForm extends ChartDimension, Stated {
  readonly kind: 'chart'
  readonly draw: ChartKind
  readonly measure: Measure
  /** Null: how many there are. */
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

/** The forms that are drawn by one field. */
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
  readonly form: ListForm
  /** Numbers whose sums over the whole list stand below it. */
  readonly totals: readonly string[]
  readonly whenEmpty: string | null
  /** Actions of one row; actions that need no row are the screen's. */
  readonly actions: readonly Action[]
}

export interface RecordBlock extends BlockStated {
  readonly kind: 'record'
  readonly entity: string
  /** The route parameter that finds it, and the field it is. */
  readonly parameter: string
  readonly field: string
  readonly columns: readonly Column[]
  readonly actions: readonly Action[]
}

/** How many records there are, or the sum or average of a number of theirs. */
export interface CountBlock extends BlockStated {
  readonly kind: 'count'
  readonly measure: 'count' | 'sum' | 'average'
  /** Null: of count. */
  readonly measured: string | null
  /** Only those of the present period, beside those of the one before. */
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
  /** Parameters of its path and its query. The values name `path.…`, `chosen.…`, `me`, `now` and `today`. */
  readonly with: readonly ParameterValue[]
  /** The keys that lead to what is shown; none: the answer as a whole. */
  readonly part: readonly string[]
  readonly isList: boolean
  /** Plain values of what is shown, or of each of it, by which records are found. `field` null: nobody knows of which. */
  readonly holds: readonly HeldValue[]
  /** Name of the choice that a person makes among what is shown: `chosen.tag`. */
  readonly choicesFor: string | null
  readonly columns: readonly AnswerColumn[]
  /** Query parameters that a person may narrow a list by. */
  readonly filters: readonly string[]
  readonly form: ListForm
  readonly whenEmpty: string | null
  readonly actions: readonly Action[]
}

export interface HeldValue {
  /** Keys of what is shown. */
  readonly path: readonly string[]
  readonly field: { readonly entity: string; readonly field: string } | null
}

export interface ParameterValue {
  readonly name: string
  readonly value: Expression
}

export interface AnswerColumn extends Stated {
  /** Keys of what is shown; one key of a list of records leads to each of them. */
  readonly path: readonly string[]
  /** Null: it is headed by its path. */
  readonly title: string | null
  readonly type: ValueType
  readonly isFormattedText: boolean
  /** A web address that a button leads to, under the title. */
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
  /** Of its path, from the screen's address. */
  readonly with: readonly ParameterValue[]
  /** The call whose answer has the inputs' present values. */
  readonly filledFrom:
    | (Stated & { readonly method: Method; readonly path: string; readonly with: readonly ParameterValue[] })
    | null
  readonly thenOpen: string | null
  /** Pages, each with the inputs on it. Null: all at once. */
  readonly steps:
    | readonly (Stated & { readonly title: string | null; readonly inputs: readonly (readonly string[])[] })[]
    | null
  readonly actions: readonly Action[]
}

/** Something shown of a record: a path from it through to-one fields, maybe ending in a to-many's field. */
export interface Column extends Stated {
  readonly path: readonly string[]
  /** Null: it is headed by its path. */
  readonly title: string | null
  /** The value as an expression whose implicit record is `this`. */
  readonly value: Expression
  /** The type of the last field of the path. */
  readonly type: CheckedFieldType
  readonly isFormattedText: boolean
  /** A web address that a button leads to, under the title. */
  readonly isButton?: true
}

/** A label that nobody wrote: the words for what a standard call does to `of`. Readers have it in their own language. */
export interface MadeLabel {
  readonly word: 'list' | 'get' | 'create' | 'change' | 'delete' | 'new' | 'open'
  /** `stock item`; null: it stands beside the record. */
  readonly of: string | null
}

export type Action = Stated & {
  readonly label: string
  /** As the text has it, where the label is a translation: addresses are made of it. */
  readonly named?: string
  readonly made?: MadeLabel
} & (
    | {
        readonly kind: 'call'
        readonly method: Method
        readonly path: string
        readonly thenOpen: string | null
        /** Done to each row that a person has marked. */
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

/** A page about one record, which is laid out as PDF. */
export interface Document extends Stated {
  readonly name: string
  readonly entity: string
  /** Its implicit record is `this`, as in everything below. Null: not shown. It is then never made. */
  readonly title: Template | null
  /** Null: the one that is usual in the region of the language. */
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
  /** Fields of the rows, whose sums stand below. */
  readonly totals: readonly string[]
  readonly whenEmpty: string | null
}

export interface DocumentText extends Stated {
  readonly kind: 'text'
  readonly text: Template
}
