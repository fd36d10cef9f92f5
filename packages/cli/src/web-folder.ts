// Folder of the built web app: packages/web/dist in the checkout, beside the program in the published package.

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const PLACES = ['../web', '../../web/dist']

/** Null: not built. The API works without it. */
export function findWebFolder(): string | null {
  const folders = PLACES.map((place) => fileURLToPath(new URL(place, import.meta.url)))
  return folders.find((folder) => existsSync(join(folder, 'index.html'))) ?? null
}
