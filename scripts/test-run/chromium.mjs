// Where Chromium is on this machine. Browser tests drive the one that is installed.

import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

// The headless shell is Chromium without a user interface, and takes only two thirds of the processor time.
const names = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome']
const elsewhere = [
  '/usr/lib/chromium/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]

export const HOW_TO_GET_CHROMIUM =
  'No Chromium was found. Install one (Debian: `apt-get install chromium-headless-shell`; macOS: `brew install --cask chromium`), or say where it is in the environment variable CHROMIUM.'

/** Path of the installed Chromium, or null. */
export function findChromium() {
  const told = process.env.CHROMIUM
  if (told) return existsSync(told) ? told : null
  const onPath = (process.env.PATH ?? '').split(delimiter).flatMap((folder) => names.map((name) => join(folder, name)))
  return [...onPath, ...elsewhere].find((candidate) => existsSync(candidate)) ?? null
}

/** Returns the path of the installed Chromium. Without one, a browser test fails with instructions. */
export function chromiumOrFail() {
  const found = findChromium()
  if (found === null) throw new Error(HOW_TO_GET_CHROMIUM)
  return found
}
