// A text and the one that is to stand there instead → the smallest change between them, so that the cursor stays where it
// is and what is typed stroke by stroke is taken back together.

import { redo, undo } from '@codemirror/commands'
import { EditorView } from '@codemirror/view'
import type { Edit } from '@ninefold/core/diagnostic/diagnostic.ts'
import type { TextHistory } from './table-grid.tsx'

/** Equal text at both ends stays. */
export function replaceText(view: EditorView | null, next: string): void {
  if (view === null) return
  view.dispatch({ changes: smallestChange(view.state.doc.toString(), 0, next) })
}

/** Below the top, so that the line before it is seen as well. */
const MARGIN = 40
/** Lines that were never drawn have a height that is only guessed: what they are, frames after it tell. */
const FRAMES_MAX = 8

/** The line is at the top then, and stays there while the place of the text and the heights of lines become what they are. */
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

/** Nothing is selected that the next stroke would take the place of. */
export function backToText(view: EditorView | null): void {
  if (view === null) return
  view.dispatch({ selection: { anchor: view.state.selection.main.head } })
  view.focus()
}

/** Changes of the text by other means than its own keys, which are taken back like those. */
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
