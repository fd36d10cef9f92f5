// The line between two files of the text → the name of the file that begins there. It cannot be edited, and lines are
// counted in each file.

import { EditorState, type Extension, type Range, type Text } from '@codemirror/state'
import { Decoration, type DecorationSet, EditorView, lineNumbers, ViewPlugin, WidgetType } from '@codemirror/view'
import { chaptersOf } from '@ninefold/core/text/chapters.ts'
import styles from './editor.module.css'

/** A file's first line, and the range between it and the file before. */
interface Mark {
  readonly from: number
  readonly to: number
  readonly path: string
  readonly unread: string | null
}

const marks = new WeakMap<Text, readonly Mark[]>()

/** Texts of the editor are immutable: a change creates a new one. */
function marksIn(doc: Text): readonly Mark[] {
  const found = marks.get(doc)
  if (found !== undefined) return found
  const chapters = chaptersOf(doc.toString())
  const made = chapters.slice(1).map(({ path, span, unread = null }, index) => ({
    from: chapters[index]?.span.end ?? 0,
    to: span.start,
    path: path ?? '',
    unread,
  }))
  marks.set(doc, made)
  return made
}

export function chapterMarks(): Extension {
  return [
    EditorState.changeFilter.of(({ startState }) => marksIn(startState.doc).flatMap(({ from, to }) => [from, to])),
    lineNumbers({ formatNumber: (line, { doc }) => numberIn(doc, line) }),
    names,
  ]
}

/** The number of a line in its file; none for a line that belongs to no file. */
function numberIn(doc: Text, line: number): string {
  if (line > doc.lines) return String(line)
  const { from } = doc.line(line)
  const before = marksIn(doc).findLast((mark) => mark.from < from)
  if (before === undefined) return String(line)
  return from < before.to ? '' : String(line - doc.lineAt(before.to).number + 1)
}

class Name extends WidgetType {
  private readonly mark: Mark

  constructor(mark: Mark) {
    super()
    this.mark = mark
  }

  override eq({ mark }: Name): boolean {
    return mark.path === this.mark.path && mark.unread === this.mark.unread
  }

  override toDOM(): HTMLElement {
    const element = document.createElement('span')
    element.className = styles.chapter ?? ''
    element.textContent = this.mark.unread === null ? this.mark.path : `${this.mark.path}: ${this.mark.unread}`
    return element
  }
}

const line = Decoration.line({ class: 'cm-chapter-line' })

function decorations({ state: { doc } }: EditorView): DecorationSet {
  const ranges = marksIn(doc).flatMap((mark): Range<Decoration>[] => {
    // Without the line endings around it.
    const [from, to] = [mark.from + 1, mark.to - 1]
    return [line.range(from), Decoration.replace({ widget: new Name(mark) }).range(from, to)]
  })
  return Decoration.set(ranges)
}

const names = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet

    constructor(view: EditorView) {
      this.decorations = decorations(view)
    }

    update(update: { readonly docChanged: boolean; readonly view: EditorView }) {
      if (update.docChanged) this.decorations = decorations(update.view)
    }
  },
  {
    decorations: (plugin) => plugin.decorations,
    provide: (plugin) => EditorView.atomicRanges.of((view) => view.plugin(plugin)?.decorations ?? Decoration.none),
  },
)
