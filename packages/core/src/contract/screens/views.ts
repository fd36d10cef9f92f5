// A person's view of a list: named views of it, and the columns as they like them. A view is theirs alone, or shared with a
// role that they have. It holds no data: it is a part of an address, read with the rights of whoever opens it.

/** `GET` all of one's own; `POST <screen>/<block>` a new one, `PATCH <id>` and `DELETE <id>` one of them. */
export const VIEWS_PATH = '/_ninefold/views'
/** `PUT <screen>/<block>` the columns of a list. */
export const LAYOUTS_PATH = '/_ninefold/layouts'

/** So many has one person, in all. */
export const VIEWS_MAX = 200
export const VIEW_NAME_LENGTH_MAX = 80
export const VIEW_QUERY_LENGTH_MAX = 2000
/** Of more lists than these, the one that was set first is forgotten. */
export const LAYOUTS_MAX = 200
export const COLUMNS_MAX = 200
export const COLUMN_KEY_LENGTH_MAX = 300
export const COLUMN_WIDTH_MIN = 48
export const COLUMN_WIDTH_MAX = 1200

/** In the address of a page, and of a list as a file: the columns that are shown, in their order, with commas between. */
export const SHOWN_COLUMNS = 'shown-columns'

/** Which list: the screen as in addresses, and the block's number there. */
export interface ListPlace {
  readonly screen: string
  readonly block: number
}

export interface View extends ListPlace {
  readonly id: string
  readonly name: string
  /** `status=open&sort=-dueAt`: what stands in the address of the page, as for the first list of a screen. */
  readonly query: string
  /** The role whose users have it, too; missing: nobody else. */
  readonly sharedWith?: string
  /** Somebody else has shared it, and only they change it. */
  readonly isOthers?: true
}

export interface LayoutColumn {
  readonly key: string
  /** Null: as wide as what is in it. */
  readonly width: number | null
  readonly isShown: boolean
}

export interface Layout extends ListPlace {
  /** In their order. Columns that are not among them come last. */
  readonly columns: readonly LayoutColumn[]
}

/** Answer of `GET /_ninefold/views`. */
export interface Views {
  readonly views: readonly View[]
  readonly layouts: readonly Layout[]
}

/** Columns as they were sent; null: they are none. */
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
