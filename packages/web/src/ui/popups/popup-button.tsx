// A button → the menu or panel that it opens. The button is drawn with the page; the rest is loaded after the first
// paint, or with the first click.

import { Suspense, useId, useState, type ReactNode, type Ref } from 'react'
import { lazyPart } from '../connection/lazy-part.tsx'
import type { OpenedProps } from './opened.ts'

const MenuOpened = lazyPart(() => import('./menu-opened.tsx'), { missingAs: 'dialog' })
const PanelOpened = lazyPart(() => import('./panel-opened.tsx'), { missingAs: 'dialog' })

/** Attributes of the button. */
export interface PopupButtonProps {
  readonly ref: Ref<HTMLButtonElement>
  readonly id: string
  readonly 'aria-haspopup': 'menu' | 'dialog'
  readonly 'aria-expanded': boolean
  readonly 'data-expanded': true | undefined
  readonly onClick: () => void
}

interface PopupProps extends Pick<OpenedProps, 'position'> {
  readonly button: (props: PopupButtonProps) => ReactNode
}

interface MenuProps extends PopupProps {
  readonly width?: number
  /** Items, in a part that is loaded with the menu. */
  readonly children: ReactNode
}

export function MenuButton({ button, children, ...look }: MenuProps) {
  const { shared, opened } = usePopup('menu')
  return (
    <>
      {button(shared)}
      {opened !== null && (
        <Suspense fallback={null}>
          <MenuOpened {...look} {...opened}>
            <Suspense fallback={null}>{children}</Suspense>
          </MenuOpened>
        </Suspense>
      )}
    </>
  )
}

interface PanelProps extends PopupProps {
  readonly label: string
  readonly children: (close: () => void) => ReactNode
}

export function PanelButton({ button, children, ...look }: PanelProps) {
  const { shared, opened } = usePopup('dialog')
  return (
    <>
      {button(shared)}
      {opened !== null && (
        <Suspense fallback={null}>
          <PanelOpened {...look} {...opened}>
            <Suspense fallback={null}>{opened.isOpen && children(opened.close)}</Suspense>
          </PanelOpened>
        </Suspense>
      )}
    </>
  )
}

/** `opened` is null until the first click. Afterwards it stays mounted, to fade out and restore the focus. */
function usePopup(kind: PopupButtonProps['aria-haspopup']): {
  readonly shared: PopupButtonProps
  readonly opened: Omit<OpenedProps, 'position' | 'children'> | null
} {
  const id = useId()
  const [button, setButton] = useState<HTMLButtonElement | null>(null)
  const [isOpen, setOpen] = useState(false)
  const [wasOpened, setWasOpened] = useState(false)
  const shared: PopupButtonProps = {
    ref: setButton,
    id,
    'aria-haspopup': kind,
    'aria-expanded': isOpen,
    'data-expanded': isOpen || undefined,
    onClick: () => {
      setWasOpened(true)
      setOpen(!isOpen)
    },
  }
  const opened = wasOpened && button !== null ? { id, button, isOpen, close: () => setOpen(false) } : null
  return { shared, opened }
}
