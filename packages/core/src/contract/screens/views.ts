// Saved views: named filters and columns of a list. A view is private, or shared with one of the user's roles. It
// contains no data: it is a part of an address, read with the rights of the person who opens it.

/** `GET` all of the user's own; `POST <screen>/<block>` a new one, `PATCH <id>` and `DELETE <id>` one of them. */
export const VIEWS_PATH = '/_ninefold/views'
/** `PUT <screen>/<block>` the columns of a list. */
export const LAYOUTS_PATH = '/_ninefold/layouts'

/** Maximum number of views per user. */
export const VIEWS_MAX = 200
export const VIEW_NAME_LENGTH_MAX = 80
export const VIEW_QUERY_LENGTH_MAX = 2000
/** Maximum number of lists with columns per user; the oldest entry is dropped. */
export const LAYOUTS_MAX = 200
export const COLUMNS_MAX = 200
const COLUMN_KEY_LENGTH_MAX = 300
export const COLUMN_WIDTH_MIN = 48
export const COLUMN_WIDTH_MAX = 1200

/** Parameter of a page's address and of a CSV file: the shown columns in order, comma-separated. */
export const SHOWN_COLUMNS = 'shown-columns'

/** Parameter of a page's address: the key of the column whose values are groups. No filter has a hyphen in its name. */
export const GROUPED_BY = 'grouped-by'
/** The same: `compact` rows. */
export const ROW_DENSITY = 'row-density'

/** Identifies a list: the screen's key and the block's index, as in addresses. */
export interface ListPlace {
  readonly screen: string
  readonly block: number
}

export interface View extends ListPlace {
  readonly id: string
  readonly name: string
  /** `status=open&sort=-dueAt`: the query in the page's address, as for the first list of a screen. */
  readonly query: string
  /** The role with which it is shared; missing: private. */
  readonly sharedWith?: string
  /** The list opens with it, unless its address says otherwise. Users' own views come before shared ones. */
  readonly opensFirst?: true
  /** Another user has shared it and alone can change it. */
  readonly isOthers?: true
}

export interface LayoutColumn {
  readonly key: string
  /** Null: as wide as its content. */
  readonly width: number | null
  readonly isShown: boolean
}

export interface Layout extends ListPlace {
  /** In order. Further columns come last. */
  readonly columns: readonly LayoutColumn[]
}

/** Answer of `GET /_ninefold/views`. */
export interface Views {
  readonly views: readonly View[]
  readonly layouts: readonly Layout[]
}

/** Parses columns; null: malformed. */
export function layoutColumns(sent: unknown): readonly LayoutColumn[] | null {
  if (!Array.isArray(sent) || sent.length > COLUMNS_MAX) return null
  const columns = (sent as readonly unknown[]).map(layoutColumn)
  const known = columns.filter((column) => column !== null)
  const isEachOnce = new Set(known.map(({ key }) => key)).size === sent.length
  return isEachOnce ? known : null
}

function layoutColumn(sent: unknown): LayoutColumn | null {
  if (typeof sent !== 'object' || sent === null) return null
  const { key, width = null, isShown, ...others } = sent as Record<string, unknown>
  if (typeof key !== 'string' || key === '' || key.length > COLUMN_KEY_LENGTH_MAX || key.includes('\u0000')) return null
  if (typeof isShown !== 'boolean' || Object.keys(others).length > 0) return null
  return width === null || isWidth(width) ? { key, width, isShown } : null
}

function isWidth(width: unknown): width is number {
  return Number.isInteger(width) && Number(width) >= COLUMN_WIDTH_MIN && Number(width) <= COLUMN_WIDTH_MAX
}
