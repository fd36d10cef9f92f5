// Selection of rows, by mouse and by keyboard: one row, a range with Shift, or the whole page. A row that leaves the
// page is no longer selected.

import { Checkbox } from '@mantine/core'
import {
  createContext,
  useCallback,
  useContext,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode,
} from 'react'
import type { RowData } from '@ninefold/core/contract/wire/app.ts'
import { chooseRow, stillThere, type Chosen } from '../../../client/lists/chosen-rows.ts'
import { words } from '../../words/words.ts'
import styles from './chosen-rows.module.css'

export interface ChosenRows {
  readonly chosen: Chosen
  readonly order: readonly string[]
  readonly choose: (id: string, isStretch: boolean) => void
  readonly set: (ids: readonly string[]) => void
}

const ChosenRowsContext = createContext<ChosenRows | null>(null)

/** Null: rows cannot be selected here. */
export function useChosenRows(): ChosenRows | null {
  return useContext(ChosenRowsContext)
}

export function ChoosingRows({ rows, children }: { readonly rows: readonly RowData[]; readonly children: ReactNode }) {
  const [asked, setAsked] = useState<Chosen>(new Set<string>())
  const last = useRef<string | null>(null)
  const order = useMemo(() => rows.map(({ id }) => id), [rows])
  const chosen = useMemo(() => stillThere(asked, order), [asked, order])
  const choose = useCallback(
    (id: string, isStretch: boolean) => {
      // Read before the state is set, because afterwards `last` is this row.
      const from = isStretch ? last.current : null
      setAsked((before) => chooseRow(stillThere(before, order), order, id, from))
      last.current = id
    },
    [order],
  )
  const set = useCallback((ids: readonly string[]) => setAsked(new Set(ids)), [])
  const value = useMemo(() => ({ chosen, order, choose, set }), [chosen, order, choose, set])
  return <ChosenRowsContext value={value}>{children}</ChosenRowsContext>
}

/**
 * Space selects, and Shift+Space selects a range. The arrow keys move on, and with Shift they also select. Ctrl+A
 * selects all.
 */
export function ChooseRow({ row, name }: { readonly row: RowData; readonly name: string }) {
  const choosing = useChosenRows()
  if (choosing === null) return null
  const { chosen, order, choose, set } = choosing
  const press = (event: KeyboardEvent<HTMLInputElement>): void => {
    const to = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (to !== 0) {
      event.preventDefault()
      const next = order[order.indexOf(row.id) + to]
      if (next === undefined) return
      document.querySelector<HTMLElement>(`[data-chooses="${CSS.escape(next)}"]`)?.focus()
      if (event.shiftKey && !chosen.has(next)) choose(next, false)
    } else if (event.key.toLowerCase() === 'a' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault()
      set(order)
    } else if (event.key === 'Escape' && chosen.size > 0) {
      event.stopPropagation()
      set([])
    }
  }
  return (
    <Checkbox
      className={styles.choose}
      size="xs"
      aria-label={words.screens.chooseRow(name)}
      data-chooses={row.id}
      checked={chosen.has(row.id)}
      onChange={(event) => choose(row.id, (event.nativeEvent as MouseEvent).shiftKey === true)}
      onKeyDown={press}
    />
  )
}

export function ChooseAll({ hasLabel = false }: { readonly hasLabel?: boolean }) {
  const choosing = useChosenRows()
  if (choosing === null) return null
  const { chosen, order, set } = choosing
  const isAll = chosen.size === order.length && order.length > 0
  return (
    <Checkbox
      className={styles.choose}
      size="xs"
      {...(hasLabel ? { label: words.screens.chooseAll } : { 'aria-label': words.screens.chooseAll })}
      checked={isAll}
      indeterminate={chosen.size > 0 && !isAll}
      onChange={() => set(isAll ? [] : order)}
    />
  )
}
