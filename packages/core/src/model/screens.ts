// Point 2, checked.

import type { Expression } from '../expression/expression.ts'
import type { Method, Sort } from './calls.ts'
import type { CheckedFieldType } from './entities.ts'
import type { Stated } from './model.ts'
import type { Performer } from './roles.ts'

export interface ScreensModel {
  readonly routes: readonly Route[]
  readonly screens: readonly Screen[]
}

export interface Route extends Stated {
  /** `/tickets/:number` */
  readonly path: string
  readonly screen: string
  readonly parameters: readonly { readonly name: string; readonly entity: string; readonly field: string }[]
}

export interface Screen extends Stated {
  readonly name: string
  /** Empty: whoever may see the data. Only for provisional screens. */
  readonly who: readonly Performer[]
  readonly isProvisional: boolean
  readonly blocks: readonly Block[]
  /** Actions of the screen as a whole. */
  readonly actions: readonly Action[]
}

export type Block = ListBlock | RecordBlock

export interface ListBlock extends Stated {
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
  readonly whenEmpty: string | null
  /** Actions of one row; actions that need no row are the screen's. */
  readonly actions: readonly Action[]
}

export interface RecordBlock extends Stated {
  readonly kind: 'record'
  readonly entity: string
  /** The route parameter that finds it, and the field it is. */
  readonly parameter: string
  readonly field: string
  readonly columns: readonly Column[]
  readonly actions: readonly Action[]
}

/** Something shown of a record: a path from it through to-one fields, maybe ending in a to-many's field. */
export interface Column extends Stated {
  readonly path: readonly string[]
  /** The value as an expression whose implicit record is `this`. */
  readonly value: Expression
  /** The type of the last field of the path. */
  readonly type: CheckedFieldType
  readonly isFormattedText: boolean
}

export type Action = Stated & {
  readonly label: string
} & (
    | { readonly kind: 'call'; readonly method: Method; readonly path: string; readonly thenOpen: string | null }
    | { readonly kind: 'transition'; readonly entity: string; readonly transition: string }
    | { readonly kind: 'open'; readonly screen: string }
    | { readonly kind: 'sign out'; readonly thenOpen: string | null }
  )
