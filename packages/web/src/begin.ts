// The first lines of the program: they ask for the application, and for what its page shows, while everything else that
// draws it is still being loaded. The page names this file before all others (vite.config.ts).

import type { App } from '@ninefold/core/contract/app.ts'
import { APP_ADDRESS } from './client/addresses.ts'
import { askAhead } from './client/asked-ahead.ts'
import { askedFirst } from './client/first-page.ts'
import { headersOfReading } from './client/request.ts'

async function begin(): Promise<void> {
  const answer = await askAhead(APP_ADDRESS, headersOfReading())
  if (!answer.ok) return
  // Whoever draws the application reads the answer too.
  const app = (await answer.clone().json()) as App
  const { pathname, search } = window.location
  for (const address of askedFirst(app, pathname, search)) void askAhead(address, headersOfReading())
}

// What goes wrong here is met again, and said, by whoever draws the page.
begin().catch(() => {})
