// How the playground is built: a page, a worker that holds the whole engine, and a service worker, all as static files that lie
// below any address. Modules of Node are those of src/node, or kept libraries.

import { isBuiltin } from 'node:module'
import { isAbsolute } from 'node:path'
import { fileURLToPath } from 'node:url'
import { defineConfig, type Plugin } from 'vite'
import { thirdPartyLicences } from '../../scripts/builds/third-party-licences.ts'

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

const BUILT_IN: Readonly<Record<string, string>> = {
  assert: 'assert',
  async_hooks: 'async-hooks',
  buffer: 'buffer',
  crypto: 'crypto',
  diagnostics_channel: 'diagnostics-channel',
  'fs/promises': 'files',
  http: 'http',
  net: 'net',
  process: 'process',
  querystring: 'querystring',
  'stream/consumers': 'stream',
  'stream/promises': 'stream',
  'timers/promises': 'timers-promises',
  url: 'url',
  util: 'util',
  'util/types': 'util',
}
/** Kept libraries, under addresses that are no built-in module's. */
const LIBRARIES: Readonly<Record<string, string>> = {
  events: 'events/',
  path: 'path-browserify',
  stream: 'readable-stream',
  string_decoder: 'string_decoder/',
}
const CHARACTER_REFERENCES = 'decode-named-character-reference'
const ABSENT = new Set(['chokidar', 'cosmiconfig', 'nodemailer', 'pg-native', 'sharp'])

/** Every module of Node that the program names → the one that takes its place in a browser. */
function nodeInBrowser(): Plugin {
  return {
    name: 'node-in-browser',
    enforce: 'pre',
    async resolveId(id, importer) {
      if (id === '@node-rs/argon2') return here('src/node/argon2.ts')
      if (id === 'pino') return here('src/node/pino.ts')
      if (id === '@fastify/static') return here('src/node/no-static-files.ts')
      if (ABSENT.has(id)) return here('src/node/absent.ts')
      // Its form for browsers asks a document, which no worker has.
      if (id === CHARACTER_REFERENCES) return here(`../../node_modules/${CHARACTER_REFERENCES}/index.js`)
      if (!isBuiltin(id)) return null
      const name = id.replace(/^node:/, '')
      const isOwn = name === 'buffer' && importer === here('src/node/buffer.ts')
      const library = isOwn ? 'buffer/' : LIBRARIES[name]
      if (library !== undefined) return this.resolve(library, here('vite.config.ts'), { skipSelf: true })
      return here(`src/node/${BUILT_IN[name] ?? 'absent'}.ts`)
    },
  }
}

/** Files of packages in the page and in its workers. A worker is bundled before the page is. */
const installed = new Set<string>()

function collectPackages(): Plugin {
  return {
    name: 'collect-packages',
    generateBundle(_, bundle) {
      for (const chunk of Object.values(bundle)) {
        const modules = chunk.type === 'chunk' ? chunk.moduleIds : []
        for (const id of modules)
          if (isAbsolute(id) && id.includes('/node_modules/')) installed.add(id.replace(/\?.*$/, ''))
      }
    },
  }
}

/** Most of the licences ask for their text wherever the program goes. */
function licences(): Plugin {
  return {
    name: 'licences',
    generateBundle() {
      const source = thirdPartyLicences([...installed])
      this.emitFile({ type: 'asset', fileName: 'third-party-licences.md', source })
    },
  }
}

export default defineConfig({
  root: here('.'),
  base: './',
  plugins: [collectPackages(), licences()],
  worker: { format: 'es', plugins: () => [nodeInBrowser(), collectPackages()] },
  build: {
    target: 'es2023',
    outDir: here('../../dist/playground'),
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: { index: here('index.html'), 'service-worker': here('src/service-worker/service-worker.ts') },
      output: {
        entryFileNames: ({ name }) => (name === 'service-worker' ? '[name].js' : 'assets/[name]-[hash].js'),
      },
    },
  },
})
