// A container → an editor of a specification, with the language service. All of it is CodeMirror.

import { closeBrackets, closeBracketsKeymap, completionKeymap } from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { lintKeymap } from '@codemirror/lint'
import { highlightSelectionMatches, searchKeymap } from '@codemirror/search'
import { EditorState, type Extension } from '@codemirror/state'
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  type KeyBinding,
  keymap,
  type ViewUpdate,
} from '@codemirror/view'
import { languageService } from '../language.ts'
import { chapterMarks } from './chapter-marks.ts'

export interface TextEditorOptions {
  readonly label: string
  readonly initial: string
  readonly updated: (update: ViewUpdate) => void
  /** Before all others. */
  readonly keys?: readonly KeyBinding[]
  /** Extensions of the containing page. */
  readonly besides?: Extension
}

export function openTextEditor(parent: HTMLElement, options: TextEditorOptions): EditorView {
  const { label, initial, updated, keys = [], besides = [] } = options
  return new EditorView({
    parent,
    state: EditorState.create({
      doc: initial,
      extensions: [
        chapterMarks(),
        history(),
        drawSelection(),
        highlightActiveLine(),
        highlightSelectionMatches(),
        closeBrackets(),
        EditorView.lineWrapping,
        EditorView.contentAttributes.of({ 'aria-label': label, spellcheck: 'false', tabindex: '0' }),
        // Tab leaves the text, as everywhere on the page.
        keymap.of([
          ...keys,
          ...completionKeymap,
          ...closeBracketsKeymap,
          ...defaultKeymap,
          ...historyKeymap,
          ...searchKeymap,
          ...lintKeymap,
        ]),
        languageService(),
        besides,
        EditorView.updateListener.of(updated),
      ],
    }),
  })
}
