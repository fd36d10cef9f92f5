// The examples as starters: whole applications whose texts are installed with the program. They come from examples/ in
// the checkout, and from a copy of it in the published package.

import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Stop } from './terminal/exit.ts'

const PLACES = ['../examples', '../../../examples']

/** The text of an example. Throws Stop with all names if none has this name. */
export async function starterText(name: string): Promise<string> {
  const folder = PLACES.map((place) => fileURLToPath(new URL(place, import.meta.url))).find(existsSync)
  if (folder === undefined) throw new Error('Defect: the examples are not beside the program.')
  const names = (await readdir(folder)).filter((each) => existsSync(join(folder, each, 'app.md'))).sort()
  if (!names.includes(name)) throw new Stop(`There is no starter "${name}". Take one of these: ${names.join(', ')}.`)
  return readFile(join(folder, name, 'app.md'), 'utf8')
}
