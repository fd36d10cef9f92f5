// Rewrites `import { createServer } from 'node:http'` to `process.getBuiltinModule` in the bundle. On import, Node
// reads every member of a built-in module, and the member `WebSocket` of this one loads the implementation of `fetch`:
// two megabytes, and a twentieth of the start time.

import http from 'node:http'
import https from 'node:https'
import type { Plugin } from 'rolldown'

const MODULES: Readonly<Record<string, object>> = { 'node:http': http, 'node:https': https }

/** Members that load the implementation of `fetch`; they are also globals. */
const LOADING = new Set(['WebSocket', 'CloseEvent', 'MessageEvent'])

export function httpWithoutFetch(): Plugin {
  return {
    name: 'http-without-fetch',
    resolveId(specifier, _importer, { kind }) {
      const name = specifier.startsWith('node:') ? specifier : `node:${specifier}`
      // `require` does not read the members.
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
