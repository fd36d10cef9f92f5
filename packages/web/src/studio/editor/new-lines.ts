// Highlights lines that are not in the file yet, so that an answer's effect is visible.

import type { Extension, Range } from '@codemirror/state'
import { Decoration, type DecorationSet, type EditorView, ViewPlugin } from '@codemirror/view'

const mark = Decoration.line({ class: 'cm-new-line' })

/** `saved` is called at each update, because the file changes. */
export function newLines(saved: () => string): Extension {
  return ViewPlugin.fromClass(
    class {
      decorations: DecorationSet

      constructor(view: EditorView) {
        this.decorations = decorations(view, saved())
      }

      update({ view }: { readonly view: EditorView }) {
        this.decorations = decorations(view, saved())
      }
    },
    { decorations: (plugin) => plugin.decorations },
  )
}

function decorations(view: EditorView, saved: string): DecorationSet {
  const known = new Set(saved.split('\n'))
  const marks: Range<Decoration>[] = []
  for (const { from, to } of view.visibleRanges) {
    for (let at = from; at <= to;) {
      const line = view.state.doc.lineAt(at)
      if (!known.has(line.text)) marks.push(mark.range(line.from))
      at = line.to + 1
    }
  }
  return Decoration.set(marks)
}
