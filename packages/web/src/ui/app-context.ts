// The application that is shown, for every component below the frame.

import { createContext, useContext } from 'react'
import type { App } from '@ninefold/core/contract/wire/app.ts'

/** The application with its labels in the reader's language. */
export interface ShownApp extends App {
  readonly language: string
}

export const AppContext = createContext<ShownApp | null>(null)

export function useApp(): ShownApp {
  const app = useContext(AppContext)
  if (app === null) throw new Error('A component that needs the application was drawn outside it.')
  return app
}
