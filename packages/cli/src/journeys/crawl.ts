// Crawls an application and visits each of a person's screens once: from the navigation, from links and from given
// addresses.

import type { Page } from 'playwright-core'

interface Screen {
  readonly key: string
  /** `/tickets/:number` */
  readonly address: string
}

interface Seen {
  readonly navigation: readonly { readonly address: string }[]
  readonly screens: readonly Screen[]
}

/** Calls `look` on each screen. */
export async function crawl(
  page: Page,
  seen: Set<string>,
  also: readonly string[],
  look: (key: string) => Promise<void>,
): Promise<void> {
  const app = await page.evaluate<Seen>(`fetch('/_ninefold/app').then((answer) => answer.json())`)
  const waiting = [...new Set([...app.navigation.map(({ address }) => address), ...also])]
  const visited = new Set<string>()
  // A full load brings the session and the language, and leads to the landing page.
  await page.goto('/')
  await page.locator(ARRIVED).first().waitFor()
  for (let address = waiting.shift(); address !== undefined; address = waiting.shift()) {
    const screen = screenAt(app, address)
    if (screen === undefined || visited.has(screen.key)) continue
    visited.add(screen.key)
    await goWithin(page, address)
    await page.locator('main [role=status][aria-busy=true]').first().waitFor({ state: 'detached' })
    waiting.push(...(await page.evaluate<string[]>(LINKS)))
    if (seen.has(screen.key)) continue
    seen.add(screen.key)
    await look(screen.key)
  }
}

/**
 * Goes to an address of the application as a link does: without a load of the whole page, which takes several times the
 * processor time.
 */
async function goWithin(page: Page, address: string): Promise<void> {
  if (new URL(page.url()).pathname === address) return
  await page.evaluate(`(() => {
    for (const heading of document.querySelectorAll('main h1')) heading.setAttribute('${LEFT}', '')
    history.pushState({}, '', ${JSON.stringify(address)})
  })()`)
  await page.locator(ARRIVED).first().waitFor()
}

/** The heading of the screen before may stand there for another moment. */
const LEFT = 'data-left-by-the-crawl'
const ARRIVED = `main h1:not([${LEFT}])`

const LINKS = `[...document.querySelectorAll('main a[href^="/"]')].map((link) => link.getAttribute('href').replace(/[?#].*$/, ''))`

/** Of several matching screens, the one with the fewest parameters. */
function screenAt(app: Seen, address: string): Screen | undefined {
  const parts = address.split('/')
  const matching = app.screens.filter((screen) => {
    const pattern = screen.address.split('/')
    return (
      pattern.length === parts.length && pattern.every((part, index) => part.startsWith(':') || part === parts[index])
    )
  })
  return matching.sort((a, b) => a.address.split(':').length - b.address.split(':').length)[0]
}
