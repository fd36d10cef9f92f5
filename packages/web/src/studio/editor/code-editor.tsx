// A text editor with the language service. React draws the container; the rest is CodeMirror.

import type { Extension } from '@codemirror/state'
import type { EditorView } from '@codemirror/view'
import { useEffect, useRef } from 'react'
import styles from './editor.module.css'
import { openTextEditor } from './text-editor.ts'

interface CodeEditorProps {
  readonly label: string
  readonly initial: string
  readonly ready: (view: EditorView) => void
  readonly changed: (text: string) => void
  readonly moved: (offset: number) => void
  /** Further decorations. Read once. */
  readonly besides?: Extension
  readonly commands: Readonly<Record<'save' | 'rename' | 'table', () => void>>
}

export function CodeEditor({ label, initial, besides = [], ...listeners }: CodeEditorProps) {
  const place = useRef<HTMLDivElement>(null)
  const latest = useRef(listeners)
  useEffect(() => {
    latest.current = listeners
  })
  useEffect(() => {
    if (place.current === null) return
    const own = [
      { key: 'Mod-s', preventDefault: true, run: () => (latest.current.commands.save(), true) },
      { key: 'F2', preventDefault: true, run: () => (latest.current.commands.rename(), true) },
      { key: 'Mod-Enter', preventDefault: true, run: () => (latest.current.commands.table(), true) },
    ]
    const view = openTextEditor(place.current, {
      label,
      initial,
      keys: own,
      besides,
      updated: (update) => {
        if (update.docChanged) latest.current.changed(update.state.doc.toString())
        if (update.selectionSet || update.docChanged) latest.current.moved(update.state.selection.main.head)
      },
    })
    latest.current.ready(view)
    return () => view.destroy()
    // From here on, the editor owns the text.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [])
  return <div ref={place} className={styles.code} />
}
