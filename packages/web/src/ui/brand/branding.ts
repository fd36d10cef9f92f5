// The application's colour and logo → the accent, and the tab's icon.

import { startTransition, useEffect, useState } from 'react'
import type { App } from '@ninefold/core/contract/wire/app.ts'

const OWN_ICON = '/_ninefold/icon.svg'

let sheet: CSSStyleSheet | null = null

/** False while its first colour is loading: nothing is drawn in another one before. */
export function useBrand(app: App | undefined): boolean {
  const colour = app?.brand.colour ?? null
  const logo = app?.brand.logo?.light ?? null
  const name = app?.name ?? ''
  const isKnown = app !== undefined
  /** For an application with a colour and no logo. */
  const [mark, setMark] = useState<string | null>(null)
  /** Undefined: nothing painted yet. */
  const [painted, setPainted] = useState<string | null>()
  useEffect(() => {
    if (!isKnown || colour === painted) return
    let isWanted = true
    // On failure the default accent is used, which is better than a blank page.
    void (colour === null ? Promise.resolve('') : rulesFor(colour).catch(() => '')).then((rules) => {
      if (!isWanted) return
      paint(rules)
      startTransition(() => setPainted(colour))
    })
    return () => {
      isWanted = false
    }
  }, [isKnown, colour, painted])
  useEffect(() => {
    let isWanted = true
    if (colour === null || logo !== null) return undefined
    void markFor(name, colour).then((drawn) => {
      if (isWanted) setMark(drawn)
    })
    return () => {
      isWanted = false
      setMark(null)
    }
  }, [name, colour, logo])
  const icon = logo ?? mark ?? OWN_ICON
  useEffect(() => {
    const link = document.querySelector('link[rel="icon"]')
    if (link === null || link.getAttribute('href') === icon) return
    link.removeAttribute('type')
    link.setAttribute('href', icon)
  }, [icon])
  return colour === null || painted !== undefined
}

/** The computation of shades is loaded on demand. */
async function rulesFor(colour: string): Promise<string> {
  const { brandOf } = await import('./brand.ts')
  const { light, dark } = brandOf(colour)
  return [rule('light', light), rule('dark', dark)].join('\n')
}

/** In the shade of its buttons. Without it the tab has our own icon. */
async function markFor(name: string, colour: string): Promise<string | null> {
  const loaded = await Promise.all([import('./brand.ts'), import('./mark-icon.ts')]).catch(() => null)
  if (loaded === null) return null
  const [{ brandOf }, { iconOf }] = loaded
  return iconOf(name, brandOf(colour).light['--mantine-color-accent-6'] ?? colour)
}

function rule(scheme: 'light' | 'dark', variables: Readonly<Record<string, string>>): string {
  const lines = Object.entries(variables).map(([name, value]) => `${name}: ${value};`)
  return `:root[data-mantine-color-scheme='${scheme}'] { ${lines.join(' ')} }`
}

/** The Content-Security-Policy forbids inline style elements; a constructed style sheet is permitted. */
function paint(rules: string): void {
  if (sheet === null) {
    sheet = new CSSStyleSheet()
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
  }
  sheet.replaceSync(rules)
}
