// Creating missing records that inputs name: each form is in a dialog over the other form, possibly nested.

import { Suspense, useCallback, useMemo, useState, type ReactNode } from 'react'
import { lazyPart } from '../connection/lazy-part.tsx'
import { CreatingContext, type Creating, type Wanted } from '../inputs/creating-context.ts'

const CreationDialog = lazyPart(
  () => import('./creation-dialog.tsx').then((module) => ({ default: module.CreationDialog })),
  { missingAs: 'dialog' },
)

interface Started extends Wanted {
  /** Focus returns there. */
  readonly from: Element | null
}

export function CreatingProvider({ children }: { readonly children: ReactNode }) {
  const [started, setStarted] = useState<readonly Started[]>([])
  const create = useCallback((wanted: Wanted) => {
    const from = document.activeElement
    setStarted((before) => [...before, { ...wanted, from }])
  }, [])
  const open = useMemo(() => started.map(({ creation }) => creation.entity), [started])
  const creating = useMemo<Creating>(() => ({ within: [], isOpen: open.length > 0, create }), [open.length, create])
  const close = (at: number): void => {
    const from = started[at]?.from
    setStarted((before) => before.slice(0, at))
    if (from instanceof HTMLElement) requestAnimationFrame(() => from.focus())
  }
  return (
    <CreatingContext value={creating}>
      {children}
      <Suspense fallback={null}>
        {started.map((wanted, at) => (
          <CreationDialog
            key={wanted.creation.entity}
            wanted={wanted}
            isOnTop={at === started.length - 1}
            creating={{ ...creating, within: open.slice(0, at + 1) }}
            close={() => close(at)}
          />
        ))}
      </Suspense>
    </CreatingContext>
  )
}
