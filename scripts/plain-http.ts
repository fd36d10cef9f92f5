// `import { createServer } from 'node:http'` → the same from `process.getBuiltinModule`, in the bundle. Node reads every member of
// a module of its own that is imported, and reading the member `WebSocket` of this one loads the program behind `fetch`: two
// megabytes, and a twentieth of a start.

import http from 'node:http'
import https from 'node:https'
import type { Plugin } from 'rolldown'

const MODULES: Readonly<Record<string, object>> = { 'node:http': http, 'node:https': https }

/** Members that load what `fetch` needs; they are globals, too. */
const LOADING = new Set(['WebSocket', 'CloseEvent', 'MessageEvent'])

export function plainHttp(): Plugin {
  return {
    name: 'plain-http',
    resolveId(specifier, _importer, { kind }) {
      const name = specifier.startsWith('node:') ? specifier : `node:${specifier}`
      // `require` reads no members.
      return name in MODULES && kind === 'import-statement' ? `\0${name}` : null
    },
    load(id) {
      const members = MODULES[id.slice(1)]
      if (!id.startsWith('\0') || members === undefined) return null
      const names = Object.keys(members).filter((name) => !LOADING.has(name))
      return {
        code: [
          `const members = process.getBuiltinModule('${id.slice(1)}')`,
          'export default members',
          ...names.map((name) => `export const ${name} = members.${name}`),
        ].join('\n'),
        moduleSideEffects: false,
      }
    },
  }
}
