// The core's language service → CodeMirror: completion, hover, diagnostics with fixes, and highlighting. All use one
// document per text.

import { autocompletion, type CompletionContext, type CompletionResult } from '@codemirror/autocomplete'
import { type Diagnostic as Shown, linter, lintGutter } from '@codemirror/lint'
import type { EditorState, Extension, Range, Text } from '@codemirror/state'
import { Decoration, hoverTooltip, ViewPlugin } from '@codemirror/view'
import type { DecorationSet, EditorView, ViewUpdate } from '@codemirror/view'
import type { Diagnostic } from '@ninefold/core/diagnostic/diagnostic.ts'
import { completionsAt } from '@ninefold/core/service/completion.ts'
import { openDocument, type Document } from '@ninefold/core/service/document.ts'
import { hoverAt } from '@ninefold/core/service/hover.ts'
import { tokensOf } from '@ninefold/core/service/tokens.ts'
import { today } from './today.ts'

const documents = new WeakMap<Text, Document>()

/** Editor texts are immutable: a change creates a new one. */
export function documentOf({ doc }: EditorState): Document {
  const known = documents.get(doc)
  if (known !== undefined) return known
  const made = openDocument(doc.toString(), today())
  documents.set(doc, made)
  return made
}

export function languageService(): Extension {
  return [
    autocompletion({ override: [completions], activateOnTyping: true, icons: false }),
    hoverTooltip((view, offset) => hover(view, offset), { hideOnChange: true }),
    linter((view) => documentOf(view.state).compiled.diagnostics.map((found) => shown(found)), { delay: 250 }),
    lintGutter(),
    colours,
  ]
}

function completions({ state, pos, explicit }: CompletionContext): CompletionResult | null {
  const before = state.doc.lineAt(pos).text.slice(0, pos - state.doc.lineAt(pos).from)
  if (!explicit && !/[\p{L}\p{N}`.|#*:,-]\s?$/u.test(before)) return null
  const found = completionsAt(documentOf(state), pos)
  const [first] = found
  if (first === undefined) return null
  const from = Math.min(...found.map(({ span }) => span.start))
  return {
    from,
    filter: true,
    options: found
      .filter(({ span }) => span.start === first.span.start)
      .map(({ label, detail, words, insert, span }) => ({
        label,
        ...(detail === null ? {} : { detail }),
        ...(words === null ? {} : { info: words }),
        apply: (view: EditorView) =>
          view.dispatch({
            changes: { from: span.start, to: Math.max(span.end, view.state.selection.main.head), insert },
            selection: { anchor: span.start + insert.length },
          }),
      })),
  }
}

function hover(view: EditorView, offset: number) {
  const found = hoverAt(documentOf(view.state), offset)
  if (found === null) return null
  return {
    pos: found.span.start,
    end: found.span.end,
    create: () => {
      const dom = document.createElement('div')
      dom.className = 'cm-words'
      for (const part of found.markdown.split('\n\n')) {
        const line = document.createElement(part.startsWith('|') ? 'pre' : 'p')
        line.textContent = part.startsWith('|') ? part : part.replaceAll('**', '')
        dom.append(line)
      }
      return { dom }
    },
  }
}

const SEVERITIES = { error: 'error', warning: 'warning', unknown: 'info', note: 'hint' } as const

function shown({ number, severity, span, message, hint, fixes }: Diagnostic): Shown {
  return {
    from: span.start,
    to: span.end,
    severity: SEVERITIES[severity],
    source: number,
    message: hint === null ? message : `${message}\n${hint}`,
    actions: fixes.map(({ title, edits }) => ({
      name: title,
      apply: (view: EditorView) =>
        view.dispatch({
          changes: edits.map((edit) => ({ from: edit.span.start, to: edit.span.end, insert: edit.text })),
        }),
    })),
  }
}

const heading = Decoration.line({ class: 'cm-heading-line' })

/** Only the visible part, because a text of thousands of lines has tens of thousands of names. */
function decorations(view: EditorView): DecorationSet {
  const marks: Range<Decoration>[] = []
  const tokens = tokensOf(documentOf(view.state))
  for (const { from, to } of view.visibleRanges) {
    for (let at = from; at <= to;) {
      const line = view.state.doc.lineAt(at)
      if (/^#{1,4} /.test(line.text)) marks.push(heading.range(line.from))
      for (const part of line.text.matchAll(/\*\*[^*]+\*\*/g))
        marks.push(
          Decoration.mark({ class: 'cm-label' }).range(line.from + part.index, line.from + part.index + part[0].length),
        )
      at = line.to + 1
    }
    for (const { span, kind } of tokens)
      if (span.start >= from && span.end <= to && span.end > span.start)
        marks.push(Decoration.mark({ class: `cm-name cm-name-${kind.replace(' ', '-')}` }).range(span.start, span.end))
  }
  return Decoration.set(marks, true)
}

const colours = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet

    constructor(view: EditorView) {
      this.decorations = decorations(view)
    }

    update(update: ViewUpdate) {
      if (update.docChanged || update.viewportChanged) this.decorations = decorations(update.view)
    }
  },
  { decorations: (plugin) => plugin.decorations },
)
