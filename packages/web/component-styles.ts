// A component of Mantine → its style sheet, in the same chunk. The library's sheet for everything is ten times as long as
// what a screen needs, and a list of names by hand would be wrong with the next component that somebody uses.

import { existsSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Plugin } from 'vite'

/** Where a component names its classes; its sheet is called the same. */
const CLASSES = /^(?<library>.*\/@mantine\/core)\/esm\/.*\/(?<file>[^/]+)\.module\.mjs$/

export function componentStyles(): Plugin {
  return {
    name: 'component-styles',
    transform(code, id) {
      const { library, file } = CLASSES.exec(id)?.groups ?? {}
      if (library === undefined || file === undefined) return null
      const sheet = join(library, 'styles', `${file}.layer.css`)
      if (!existsSync(sheet)) this.error(`Mantine has classes without a style sheet: ${basename(id)}`)
      // Imported where a component's own classes are: after the components that it is made of.
      return { code: `import ${JSON.stringify(sheet)}\n${code}`, moduleSideEffects: true, map: null }
    },
  }
}
