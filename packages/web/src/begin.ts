// The first lines of the program: they ask for the application, and for what its page shows or, where somebody has to sign
// in first, for the form, while everything else that draws it is still being loaded. The page names this file before all
// others (vite.config.ts).

import type { App } from '@ninefold/core/contract/wire/app.ts'
import { VIEWS_PATH } from '@ninefold/core/contract/screens/views.ts'
import { APP_ADDRESS, matchScreen } from './client/addresses.ts'
import { askAhead, hasBegun, readAhead } from './client/query/prefetch.ts'
import { askedFirst } from './client/query/first-page.ts'
import { browserLanguages, chosenLanguage, languageFor, wordsFor } from './client/input/language.ts'
import { headersOfReading } from './client/query/request.ts'
import { CATALOGUES } from './ui/words/catalogues.ts'

async function begin(): Promise<void> {
  const answer = await askAhead(APP_ADDRESS, headersOfReading())
  if (!answer.ok) return
  // The code that draws the application reads the answer too.
  const app = (await answer.clone().json()) as App
  const { pathname, search } = window.location
  const first = askedFirst(app, pathname, search)
  // How a list is looked at is known before its rows are drawn.
  const views = app.caller === null || first.length === 0 ? [] : [VIEWS_PATH]
  const data = [...first, ...views].map((address) => readAhead(address, headersOfReading()))
  if (data.length > 0) warmUp()
  await Promise.all([...data, formOf(app, pathname), lookOf(app)])
}

/** The first date that is written in a page takes longer than all others; until the data is there, there is time for it. */
function warmUp(): void {
  new Intl.DateTimeFormat(browserLanguages()[0]).format()
}

/** The words of another language and the shades of a colour, which the program itself does not have. */
async function lookOf({ language, brand }: App): Promise<void> {
  const tag = languageFor({ chosen: chosenLanguage(), stated: language, browser: browserLanguages() })
  const words = CATALOGUES[wordsFor(tag)]
  if (words === null && brand.colour === null) return
  await pageIsRead()
  await Promise.all([words?.(), brand.colour === null ? undefined : import('./ui/brand/brand.ts')])
}

async function formOf(app: App, pathname: string): Promise<void> {
  const isSigningIn = app.caller === null && app.signIn !== null && matchScreen(app.screens, pathname) === null
  if (!isSigningIn || app.signIn?.password === null) return
  await pageIsRead()
  await import('./ui/roles/sign-in.tsx')
}

/** Each of them brings the rest of the program, which runs with it and draws into the page: in a browser that has both kept, before it is read. */
async function pageIsRead(): Promise<void> {
  if (document.readyState === 'loading')
    await new Promise((resolve) => document.addEventListener('readystatechange', resolve, { once: true }))
}

// An error here is met again, and shown, when the page is drawn.
hasBegun(begin().catch(() => {}))
