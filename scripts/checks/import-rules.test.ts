import { expect, it } from 'vitest'
import { importCycles } from './import-cycles.ts'
import { importsOf } from './found-imports.ts'
import { compareImports, findCycles, readImportRules, type FoundImport } from './import-rules.ts'

const rules = readImportRules(
  'core/text ->\ncore/read -> core/text micromark # why\nserver -> core node:* @fastify/*\n',
)

const all = [
  found('core/read/roles.ts', 'core/text/source.ts'),
  found('core/read/roles.ts', 'micromark'),
  found('server/api/roles.ts', 'core/read/roles.ts'),
  found('server/api/roles.ts', 'node:fs'),
  found('server/api/roles.ts', '@fastify/static'),
]

it('says nothing when each import is permitted and each permission is used', () =>
  expect(compareImports(rules, all)).toEqual([]))

it('refuses an import that no permission covers', () =>
  expect(compareImports(rules, [...all, found('core/text/source.ts', 'core/read/roles.ts')])).toEqual([
    'packages/core/text/source.ts:1 "core/text" may not import "core/read/roles.ts".',
  ]))

it('refuses a permission that nothing uses', () =>
  expect(compareImports(rules, all.slice(1))).toEqual([
    'imports.rules:2 "core/read" never imports "core/text": take the permission away.',
  ]))

it('refuses a folder that no rule is about', () =>
  expect(compareImports(rules, [...all, found('core/extra/thing.ts', 'core/text/source.ts')])).toEqual([
    'No line of imports.rules is about "core/extra".',
  ]))

it('does not take a longer name for a part', () =>
  expect(compareImports(rules, [...all, found('core/read/roles.ts', 'core/text-more/source.ts')])).toHaveLength(1))

it('finds parts that reach themselves', () =>
  expect(findCycles(readImportRules('a -> b\nb -> c\nc -> a\nd -> a\n'))).toHaveLength(3))

it('reads static, type, re-exporting and dynamic imports', () =>
  expect(
    importsOf(
      'file.ts',
      "import type { A } from './a.ts'\nimport './b.ts'\nexport { c } from './c.ts'\nexport * from './d.ts'\nawait import('./e.ts')\n",
    ).map(({ specifier, line }) => `${specifier}:${line}`),
  ).toEqual(['./a.ts:1', './b.ts:2', './c.ts:3', './d.ts:4', './e.ts:5']))

function found(from: string, target: string): FoundImport {
  return { file: `packages/${from}`, line: 1, from, target, isType: false }
}

it('finds modules that import each other, also by a way round, and no others', () => {
  const imports = ['a -> b', 'b -> c', 'c -> a', 'c -> d', 'd -> e', 'e -> d', 'f -> a', 'b -> react', 'g -> f'].map(
    (edge) => {
      const [from = '', target = ''] = edge.split(' -> ')
      return { from, target }
    },
  )
  expect(importCycles(imports)).toEqual([
    ['a', 'b', 'c'],
    ['d', 'e'],
  ])
})
