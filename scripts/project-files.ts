// The project's files, as the checks see them. Paths are relative to the root, with slashes.

import { globSync, readFileSync } from 'node:fs'
import { dirname, join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = dirname(dirname(fileURLToPath(import.meta.url)))

const GENERATED = /(^|\/)(node_modules|dist|coverage|\.git|\.ninefold)(\/|$)/

/** Files that match one of the patterns, in order, without installed or generated ones. */
export function projectFiles(patterns: readonly string[]): string[] {
  const found = globSync([...patterns], { cwd: root, exclude: (path) => GENERATED.test(path.split(sep).join('/')) })
  return found.map((path) => path.split(sep).join('/')).sort()
}

export function textOf(file: string): string {
  return readFileSync(join(root, file), 'utf8')
}

export function isTest(file: string): boolean {
  return /\.test\.tsx?$/.test(file)
}

/** Prints each problem in a line, and sets the exit code. */
export function report(what: string, wrong: readonly string[]): never {
  for (const line of wrong) console.error(line)
  if (wrong.length === 0) console.log(`${what}: good`)
  else console.error(`${what}: ${wrong.length} to mend`)
  process.exit(wrong.length === 0 ? 0 : 1)
}
