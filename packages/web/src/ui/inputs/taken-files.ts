// Files that are dropped on a form or pasted into it → the file input that takes them: the one under the pointer or the
// focus, else the first of the form.

import { useEffect, useRef, useState, type RefObject } from 'react'
import { bringsFiles } from './stray-files.ts'

/** Marks the area of a file input. */
const AREA = 'data-takes-files'
export const TAKES_FILES = { [AREA]: true }

/** Returns whether files are being dragged over the form to this area. */
export function useTakenFiles(area: RefObject<HTMLElement | null>, take: (files: readonly File[]) => void): boolean {
  const latest = useRef(take)
  latest.current = take
  const [isOver, setOver] = useState(false)
  useEffect(() => {
    const form = area.current?.closest('form')
    if (form == null) return
    const isMine = ({ target }: Event): boolean =>
      ((target as Element).closest(`[${AREA}]`) ?? form.querySelector(`[${AREA}]`)) === area.current
    const paste = (event: ClipboardEvent): void => {
      if (event.defaultPrevented || !isMine(event) || isText(event)) return
      const files = [...(event.clipboardData?.files ?? [])]
      if (files.length === 0) return
      event.preventDefault()
      latest.current(files)
    }
    const over = (event: DragEvent): void => {
      if (!bringsFiles(event)) return
      event.preventDefault()
      setOver(isMine(event))
    }
    const leave = ({ relatedTarget }: DragEvent): void => {
      // The pointer enters an element inside the form.
      if (!(relatedTarget instanceof Node && form.contains(relatedTarget))) setOver(false)
    }
    const drop = (event: DragEvent): void => {
      if (!bringsFiles(event)) return
      event.preventDefault()
      setOver(false)
      if (isMine(event)) latest.current([...(event.dataTransfer?.files ?? [])])
    }
    form.addEventListener('paste', paste)
    form.addEventListener('dragover', over)
    form.addEventListener('dragleave', leave)
    form.addEventListener('drop', drop)
    return () => {
      form.removeEventListener('paste', paste)
      form.removeEventListener('dragover', over)
      form.removeEventListener('dragleave', leave)
      form.removeEventListener('drop', drop)
    }
  }, [area])
  return isOver
}

/** A text that is copied from a table or a letter comes with a picture of itself. */
function isText({ target, clipboardData }: ClipboardEvent): boolean {
  const isWritten = target instanceof Element && target.matches('textarea, input, [contenteditable]')
  return isWritten && clipboardData?.types.includes('text/plain') === true
}
