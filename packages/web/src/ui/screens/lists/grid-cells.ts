// Keyboard navigation among the cells of a table: one cell is the tab stop, and the arrow keys move from there. A cell
// with exactly one control focuses that control; any other cell takes the focus itself.

/** Controls for the pointer only are left out. */
const WIDGETS = ':is(a[href], button, input, select, textarea, summary):not([data-aside])'

export interface GridPlace {
  /** The row's id, which stays the same when the row moves. */
  readonly row: string
  /** Its index among all rows. */
  readonly index: number
  readonly column: number
}

function rowElements(table: HTMLTableElement): HTMLTableRowElement[] {
  return [...table.querySelectorAll<HTMLTableRowElement>('tbody tr[data-row]')]
}

export function rowAt(table: HTMLTableElement, index: number): HTMLTableRowElement | null {
  return table.querySelector<HTMLTableRowElement>(`tbody tr[data-index="${index}"]`)
}

export function rowOf(table: HTMLTableElement, id: string): HTMLTableRowElement | null {
  return table.querySelector<HTMLTableRowElement>(`tbody tr[data-row="${CSS.escape(id)}"]`)
}

export function widgetsIn(cell: HTMLTableCellElement): HTMLElement[] {
  return [...cell.querySelectorAll<HTMLElement>(WIDGETS)].filter((each) => !each.hasAttribute('disabled'))
}

export function focusTarget(cell: HTMLTableCellElement): HTMLElement {
  const widgets = widgetsIn(cell)
  return widgets.length === 1 ? (widgets[0] ?? cell) : cell
}

/** Returns the place of the focused element, or null if it is in no row. */
export function placeOf(element: Element): GridPlace | null {
  const cell = element.closest<HTMLTableCellElement>('td')
  const row = cell?.closest<HTMLTableRowElement>('tr[data-row]') ?? null
  if (cell === null || row === null) return null
  return { row: row.dataset['row'] ?? '', index: Number(row.dataset['index']), column: cell.cellIndex }
}

/** The initial tab stop: the title cell of the first row. */
export function firstPlace(table: HTMLTableElement): GridPlace | null {
  const row = rowElements(table)[0]
  if (row === undefined) return null
  const titled = row.querySelector<HTMLTableCellElement>('td[data-link]') ?? row.cells[0]
  return { row: row.dataset['row'] ?? '', index: Number(row.dataset['index']), column: titled?.cellIndex ?? 0 }
}

/** Leaves one tab stop in the whole table; the arrow keys reach all other cells. */
export function tidyStops(table: HTMLTableElement, active: GridPlace | null): void {
  const row = active === null ? null : rowOf(table, active.row)
  const stop = row?.cells[Math.min(active?.column ?? 0, row.cells.length - 1)]
  for (const { cells } of rowElements(table))
    for (const cell of cells) {
      const target = focusTarget(cell)
      setStop(cell, cell === target ? (cell === stop ? 0 : -1) : null)
      for (const widget of widgetsIn(cell)) setStop(widget, widget === target && cell === stop ? 0 : -1)
    }
}

function setStop(element: HTMLElement, index: 0 | -1 | null): void {
  const wanted = index === null ? null : String(index)
  if (element.getAttribute('tabindex') === wanted) return
  if (wanted === null) element.removeAttribute('tabindex')
  else element.setAttribute('tabindex', wanted)
}

/** The number of visible rows, which is the step of Page Up and Page Down. */
export function rowsInSight(table: HTMLTableElement): number {
  const around = table.closest<HTMLElement>('[data-scrolls]')
  const height = rowElements(table)[0]?.getBoundingClientRect().height ?? 44
  const sight = Math.min(around?.clientHeight ?? window.innerHeight, window.innerHeight)
  return Math.max(1, Math.floor((sight - height) / Math.max(1, height)) - 1)
}
