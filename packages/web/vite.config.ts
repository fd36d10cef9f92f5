// How the web app is built: everything under /_ninefold/, so that no address of a specification is taken.
// The theme's variables become a static style sheet here, because the page forbids inline styles.

import { Buffer } from 'node:buffer'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { convertCssVariables, DEFAULT_THEME, defaultCssVariablesResolver, mergeMantineTheme } from '@mantine/core'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { componentStyles } from './component-styles.ts'
import { ON_DARK, ON_LIGHT, theme } from './src/ui/brand/theme.ts'

const THEME_SHEET = 'virtual:theme.css'

function themeSheet(): Plugin {
  return {
    name: 'theme-sheet',
    resolveId: (id) => (id === THEME_SHEET ? `\0${THEME_SHEET}` : null),
    load: (id) => (id === `\0${THEME_SHEET}` ? themeVariables() : null),
  }
}

/** Mantine would write these into a style element at run time. */
function themeVariables(): string {
  const { variables, light, dark } = defaultCssVariablesResolver(mergeMantineTheme(DEFAULT_THEME, theme))
  return convertCssVariables({ variables, light: { ...light, ...ON_LIGHT }, dark: { ...dark, ...ON_DARK } }, ':root')
}

const BEGIN = 'begin'

/** With begin.ts come the modules that it imports, and the helper that loads a part of the program with its styles. */
const IN_BEGIN = /\/src\/begin\.ts$|vite\/preload-helper/

/** It runs as soon as it is there: neither the page nor its styles nor the rest of the program are waited for. */
function beginAhead(): Plugin {
  return {
    name: 'begin-ahead',
    transformIndexHtml: {
      order: 'post',
      handler: (_, { bundle }) =>
        Object.values(bundle ?? {})
          .filter((file) => file.type === 'chunk' && file.isEntry && file.name === BEGIN)
          .map(({ fileName }) => ({
            tag: 'script',
            attrs: { type: 'module', async: true, crossorigin: true, src: `/${fileName}` },
            injectTo: 'head-prepend' as const,
          })),
    },
  }
}

/** Most of the bytes draw a page. Its styles and its data come before them. */
function dataFirst(): Plugin {
  return {
    name: 'data-first',
    transformIndexHtml: {
      order: 'post',
      handler: (html) =>
        html.replaceAll(
          /<(?:script type="module" crossorigin|link rel="modulepreload" crossorigin)/g,
          '$& fetchpriority="low"',
        ),
    },
  }
}

/** The first load holds the names of all files. Seven characters of a hash, as few as the bundler takes, tell versions apart. */
const FILE_NAMES = '_ninefold/assets/[name]-[hash:7]'

const COMPRESSED = /\.(?:js|css|svg)$/
const COMPRESSED_BYTES_MIN = 1024

/** Equal answers for everybody are compressed once, here, as small as they get; the server only chooses. */
function compressedBeside(): Plugin {
  return {
    name: 'compressed-beside',
    // Last of all: until then chunks hold what the build replaces in them.
    generateBundle: {
      order: 'post',
      async handler(_, bundle) {
        const files = Object.values(bundle).filter(({ fileName }) => COMPRESSED.test(fileName))
        // All at once, because Node compresses in threads.
        await Promise.all(
          files.map(async (file) => {
            const whole = Buffer.from(file.type === 'chunk' ? file.code : file.source)
            if (whole.length < COMPRESSED_BYTES_MIN) return
            const size = { params: { [constants.BROTLI_PARAM_SIZE_HINT]: whole.length } }
            const [brotli, zipped] = await Promise.all([
              promisify(brotliCompress)(whole, size),
              promisify(gzip)(whole, { level: 9 }),
            ])
            this.emitFile({ type: 'asset', fileName: `${file.fileName}.br`, source: brotli })
            this.emitFile({ type: 'asset', fileName: `${file.fileName}.gz`, source: zipped })
          }),
        )
      },
    },
  }
}

export default defineConfig({
  plugins: [
    react(),
    componentStyles(),
    themeSheet(),
    dataFirst(),
    beginAhead(),
    { ...compressedBeside(), enforce: 'post' },
  ],
  build: {
    assetsDir: '_ninefold/assets',
    // Most of these licences ask for their text wherever the program goes.
    license: { fileName: '_ninefold/third-party-licences.md' },
    target: 'es2023',
    // The page's rules allow no data: addresses for scripts, and small files gain nothing.
    assetsInlineLimit: 0,
    // vite's module preload helper is a module of its own, never an inline script.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: ['index.html', `src/${BEGIN}.ts`],
      // Parts of every page come in few files: each more is a round trip on a slow connection, and packs worse.
      output: {
        entryFileNames: `${FILE_NAMES}.js`,
        chunkFileNames: `${FILE_NAMES}.js`,
        assetFileNames: `${FILE_NAMES}[extname]`,
        codeSplitting: {
          groups: [
            { name: 'ahead', tags: ['$initial'], test: IN_BEGIN, priority: 3 },
            { name: 'libraries', tags: ['$initial'], test: /node_modules/, priority: 2 },
            { name: 'first', tags: ['$initial'], priority: 1 },
            // Everybody who signs in opens a form.
            { name: 'form', test: /\/src\/ui\/validation\/validation\.tsx$/ },
          ],
        },
      },
    },
  },
})
