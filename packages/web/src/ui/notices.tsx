// Shows a notice at the bottom of the page, from anywhere in the program. Most visits show none, so the drawing
// component is loaded with the first notice.

import type { NotificationData } from '@mantine/notifications'
import { Suspense, useSyncExternalStore } from 'react'
import { lazyPart } from './connection/lazy-part.tsx'

const load = () => import('./notices-shown.tsx')

const Notices = lazyPart(load, { missingAs: 'line' })

let isBegun = false
const listeners = new Set<() => void>()

export function showNotice(notice: NotificationData): void {
  isBegun = true
  for (const listener of listeners) listener()
  // A part that was not loaded says so in its place, below.
  void load().then(
    ({ show }) => show(notice),
    () => {},
  )
}

export function hideNotice(id: string): void {
  void load().then(
    ({ hide }) => hide(id),
    () => {},
  )
}

export function NoticesPlace() {
  const isShown = useSyncExternalStore(subscribe, () => isBegun)
  return isShown ? (
    <Suspense fallback={null}>
      <Notices />
    </Suspense>
  ) : null
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
