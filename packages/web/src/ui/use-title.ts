// The title of the page, and the focus after navigation.

import { useEffect } from 'react'
import { useLocation } from '@tanstack/react-router'
import { useApp } from './app-context.ts'

export function useTitle(title: string): void {
  const { name } = useApp()
  useEffect(() => {
    document.title = title === '' || title === name ? name : `${title} · ${name}`
  }, [title, name])
}

let lastPath: string | null = null

/** After navigation the focus starts at the content, as after a full load; never on the first page. */
export function useFocusOnArrival(): void {
  const { pathname } = useLocation()
  useEffect(() => {
    const isArrival = lastPath !== null && lastPath !== pathname
    lastPath = pathname
    if (!isArrival) return
    const content = document.getElementById('content')
    // A dialog or an input of the new page may have taken the focus on purpose.
    if (content !== null && !content.contains(document.activeElement)) content.focus({ preventScroll: true })
  }, [pathname])
}
