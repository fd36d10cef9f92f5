// A place on the page → the editor of the author's pages, with the functions that this page needs.

import { documentOf } from '@ninefold/web/studio/language.ts'
import { openTextEditor } from '@ninefold/web/studio/editor/text-editor.ts'

export interface Editor {
  readonly text: string
  /** Messages of the errors in the present text. */
  readonly errors: readonly string[]
  replace(text: string): void
}

export function openEditor(place: HTMLElement, text: string, changed: () => void): Editor {
  const view = openTextEditor(place, {
    label: 'Text of the application',
    initial: text,
    updated: ({ docChanged }) => {
      if (docChanged) changed()
    },
  })
  return {
    get text() {
      return view.state.doc.toString()
    },
    get errors() {
      const { diagnostics } = documentOf(view.state).compiled
      return diagnostics.filter(({ severity }) => severity === 'error').map(({ message }) => message)
    },
    replace: (next) => view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: next } }),
  }
}
