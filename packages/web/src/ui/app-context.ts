// The application that is shown, for every component below the frame.

import { createContext, useContext } from 'react'
import type { App } from '@ninefold/core/contract/app.ts'

export const AppContext = createContext<App | null>(null)

export function useApp(): App {
  const app = useContext(AppContext)
  if (app === null) throw new Error('A component that needs the application was drawn outside it.')
  return app
}
