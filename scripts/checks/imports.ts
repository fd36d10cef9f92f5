// Compares imports.rules with the imports of the sources, both ways. Every imported package must be declared where it
// is used, and no module may be part of an import cycle, type imports included.

import { builtinModules } from 'node:module'
import { findImports } from './found-imports.ts'
import { importCycles } from './import-cycles.ts'
import { compareImports, findCycles, readImportRules, type FoundImport } from './import-rules.ts'
import { report, textOf } from '../project-files.ts'

const imports = findImports()

if (process.argv.includes('--print')) {
  const edges = imports.map((found) => `${folderOf(found.from)} -> ${folderOf(found.target)}`)
  for (const edge of [...new Set(edges)].sort()) console.log(edge)
  process.exit(0)
}

const rules = readImportRules(textOf('imports.rules'))
report('Imports', [
  ...compareImports(rules, imports),
  ...findCycles(rules),
  ...undeclared(imports),
  ...cyclesOf(imports),
])

function cyclesOf(found: readonly FoundImport[]): string[] {
  return importCycles(found).map(
    (cycle) => `These modules import each other: ${cycle.join(' ')}. Give what both sides need a module of its own.`,
  )
}

function undeclared(found: readonly FoundImport[]): string[] {
  const declared = new Map<string, Set<string>>()
  return found.flatMap(({ file, line, from, target, isType }) => {
    const name = from.split('/')[0] ?? ''
    if (target.startsWith('node:') || /\.(?:tsx?|mjs|css|json)$/.test(target)) return []
    if (builtinModules.includes(target)) return [`${file}:${line} Write "node:${target}".`]
    const own = declared.get(name) ?? declaredBy(`packages/${name}/package.json`)
    declared.set(name, own)
    // Type packages (`mdast`) are declared once, at the root.
    const root = declared.get('') ?? declaredBy('package.json')
    declared.set('', root)
    if (own.has(target) || root.has(`@types/${target}`) || (isType && root.has(target))) return []
    // Packages for tests are declared at the root, like the test runner itself.
    if (/\/(?:testing|journeys)\//.test(from) && root.has(target)) return []
    return [`${file}:${line} packages/${name}/package.json does not declare "${target}".`]
  })
}

function declaredBy(file: string): Set<string> {
  const content = JSON.parse(textOf(file))
  return new Set(
    ['dependencies', 'optionalDependencies', 'devDependencies'].flatMap((kind) => Object.keys(content[kind] ?? {})),
  )
}

function folderOf(path: string): string {
  return /\.tsx?$/.test(path) ? path.split('/').slice(0, 2).join('/') : path
}
