// The program of the checkout → a bundle for tests, kept below node_modules/.cache until a source in it changes. A test that
// starts the program needs half a second of a processor less than from the sources, which Node strips of their types each time.

import { createHash } from 'node:crypto'
import {
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join, relative } from 'node:path'
import { bundleProgram } from './bundle-program.ts'
import { root } from './project-files.ts'

const PROGRAMS = join(root, 'node_modules', '.cache', 'programs')
const BUILT_FROM = 'built-from.json'

/** No run takes as long, so that a bundle that was not asked for since then is used by nobody. */
const UNUSED_MS_MAX = 2 * 60 * 60 * 1000

/** Files of every bundle that are no modules. */
const ALWAYS = [
  'package-lock.json',
  'scripts/bundle-program.ts',
  'scripts/plain-http.ts',
  'packages/cli/bin/ninefold.mjs',
  'packages/cli/bin/node-24.mjs',
]

/** The files of the workspaces that a bundle was made of, from the root, and the hash of their contents. */
interface BuiltFrom {
  readonly files: readonly string[]
  readonly hash: string
}

/** Answers with the launcher of a bundle that was made of the sources as they are. Building takes about five seconds. */
export async function testedProgram(): Promise<string> {
  mkdirSync(PROGRAMS, { recursive: true })
  const folder = programs().find(isFresh) ?? (await build())
  const now = new Date()
  utimesSync(folder, now, now)
  return join(folder, 'bin', 'ninefold.mjs')
}

async function build(): Promise<string> {
  removeUnused()
  // Another run may build at the same time.
  const building = join(PROGRAMS, `building-${process.pid}`)
  rmSync(building, { recursive: true, force: true })
  const { own } = await bundleProgram(building, { sourceMaps: true })
  const hash = sayBuiltFrom(building, [...ALWAYS, ...own.map((file) => relative(root, file))].sort())
  cpSync(join(root, 'packages/cli/bin'), join(building, 'bin'), { recursive: true })
  // Where the program looks for them when it is published.
  symlinkSync(join(root, 'reference'), join(building, 'reference'))
  symlinkSync(join(root, 'examples'), join(building, 'examples'))
  symlinkSync(join(root, 'packages/web/dist'), join(building, 'web'))
  symlinkSync(join(root, 'node_modules/pdfmake/build/fonts/Roboto'), join(building, 'cli', 'fonts'))
  const folder = join(PROGRAMS, hash)
  rmSync(folder, { recursive: true, force: true })
  renameSync(building, folder)
  return folder
}

function programs(): string[] {
  return readdirSync(PROGRAMS)
    .map((name) => join(PROGRAMS, name))
    .filter((folder) => !folder.includes('building-'))
}

/** Answers with the hash of the files, which are paths from the root. */
export function sayBuiltFrom(folder: string, files: readonly string[]): string {
  const hash = hashOf(files)
  writeFileSync(join(folder, BUILT_FROM), JSON.stringify({ files, hash } satisfies BuiltFrom))
  return hash
}

/** Whether the files that the bundle was made of are as they were. */
export function isFresh(folder: string): boolean {
  const { files, hash } = JSON.parse(readFileSync(join(folder, BUILT_FROM), 'utf8')) as BuiltFrom
  return hashOf(files) === hash
}

/** A file that is gone has a hash of its own, since a bundle with it is not made of the sources as they are. */
function hashOf(files: readonly string[]): string {
  const hash = createHash('sha256')
  for (const file of files) hash.update(file).update('\0').update(contents(file)).update('\0')
  return hash.digest('hex')
}

function contents(file: string): Buffer | string {
  try {
    return readFileSync(join(root, file))
  } catch (problem) {
    if ((problem as NodeJS.ErrnoException).code === 'ENOENT') return 'gone'
    throw problem
  }
}

function removeUnused(): void {
  for (const name of readdirSync(PROGRAMS)) {
    const folder = join(PROGRAMS, name)
    if (Date.now() - statSync(folder).mtimeMs > UNUSED_MS_MAX) rmSync(folder, { recursive: true, force: true })
  }
}
