// Sources → exported functions, constants and classes that no other file names, and exported types that nothing names.
// A reader takes an export for a part of the interface, and searches the project for its users.

import { projectFiles, report, textOf } from '../project-files.ts'

const EXPORT = /^export (?:declare )?(?:async )?(function\*?|const|let|class|interface|type) (\w+)/gm
/** Vitest calls these. */
const CALLED_BY_TOOLS: ReadonlySet<string> = new Set(['setup', 'teardown'])

const files = projectFiles(['packages/*/**/*.{ts,tsx,mjs}', 'scripts/**/*.{ts,mjs}', 'bench/**/*.ts', '*.ts']).filter(
  // Stand for modules of Node, which have more than is used of them.
  (file) => !file.startsWith('packages/playground/src/node/'),
)
const texts = new Map(files.map((file) => [file, textOf(file)]))
const namedIn = new Map<string, Set<string>>()
for (const [file, text] of texts)
  for (const [word] of text.matchAll(/\b[A-Za-z_]\w*\b/g)) namedIn.set(word, (namedIn.get(word) ?? new Set()).add(file))

report(
  'Exports',
  [...texts].flatMap(([file, text]) =>
    [...text.matchAll(EXPORT)].flatMap(([, kind = '', name = '']) => {
      if (CALLED_BY_TOOLS.has(name) || (namedIn.get(name)?.size ?? 0) > 1) return []
      const isType = kind === 'interface' || kind === 'type'
      const uses = [...text.matchAll(new RegExp(`\\b${name}\\b`, 'g'))].length - 1
      if (uses === 0) return [`${file} exports ${name}, which nothing uses.`]
      // The type of an exported function's values may be exported for its readers.
      return isType ? [] : [`${file} exports ${name}, which only this file uses.`]
    }),
  ),
)
