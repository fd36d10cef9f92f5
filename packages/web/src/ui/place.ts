// The parameters of the page's own address, as the route of its screen names them.

import { useLocation } from '@tanstack/react-router'
import { useMemo } from 'react'
import { matchScreen } from '../client/addresses.ts'
import { useApp } from './app-context.ts'

export function usePlace(): Readonly<Record<string, string>> {
  const { screens } = useApp()
  const { pathname } = useLocation()
  return useMemo(() => matchScreen(screens, pathname)?.parameters ?? {}, [screens, pathname])
}
