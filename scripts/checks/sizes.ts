// Limits: files of 400 lines, folders of 25 source files anywhere in the project, three levels of folders below src/. The linter measures
// functions. A closed table may be longer if a comment in it says "exempt from the size limit".

import { isTest, projectFiles, report, textOf } from '../project-files.ts'

const LINES_MAX = 400
const FOLDERS_MAX = 3
const FILES_MAX = 25

const files = projectFiles(['**/*.{ts,tsx,mts,mjs,cjs,js,sql}'])
report('Sizes', [...files.flatMap((file) => [...tooLong(file), ...tooDeep(file)]), ...tooFull(files)])

function tooLong(file: string): string[] {
  const text = textOf(file)
  const lines = text.split('\n').length - 1
  if (lines <= LINES_MAX || text.includes('exempt from the size limit')) return []
  return [`${file} has ${lines} lines; at most ${LINES_MAX} can be read in one go.`]
}

function tooDeep(file: string): string[] {
  const inside = /^packages\/[^/]+\/src\/(.*)$/.exec(file)?.[1]
  if (inside === undefined) return []
  const folders = inside.split('/').length - 1
  return folders <= FOLDERS_MAX ? [] : [`${file} lies ${folders} folders below src; at most ${FOLDERS_MAX}.`]
}

/** Tests stand beside the tested files, as declarations do beside plain JavaScript, and are not counted. */
function tooFull(all: readonly string[]): string[] {
  const folders = new Map<string, number>()
  for (const file of all) {
    if (isTest(file) || file.endsWith('.d.mts')) continue
    const folder = file.slice(0, file.lastIndexOf('/'))
    folders.set(folder, (folders.get(folder) ?? 0) + 1)
  }
  return [...folders].flatMap(([folder, count]) =>
    count <= FILES_MAX ? [] : [`${folder} has ${count} source files; at most ${FILES_MAX} can be found one's way in.`],
  )
}
