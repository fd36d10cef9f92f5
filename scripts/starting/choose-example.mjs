// Arguments after `npm start --` → the specification to run and further arguments of `ninefold dev`. Runs before
// anything is installed, so it is plain JavaScript and imports only Node's modules.

import { existsSync, readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'

const DEFAULT = 'helpdesk'

/**
 * The first word names an example by its folder (`npm start -- booking`) or a specification by its file; options go on
 * to `ninefold dev`. Returns the file with the options, or a sentence that lists the choices.
 *
 * @param {string} root the checkout
 * @param {readonly string[]} words what was typed
 * @param {string} typedIn the folder in which it was typed
 * @returns {{ file: string, options: string[] } | { refusal: string }}
 */
export function chooseExample(root, words, typedIn) {
  const [first] = words
  const isChosen = first !== undefined && !first.startsWith('-')
  const name = isChosen ? first : DEFAULT
  const options = words.slice(isChosen ? 1 : 0)
  if (name.endsWith('.md')) return { file: resolve(typedIn, name), options }
  const examples = examplesIn(root)
  if (examples.includes(name)) return { file: join('examples', name, 'app.md'), options }
  return {
    refusal: `There is no example "${name}". There are: ${examples.join(', ')}. A file of your own is given by its path.`,
  }
}

function examplesIn(root) {
  const folder = join(root, 'examples')
  return readdirSync(folder)
    .filter((name) => existsSync(join(folder, name, 'app.md')))
    .toSorted()
}
