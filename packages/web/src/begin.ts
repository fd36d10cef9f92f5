// The first lines of the program: they ask for the application, and for what its page shows or, where somebody has to sign
// in first, for the form, while everything else that draws it is still being loaded. The page names this file before all
// others (vite.config.ts).

import type { App } from '@ninefold/core/contract/app.ts'
import { VIEWS_PATH } from '@ninefold/core/contract/views.ts'
import { APP_ADDRESS, matchScreen } from './client/addresses.ts'
import { askAhead } from './client/asked-ahead.ts'
import { askedFirst } from './client/first-page.ts'
import { headersOfReading } from './client/request.ts'

async function begin(): Promise<void> {
  const answer = await askAhead(APP_ADDRESS, headersOfReading())
  if (!answer.ok) return
  // Whoever draws the application reads the answer too.
  const app = (await answer.clone().json()) as App
  const { pathname, search } = window.location
  const first = askedFirst(app, pathname, search)
  // How a list is looked at is known before its rows are drawn.
  const views = app.caller === null || first.length === 0 ? [] : [VIEWS_PATH]
  for (const address of [...first, ...views]) void askAhead(address, headersOfReading())
  const isSigningIn = app.caller === null && app.signIn !== null && matchScreen(app.screens, pathname) === null
  if (!isSigningIn || app.signIn?.password === null) return
  await pageIsRead()
  await import('./ui/roles/sign-in.tsx')
}

/** The form brings the rest of the program, which runs with it and draws into the page: in a browser that has both kept, before it is read. */
async function pageIsRead(): Promise<void> {
  if (document.readyState === 'loading')
    await new Promise((resolve) => document.addEventListener('readystatechange', resolve, { once: true }))
}

// What goes wrong here is met again, and said, by whoever draws the page.
begin().catch(() => {})
