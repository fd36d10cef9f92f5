// Where the page is: the parameters of its own address, as the screen's route names them.

import { useLocation } from '@tanstack/react-router'
import { useMemo } from 'react'
import { matchScreen } from '../client/addresses.ts'
import { useApp } from './app-context.ts'

export function usePlace(): Readonly<Record<string, string>> {
  const { screens } = useApp()
  const { pathname } = useLocation()
  return useMemo(() => matchScreen(screens, pathname)?.parameters ?? {}, [screens, pathname])
}
