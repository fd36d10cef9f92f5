// Source files → their imports, resolved to parts of the project or to packages.

import { dirname, posix } from 'node:path'
import { parseSync } from 'oxc-parser'
import type { FoundImport } from './import-rules.ts'
import { isTest, projectFiles, textOf } from '../project-files.ts'

const PACKAGE_FILES = ['packages/*/src/**/*.ts', 'packages/*/src/**/*.tsx']

/** Imports of the packages' sources. Tests are left out, because they may import any part that they test. */
export function findImports(): FoundImport[] {
  return projectFiles(PACKAGE_FILES)
    .filter((file) => !isTest(file) && !file.endsWith('.d.ts'))
    .flatMap((file) =>
      importsOf(file, textOf(file)).map(({ specifier, line, isType }) => ({
        file,
        line,
        isType,
        from: partPath(file),
        target: resolve(file, specifier),
      })),
    )
}

export function importsOf(file: string, text: string): { specifier: string; line: number; isType: boolean }[] {
  const { module, errors } = parseSync(file, text)
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`)
  const at = (specifier: string, offset: number, isType = false) => ({
    specifier,
    line: text.slice(0, offset).split('\n').length,
    isType,
  })
  return [
    ...module.staticImports.map((found) => at(found.moduleRequest.value, found.start, isTypeOnly(found.entries))),
    ...module.staticExports
      .flatMap((statement) => statement.entries)
      .flatMap((entry) => (entry.moduleRequest === null ? [] : [at(entry.moduleRequest.value, entry.start)])),
    ...module.dynamicImports.map((found) => {
      const written = text.slice(found.moduleRequest.start, found.moduleRequest.end)
      return at(/^(['"`])(.*)\1$/.exec(written)?.[2] ?? `(computed) ${written}`, found.start)
    }),
  ]
}

function isTypeOnly(entries: readonly { isType: boolean }[]): boolean {
  return entries.length > 0 && entries.every((entry) => entry.isType)
}

/** `packages/core/src/check/roles/roles.ts` → `core/check/roles.ts` */
function partPath(file: string): string {
  return file.replace(/^packages\//, '').replace('/src/', '/')
}

function resolve(file: string, specifier: string): string {
  if (specifier.startsWith('node:')) return specifier
  if (specifier.startsWith('.')) return partPath(posix.join(dirname(file), specifier))
  const own = /^@ninefold\/([^/]+)\/(.*)$/.exec(specifier)
  if (own) return `${own[1]}/${own[2]}`
  return /^(@[^/]+\/[^/]+|[^/]+)/.exec(specifier)?.[0] ?? specifier
}
