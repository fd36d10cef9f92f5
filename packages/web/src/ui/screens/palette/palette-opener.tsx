// Opens the command palette: Ctrl+K or ⌘K anywhere, and a button. The palette itself is loaded then.

import { IconSearch } from '@tabler/icons-react'
import { Suspense, useEffect, useState } from 'react'
import { lazyPart } from '../../connection/lazy-part.tsx'
import { words } from '../../words/words.ts'
import { ShortcutsPlace } from './shortcuts-opener.tsx'
import { keepTyping, takeTyped } from './typed-ahead.ts'
import styles from './navigation.module.css'

const Palette = lazyPart(() => import('./palette.tsx').then((module) => ({ default: module.Palette })), {
  missingAs: 'dialog',
})

const OPENING = 'ninefold:palette'

/** One for the whole page. */
export function PalettePlace() {
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return
      event.preventDefault()
      setOpen((before) => !before)
    }
    const open = (): void => setOpen(true)
    addEventListener('keydown', press)
    addEventListener(OPENING, open)
    return () => {
      removeEventListener('keydown', press)
      removeEventListener(OPENING, open)
    }
  }, [])
  useEffect(() => {
    if (!isOpen) return
    keepTyping()
    return () => void takeTyped()
  }, [isOpen])
  return (
    <>
      {isOpen && (
        <Suspense fallback={null}>
          <Palette close={() => setOpen(false)} />
        </Suspense>
      )}
      <ShortcutsPlace />
    </>
  )
}

export function PaletteButton({ chosen }: { readonly chosen?: (() => void) | undefined }) {
  return (
    <button
      type="button"
      className={styles.seek}
      aria-keyshortcuts="Control+K Meta+K"
      onClick={() => {
        chosen?.()
        dispatchEvent(new Event(OPENING))
      }}
    >
      <IconSearch size={16} aria-hidden="true" className={styles.icon} />
      <span className={styles.label}>{words.palette.button}</span>
      <kbd aria-hidden="true">{/Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘' : `${words.palette.control} `}K</kbd>
    </button>
  )
}
