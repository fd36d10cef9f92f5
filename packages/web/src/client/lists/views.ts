// The viewer's saved views and columns: stored by the server for signed-in users, by the browser for guests.

import {
  type Layout,
  LAYOUTS_MAX,
  LAYOUTS_PATH,
  type LayoutColumn,
  layoutColumns,
  type ListPlace,
  type View,
  type Views,
  VIEWS_MAX,
  VIEWS_PATH,
} from '@ninefold/core/contract/screens/views.ts'
import { takeRead } from '../query/prefetch.ts'
import { request } from '../query/request.ts'

export interface ViewStore {
  readonly read: () => Promise<Views>
  /** Undefined: they have to be requested. */
  readonly known: () => Views | undefined
  readonly make: (view: Omit<View, 'id'>) => Promise<void>
  readonly change: (id: string, changed: ViewChanges) => Promise<void>
  /** Shares with users of a role, or with nobody. Null: the browser cannot share. */
  readonly share: ((id: string, role: string | null) => Promise<void>) | null
  readonly drop: (id: string) => Promise<void>
  /** Without columns, those of the screen apply. */
  readonly setColumns: (place: ListPlace, columns: readonly LayoutColumn[]) => Promise<void>
}

export type ViewChanges = Partial<Pick<View, 'name' | 'query'>> & { readonly opensFirst?: boolean }

/** The browser's storage is full, or the name exists already. */
export class NotKept extends Error {
  readonly why: 'taken' | 'too many'

  constructor(why: NotKept['why']) {
    super(why)
    this.name = 'NotKept'
    this.why = why
  }
}

export const ON_SERVER: ViewStore = {
  read: () => request<Views>('GET', VIEWS_PATH),
  known: () => takeRead(VIEWS_PATH) as Views | undefined,
  make: ({ screen, block, name, query }) =>
    request('POST', `${VIEWS_PATH}/${encodeURIComponent(screen)}/${block}`, { body: { name, query } }),
  change: (id, changed) => request('PATCH', `${VIEWS_PATH}/${id}`, { body: changed }),
  share: (id, role) => request('PATCH', `${VIEWS_PATH}/${id}`, { body: { sharedWith: role } }),
  drop: (id) => request('DELETE', `${VIEWS_PATH}/${id}`),
  setColumns: ({ screen, block }, columns) =>
    request('PUT', `${LAYOUTS_PATH}/${encodeURIComponent(screen)}/${block}`, { body: { columns } }),
}

const REMEMBERED = 'ninefold.views'

/** `storage` may be disabled, full or corrupted: then there are no views, and none are stored. */
export function inBrowser(storage: () => Pick<Storage, 'getItem' | 'setItem'>): ViewStore {
  const read = (): Views => {
    try {
      return viewsIn(JSON.parse(storage().getItem(REMEMBERED) ?? '{}'))
    } catch {
      return { views: [], layouts: [] }
    }
  }
  const write = (views: Views): void => storage().setItem(REMEMBERED, JSON.stringify(views))
  return {
    read: async () => read(),
    known: read,
    make: async (view) => {
      const kept = read()
      if (kept.views.some((each) => isAt(each, view) && each.name === view.name)) throw new NotKept('taken')
      if (kept.views.length >= VIEWS_MAX) throw new NotKept('too many')
      write({ ...kept, views: inOrder([...kept.views, { ...view, id: crypto.randomUUID() }]) })
    },
    change: async (id, changed) => {
      const kept = read()
      const old = kept.views.find((each) => each.id === id)
      if (old === undefined) return
      const { opensFirst: wasFirst, ...before } = old
      const { opensFirst = wasFirst === true, ...values } = changed
      const now: View = { ...before, ...values, ...(opensFirst ? { opensFirst } : {}) }
      const others = kept.views
        .filter((each) => each !== old)
        .map((each) => (opensFirst && isAt(each, now) ? withoutFirst(each) : each))
      if (others.some((each) => isAt(each, now) && each.name === now.name)) throw new NotKept('taken')
      write({ ...kept, views: inOrder([...others, now]) })
    },
    share: null,
    drop: async (id) => {
      const kept = read()
      write({ ...kept, views: kept.views.filter((each) => each.id !== id) })
    },
    setColumns: async ({ screen, block }, columns) => {
      const kept = read()
      const others = kept.layouts.filter((each) => !isAt(each, { screen, block }))
      const own = columns.length === 0 ? [] : [{ screen, block, columns }]
      write({ ...kept, layouts: [...others, ...own].slice(-LAYOUTS_MAX) })
    },
  }
}

function withoutFirst({ opensFirst: _, ...view }: View): View {
  return view
}

/** The view with which a list opens; undefined: as the text states it. */
export function firstView(views: readonly View[], place: ListPlace): View | undefined {
  const first = views.filter((view) => view.opensFirst === true && isAt(view, place))
  return first.find(({ isOthers }) => isOthers !== true) ?? first[0]
}

export function isAt(one: ListPlace, other: ListPlace): boolean {
  return one.screen === other.screen && one.block === other.block
}

function inOrder(views: readonly View[]): readonly View[] {
  return views.toSorted((one, other) => one.name.localeCompare(other.name))
}

/** The stored value may be from another version of this program. */
function viewsIn(stored: unknown): Views {
  const { views, layouts } = (stored ?? {}) as { readonly views?: unknown; readonly layouts?: unknown }
  const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
  return { views: list(views).filter(isView), layouts: list(layouts).filter(isLayout) }
}

function isPlace(value: unknown): value is ListPlace {
  const { screen, block } = (value ?? {}) as Record<string, unknown>
  return typeof screen === 'string' && typeof block === 'number'
}

function isView(value: unknown): value is View {
  const { id, name, query } = (value ?? {}) as Record<string, unknown>
  return isPlace(value) && [id, name, query].every((each) => typeof each === 'string')
}

function isLayout(value: unknown): value is Layout {
  return isPlace(value) && layoutColumns((value as Partial<Layout>).columns) !== null
}
