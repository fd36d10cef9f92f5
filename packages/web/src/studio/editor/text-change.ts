// A text and its replacement → the smallest change between them, so that the cursor stays, and undo works per
// keystroke.

import { redo, undo } from '@codemirror/commands'
import { EditorView } from '@codemirror/view'
import type { Edit } from '@ninefold/core/diagnostic/diagnostic.ts'
import type { TextHistory } from './table-grid.tsx'

/** Common text at both ends is unchanged. */
export function replaceText(view: EditorView | null, next: string): void {
  if (view === null) return
  // The next text may have other chapters, whose marks are not edited otherwise.
  view.dispatch({ changes: smallestChange(view.state.doc.toString(), 0, next), filter: false })
}

/** Distance from the top, so that the previous line is visible. */
const MARGIN = 40
/** Heights of lines that were never drawn are estimates, which later frames correct. */
const FRAMES_MAX = 8

/** Scrolls the line to the top, and keeps it there while heights are corrected. */
export function showOffset(view: EditorView | null, offset: number): void {
  if (view === null) return
  const { from } = view.state.doc.lineAt(Math.min(offset, view.state.doc.length))
  bringToTop(view, from, FRAMES_MAX)
}

function bringToTop(view: EditorView, at: number, framesLeft: number): void {
  if (framesLeft === 0 || !view.dom.isConnected || at > view.state.doc.length) return
  const top = view.coordsAtPos(at)?.top ?? Number.NaN
  const isThere = Math.abs(top - view.scrollDOM.getBoundingClientRect().top - MARGIN) < MARGIN
  if (!isThere) view.dispatch({ effects: EditorView.scrollIntoView(at, { y: 'start', yMargin: MARGIN }) })
  requestAnimationFrame(() => bringToTop(view, at, framesLeft - 1))
}

/** Clears the selection, which the next keystroke would replace. */
export function backToText(view: EditorView | null): void {
  if (view === null) return
  view.dispatch({ selection: { anchor: view.state.selection.main.head } })
  view.focus()
}

/** Programmatic changes of the text, which can be undone like typed ones. */
export function historyOf(view: () => EditorView | null): TextHistory {
  return {
    change: (edits) => {
      const current = view()
      if (current === null) return
      current.dispatch({ changes: edits.map((edit) => changeOf(current, edit)), userEvent: 'input.type' })
    },
    undo: () => void withView(view(), undo),
    redo: () => void withView(view(), redo),
  }
}

function withView(view: EditorView | null, command: (view: EditorView) => boolean): boolean {
  return view !== null && command(view)
}

function changeOf({ state }: EditorView, { span, text }: Edit) {
  return smallestChange(state.doc.sliceString(span.start, span.end), span.start, text)
}

function smallestChange(now: string, at: number, next: string) {
  let start = 0
  while (start < now.length && start < next.length && now[start] === next[start]) start++
  let end = 0
  while (end < now.length - start && end < next.length - start && now.at(-1 - end) === next.at(-1 - end)) end++
  return { from: at + start, to: at + now.length - end, insert: next.slice(start, next.length - end) }
}
