// The program's entry: it requests the application and the first page's data (or the sign-in form) while the rest of
// the program is still loading. The page names this file before all others (vite.config.ts).

import type { App } from '@ninefold/core/contract/wire/app.ts'
import { VIEWS_PATH } from '@ninefold/core/contract/screens/views.ts'
import { APP_ADDRESS, matchScreen } from './client/addresses.ts'
import { startInstead } from './client/last-place.ts'
import { askAhead, hasBegun, readAhead } from './client/query/prefetch.ts'
import { pathShown } from './client/tenant-base.ts'
import { askedFirst } from './client/query/first-page.ts'
import { browserLanguages, chosenLanguage, languageFor, wordsFor } from './client/input/language.ts'
import { headersOfReading } from './client/query/request.ts'
import { CATALOGUES } from './ui/words/catalogues.ts'

async function begin(): Promise<void> {
  const answer = await askAhead(APP_ADDRESS, headersOfReading())
  if (!answer.ok) return
  // Cloned, because the code that draws the application reads the answer too.
  const app = (await answer.clone().json()) as App
  const { pathname, search } = placeOf(app)
  const first = askedFirst(app, pathname, search)
  // Saved views of a list are needed before its rows are drawn.
  const views = app.caller === null || first.length === 0 ? [] : [VIEWS_PATH]
  const data = [...first, ...views].map((address) => readAhead(address, headersOfReading()))
  if (data.length > 0) warmUp()
  await Promise.all([...data, formOf(app, pathname), lookOf(app)])
}

/** The page that will be drawn. */
function placeOf(app: App): Pick<URL, 'pathname' | 'search'> {
  const { search, href } = window.location
  const shown = pathShown()
  return new URL(startInstead(app, shown, search) ?? shown + search, href)
}

/** The first date format in a page is slow, so it is computed while data is loading. */
function warmUp(): void {
  new Intl.DateTimeFormat(browserLanguages()[0]).format()
}

/** Words of another language and shades of a brand colour, which are not in the main program. */
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

/**
 * Importing these parts executes the rest of the program, which draws into the page. A browser with a warm cache could
 * do that before the page is parsed.
 */
async function pageIsRead(): Promise<void> {
  if (document.readyState === 'loading')
    await new Promise((resolve) => document.addEventListener('readystatechange', resolve, { once: true }))
}

// An error here recurs when the page is drawn, and is shown there.
hasBegun(begin().catch(() => {}))
