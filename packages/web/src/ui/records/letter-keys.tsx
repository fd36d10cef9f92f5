// Single-letter shortcuts of the actions beside the record's title. Inactive while typing, in a dialog, or if turned
// off.

import { useContext, useEffect, useRef } from 'react'
import type { AppScreen } from '@ninefold/core/contract/wire/app.ts'
import { isOnTheWay } from '../../client/query/optimistic-update.ts'
import { letterKeysAreOn } from '../../client/input/letter-keys.ts'
import { useAct } from '../calls/action-context.ts'
import { RowOfPage } from '../screens/lists/row-of-page.ts'
import { calledHere, type OfferedOnPage } from './offered-on-page.ts'

interface LetterKeysProps {
  readonly screen: AppScreen
  /** Present actions. */
  readonly offered: readonly OfferedOnPage[]
}

export function LetterKeys({ screen, offered }: LetterKeysProps) {
  const { act } = useAct()
  const page = useContext(RowOfPage)
  useLetters((letter) => {
    const meant = offered.find((each) => each.letter === letter)
    if (meant === undefined || isOnTheWay(meant.row)) return false
    act({ screen, row: meant.row, page, ...calledHere(meant) })
    return true
  })
  return null
}

/** `press` returns whether it handled the letter. */
export function useLetters(press: (letter: string) => boolean): void {
  const latest = useRef(press)
  useEffect(() => {
    latest.current = press
  })
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (isLetter(event) && !isElsewhere(event.target) && letterKeysAreOn() && latest.current(event.key.toLowerCase()))
        event.preventDefault()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
}

function isLetter({ key, ctrlKey, metaKey, altKey, shiftKey, isComposing, defaultPrevented }: KeyboardEvent): boolean {
  return /^[a-z]$/i.test(key) && !ctrlKey && !metaKey && !altKey && !shiftKey && !isComposing && !defaultPrevented
}

const TYPING = 'input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable], [role=combobox]'

/** The focus is in a text input or a dialog. */
function isElsewhere(target: EventTarget | null): boolean {
  if (document.querySelector('[role=dialog][aria-modal=true], [role=menu]') !== null) return true
  return target instanceof Element && target.closest(`${TYPING}, [role=dialog], [role=menu], [role=listbox]`) !== null
}
